import type { BrowserContext } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { RunSink } from '../../../model/protocol/bridge.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { type ItemTrace, RemoteTrace } from './item-trace.ts';
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

interface EndedTrace {
  trace: ItemTrace;
  /** Resolves when the requests that were under way at the end of the item have ended. */
  answered: Promise<unknown>;
}

/** The trace of each browser context in which one has begun. */
const BEGUN = new WeakMap<BrowserContext, ItemTrace>();

/** Best before a browser context has its first page: one that is open needs calls of its own, and time to answer them. */
export async function beginTrace(context: BrowserContext): Promise<void> {
  await soon(async () => {
    BEGUN.set(context, (await PageKeeper.begin(context)) ?? (await RemoteTrace.begin(context)));
  });
}

/**
 * Has Playwright keep the page before and after every action of a run, one trace for each item. The actions are
 * numbered through within their item; those on another page than the item's, as of signing in, are not kept. Never rejects.
 */
export class RunTrace {
  readonly #session: TracedSession;
  readonly #sink: Pick<RunSink, 'trace'>;
  #context: BrowserContext | undefined;
  #trace: ItemTrace | undefined;
  #itemIndex = 0;
  #moment = 0;
  /** Traces are handed over in the order of their items. */
  #last: Promise<void> = Promise.resolve();

  constructor(session: TracedSession, sink: Pick<RunSink, 'trace'>) {
    this.#session = session;
    this.#sink = sink;
  }

  /** Must be called once the page of an item is open; what is run again goes on with the numbers of the item. */
  async start(itemIndex: number): Promise<void> {
    if (itemIndex !== this.#itemIndex) this.#moment = 0;
    this.#itemIndex = itemIndex;
    const { context } = this.#session;
    if (context !== undefined && !BEGUN.has(context)) await beginTrace(context);
    this.#trace = context && BEGUN.get(context);
    this.#context = this.#trace && context;
    this.#trace?.used();
  }

  /** Answers the number of the action that begins; undefined where nothing is kept of it. */
  begin(title: string): number | undefined {
    const trace = this.#open();
    if (trace === undefined) return undefined;
    this.#moment += 1;
    const moment = this.#itemIndex * MOMENTS_OF_ITEM + this.#moment;
    trace.before(groupOf(moment, title));
    return moment;
  }

  /** The action that began last has ended. */
  end(): void {
    this.#open()?.after(this.#session.page);
  }

  /**
   * Ends the trace of the item. Resolves once what was kept is handed over, until when its window must not close; the next
   * item may begin. `signal` aborts when somebody stops the run.
   */
  stop(signal: AbortSignal): Promise<void> {
    return this.#end(ended => this.#handOver(ended, signal));
  }

  /** The same, but nothing of it is kept. */
  discard(signal: AbortSignal): Promise<void> {
    return this.#end(async ({ trace }) => {
      await soon(() => trace.discard(), { signal });
    });
  }

  #end(work: (ended: EndedTrace) => Promise<void>): Promise<void> {
    const trace = this.#open();
    if (this.#context) BEGUN.delete(this.#context);
    this.#context = undefined;
    this.#trace = undefined;
    if (trace === undefined) return this.#last;
    const answered = this.#answered(trace);
    this.#last = this.#last.then(() => work({ trace, answered }));
    return this.#last;
  }

  /** What an action has just asked for may be known only once the page has been taken after it. */
  async #answered(trace: ItemTrace): Promise<void> {
    const { page, network } = this.#session;
    if (page === undefined) return;
    await Promise.all([network.answered(page), trace.settled().then(() => network.answered(page))]);
  }

  async #handOver({ trace, answered }: EndedTrace, signal: AbortSignal): Promise<void> {
    await soon(() => trace.settled(), { signal, timeoutMs: SETTLED_LIMIT_MS });
    await soon(() => answered, { signal, timeoutMs: ANSWERS_LIMIT_MS });
    const ending = trace.end();
    if (!(await soon(() => ending, { signal }))) return;
    await using kept = await ending;
    await this.#sink.trace?.(kept.files);
  }

  /** The trace of the item's context, unless another one has replaced it. */
  #open(): ItemTrace | undefined {
    return this.#context === this.#session.context ? this.#trace : undefined;
  }
}

/** Resolves to whether the work was done in time. */
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
