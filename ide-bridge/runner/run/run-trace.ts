import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { RunSink } from '../../../model/protocol/bridge.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { PageKeeper } from './page-keeper.ts';

const LIMIT_MS = 10_000;
/** What a page that does not answer may delay a run by; one on a busy machine takes 2 s and more. */
const SETTLED_LIMIT_MS = 5_000;
/** Whoever stops a run waits no longer for what is kept of it. */
const STOPPED_LIMIT_MS = 400;
/** What the last action asked a server for is waited for that long: some pages keep a request open for ever. */
const ANSWERS_LIMIT_MS = 1_000;

/** The actions of each item have numbers of their own, which do not depend on when others run. */
const MOMENTS_OF_ITEM = 100_000;

/** How a group of the trace is called that holds what one action did. */
const groupOf = (moment: number, title: string): string => `${moment}. ${title}`;

type TracedSession = Pick<AppSession, 'context' | 'page' | 'network'>;

interface TraceOfItem {
  context: BrowserContext;
  keeper: PageKeeper | undefined;
  /** Resolves when the requests that were under way at the end of the item have ended. */
  answered: Promise<unknown>;
}

/**
 * Has Playwright keep the page before and after every action of a run, one trace for each item. The actions are
 * numbered through within their item; those on another page than the item's, as of signing in, are not kept. Never rejects.
 */
export class RunTrace {
  readonly #session: TracedSession;
  readonly #sink: Pick<RunSink, 'trace'>;
  #context: BrowserContext | undefined;
  #keeper: PageKeeper | undefined;
  #itemIndex = 0;
  #moment = 0;
  /** Traces are handed over in the order of their items. */
  #last: Promise<void> = Promise.resolve();

  constructor(session: TracedSession, sink: Pick<RunSink, 'trace'>) {
    this.#session = session;
    this.#sink = sink;
  }

  /** To be called once the page of an item is open; what is run again goes on with the numbers of the item. */
  async start(itemIndex: number): Promise<void> {
    if (itemIndex !== this.#itemIndex) this.#moment = 0;
    this.#itemIndex = itemIndex;
    const { context } = this.#session;
    const keeper = context && PageKeeper.of(context);
    const isOn = await soon(async () => context?.tracing.start({ snapshots: true }));
    this.#context = isOn ? context : undefined;
    this.#keeper = isOn ? keeper : undefined;
    this.#keeper?.begin();
  }

  /** Answers the number of the action that begins; undefined where nothing is kept of it. */
  begin(title: string): number | undefined {
    const context = this.#open();
    if (context === undefined) return undefined;
    this.#moment += 1;
    const moment = this.#itemIndex * MOMENTS_OF_ITEM + this.#moment;
    const group = groupOf(moment, title);
    // Calls reach the trace in the order in which they are made.
    if (this.#keeper) this.#keeper.before(group);
    else context.tracing.group(group).catch(() => {});
    return moment;
  }

  /** The action that began last has ended. */
  end(): void {
    const context = this.#open();
    if (this.#keeper) this.#keeper.after(this.#session.page);
    else context?.tracing.groupEnd().catch(() => {});
  }

  /**
   * Ends the trace of the item. Resolves once what was kept is handed over, until when its window must not close; the next
   * item may begin. `signal` aborts when somebody stops the run.
   */
  stop(signal: AbortSignal): Promise<void> {
    return this.#end(trace => this.#handOver(trace, signal));
  }

  /** The same, but nothing of it is kept. */
  discard(signal: AbortSignal): Promise<void> {
    return this.#end(async ({ context }) => {
      await soon(() => context.tracing.stop(), { signal });
    });
  }

  #end(work: (trace: TraceOfItem) => Promise<void>): Promise<void> {
    const context = this.#context;
    const keeper = this.#keeper;
    this.#context = undefined;
    this.#keeper = undefined;
    if (context === undefined || context !== this.#session.context) return this.#last;
    const answered = this.#answered(keeper);
    this.#last = this.#last.then(() => work({ context, keeper, answered }));
    return this.#last;
  }

  /** What an action has just asked for may be known only once the page has been taken after it. */
  async #answered(keeper: PageKeeper | undefined): Promise<void> {
    const { page, network } = this.#session;
    if (page === undefined) return;
    await Promise.all([network.answered(page), keeper?.settled().then(() => network.answered(page))]);
  }

  async #handOver({ context, keeper, answered }: TraceOfItem, signal: AbortSignal): Promise<void> {
    const file = path.join(tmpdir(), `steploom-trace-${randomUUID()}.zip`);
    try {
      await soon(async () => keeper?.settled(), { signal, timeoutMs: SETTLED_LIMIT_MS });
      await soon(() => answered, { signal, timeoutMs: ANSWERS_LIMIT_MS });
      if (await soon(() => context.tracing.stop({ path: file }), { signal })) await this.#sink.trace?.(file);
    } finally {
      await rm(file, { force: true });
    }
  }

  /** The context of the item, unless another one has taken its place. */
  #open(): BrowserContext | undefined {
    return this.#context === this.#session.context ? this.#context : undefined;
  }
}

/** Whether it was done. */
async function soon(
  work: () => Promise<unknown>,
  { signal, timeoutMs = LIMIT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<boolean> {
  const limits = signal?.aborted ? { timeoutMs: STOPPED_LIMIT_MS } : { timeoutMs, ...(signal && { signal }) };
  const late = () => new AppError('timeout', 'The page is not kept.');
  try {
    await withinLimit(work, { ...limits, late });
    return true;
  } catch {
    return false;
  }
}
