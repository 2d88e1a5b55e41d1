/** Traces of runs: pages, requests and console around every action. Knows nothing of how actions are walked. */
import type { BrowserContext } from 'playwright';
import { AppError } from '../../model/errors/errors.ts';
import type { RunSink } from '../../model/protocol/bridge.ts';
import { withinLimit } from '../browser/limits/within-limit.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { type ItemTrace, RemoteTrace } from './item-trace.ts';
import { PageKeeper } from './page-keeper.ts';

const LIMIT_MS = 10_000;
/** How long a page without an answer may delay a run; on a busy machine answers take 2 s and more. */
const SETTLED_LIMIT_MS = 5_000;
/** Whoever stops a run does not wait longer for its trace. */
const STOPPED_LIMIT_MS = 400;
/** How long answers to the last action are awaited: some pages keep a request open for ever. */
const ANSWERS_LIMIT_MS = 1_000;

/** Numbers of actions are per item, independent of when others run. */
const MOMENTS_OF_ITEM = 100_000;

const groupOf = (moment: number, title: string): string => `${moment}. ${title}`;

type TracedSession = Pick<AppSession, 'context' | 'page' | 'network'>;

interface EndedTrace {
  trace: ItemTrace;
  /** Resolves when the requests pending at the end of the item have ended and their bodies have come. */
  answered: Promise<unknown>;
}

/** A window may be made ready before there is a run that takes it, so nobody else has what was begun with it. */
const BEGUN = new WeakMap<BrowserContext, ItemTrace>();

/** Best before the first page of the context: an open page needs extra calls and time. */
export async function beginTrace(context: BrowserContext): Promise<void> {
  await soon(async () => {
    BEGUN.set(context, (await PageKeeper.begin(context)) ?? (await RemoteTrace.begin(context)));
  });
}

export class MomentNumbers {
  #itemIndex = 0;
  #moment = 0;

  begin(itemIndex: number): void {
    if (itemIndex !== this.#itemIndex) this.#moment = 0;
    this.#itemIndex = itemIndex;
  }

  next(): number {
    this.#moment += 1;
    return this.#itemIndex * MOMENTS_OF_ITEM + this.#moment;
  }
}

/**
 * One trace per item, with the page before and after every action. Actions are numbered within the item; those on
 * another page, as for signing in, are not kept. Never rejects.
 */
export class RunTrace {
  readonly #session: TracedSession;
  readonly #sink: Pick<RunSink, 'trace'>;
  #context: BrowserContext | undefined;
  #trace: ItemTrace | undefined;
  readonly #numbers: MomentNumbers;
  #last: Promise<void> = Promise.resolve();

  /** Traces of windows of the same lane share their numbers. */
  constructor(session: TracedSession, sink: Pick<RunSink, 'trace'>, numbers = new MomentNumbers()) {
    this.#numbers = numbers;
    this.#session = session;
    this.#sink = sink;
  }

  /** Call it once the page of the item is open; retries continue the numbers of the item. */
  async start(itemIndex: number): Promise<void> {
    this.#numbers.begin(itemIndex);
    const { context } = this.#session;
    if (context !== undefined && !BEGUN.has(context)) await beginTrace(context);
    this.#trace = context && BEGUN.get(context);
    this.#context = this.#trace && context;
    this.#trace?.used();
  }

  /** Returns the number of the action; undefined where it is not kept. */
  begin(title: string): number | undefined {
    const trace = this.#open();
    if (trace === undefined) return undefined;
    const moment = this.#numbers.next();
    trace.before(groupOf(moment, title));
    return moment;
  }

  end(): void {
    this.#open()?.after(this.#session.page);
  }

  /**
   * Resolves once the trace is handed over, until when the window must not close; the next item may begin at once.
   * `signal` aborts when somebody stops the run.
   */
  stop(signal: AbortSignal): Promise<void> {
    return this.#end(ended => this.#handOver(ended, signal));
  }

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

  /** Requests of an action may be known only once the page after it has been taken. */
  async #answered(trace: ItemTrace): Promise<void> {
    const { page, network } = this.#session;
    if (page === undefined) return;
    await Promise.all([network.answered(page), trace.settled().then(() => network.answered(page))]);
    await trace.received();
  }

  async #handOver({ trace, answered }: EndedTrace, signal: AbortSignal): Promise<void> {
    await soon(() => trace.settled(), { signal, timeoutMs: SETTLED_LIMIT_MS });
    await soon(() => answered, { signal, timeoutMs: ANSWERS_LIMIT_MS });
    const ending = trace.end();
    if (!(await soon(() => ending, { signal }))) return;
    await using kept = await ending;
    await this.#sink.trace?.(kept.files);
  }

  #open(): ItemTrace | undefined {
    return this.#context === this.#session.context ? this.#trace : undefined;
  }
}

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
