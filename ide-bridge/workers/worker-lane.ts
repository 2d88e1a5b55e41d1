import { AppError } from '../../model/errors/errors.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { type LaneOfRun, type LanesRequest, leftOut, NotReady } from '../runner/run-lane.ts';
import { beginItem, type ItemProgress } from '../runner/run-progress.ts';
import { SignIns } from '../runner/sign-in/sign-ins.ts';
import {
  answerWith,
  type LaneFunctions,
  type LaneSetup,
  receivedError,
  type SentItem,
  type SentPlan,
  type WorkerBrowsers,
} from './worker-calls.ts';
import type { LaneProcess, WorkerPool } from './worker-pool.ts';

/** What a lane that was asked to stop, or to end, may take for that. */
const END_LIMIT_MS = 15_000;
/** A process that ends so often before its first item has begun is of no use. */
const MOST_FAILED_STARTS = 2;

interface LaneWorkers {
  pool: WorkerPool;
  browsers(): WorkerBrowsers;
}

/** A window in a process of its own. A process that ends is the error of its item, and the next item gets another one. */
export class WorkerLane implements LaneOfRun {
  readonly index: number;
  readonly #request: LanesRequest;
  readonly #workers: LaneWorkers;
  #process: Promise<LaneProcess> | undefined;
  #at: ItemProgress | undefined;
  #hasBegun = false;
  #failedStarts = 0;

  constructor(index: number, request: LanesRequest, workers: LaneWorkers) {
    this.index = index;
    this.#request = request;
    this.#workers = workers;
  }

  async run(itemIndex: number, attempt: number): Promise<ItemResult> {
    const { progress, signIns } = this.#request;
    const item = progress.plan.items[itemIndex];
    if (item === undefined) throw new Error(`The run has no item ${itemIndex}.`);
    const at = beginItem(progress, { itemIndex, lane: this.index, attempt });
    this.#at = at;
    try {
      if (item.isSkipped) return leftOut(item);
      return await this.#perform(at);
    } finally {
      signIns.release(item.identity, itemIndex);
      progress.underWay.delete(at);
      this.#at = undefined;
    }
  }

  async end(): Promise<void> {
    const opened = await this.#process?.catch(() => undefined);
    this.#process = undefined;
    if (opened === undefined) return;
    const force = setTimeout(() => opened.kill(), END_LIMIT_MS);
    opened.calls.end().catch(() => {});
    await opened.ended.catch(() => {});
    clearTimeout(force);
  }

  async #perform({ itemIndex, attempt }: ItemProgress): Promise<ItemResult> {
    const { progress, signal, signIns, upcoming } = this.#request;
    const item = progress.plan.items[itemIndex];
    const identity = item?.identity;
    const signedIn = SignIns.isNeededFor(identity) ? await signIns.outcomeFor(identity, itemIndex) : undefined;
    signal.throwIfAborted();
    this.#process ??= this.#open();
    const opened = await this.#process.catch((cause: unknown) => ({ cause }));
    if ('cause' in opened) return this.#lost(itemIndex, opened.cause);
    using _stopping = this.#stopWith(opened);
    const asked = { itemIndex, attempt, upcoming: upcoming(), ...(signedIn && { signedIn }) };
    // A call whose process has ended is never answered.
    const lost = opened.ended.then(
      () => ({ cause: 'it ended' }),
      (cause: unknown) => ({ cause }),
    );
    const answer = await Promise.race([opened.calls.runItem(asked).catch(() => lost), lost]);
    if ('cause' in answer) return this.#lost(itemIndex, answer.cause);
    if ('item' in answer) return answer.item;
    signal.throwIfAborted();
    if ('notReady' in answer) {
      const cause = receivedError(answer.notReady);
      throw new NotReady('The page could not be opened.', { cause });
    }
    throw 'error' in answer ? receivedError(answer.error) : new AppError('internal', 'A worker stopped by itself.');
  }

  /** The process has ended with the item, or could not begin. */
  #lost(itemIndex: number, cause: unknown): ItemResult {
    const { signal, progress } = this.#request;
    signal.throwIfAborted();
    this.#process = undefined;
    const message = 'The worker process that ran it ended unexpectedly.';
    if (!this.#hasBegun) this.#failedStarts += 1;
    if (this.#failedStarts > MOST_FAILED_STARTS) throw new NotReady(message, { cause });
    const item = progress.plan.items[itemIndex];
    if (item === undefined) throw new Error(`The run has no item ${itemIndex}.`);
    return { ...leftOut(item), state: 'error', error: { message } };
  }

  /** While an item is run: the end of the run reaches its process, which is ended where it does not answer. */
  #stopWith(opened: LaneProcess): Disposable {
    const { signal } = this.#request;
    const done = new AbortController();
    const stop = () => {
      opened.calls.stop();
      const force = setTimeout(() => opened.kill(), END_LIMIT_MS);
      done.signal.addEventListener('abort', () => clearTimeout(force), { once: true });
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true, signal: done.signal });
    return { [Symbol.dispose]: () => done.abort() };
  }

  #open(): Promise<LaneProcess> {
    const { progress, sink } = this.#request;
    const { pool, browsers } = this.#workers;
    const setup: LaneSetup = {
      browsers: browsers(),
      plan: sentPlan(this.#request),
      lane: this.index,
      takes: { trace: sink.trace !== undefined, video: sink.video !== undefined },
    };
    this.#hasBegun = false;
    return pool.open(setup, this.#functions(progress.plan));
  }

  #functions({ baselines, items, ...plan }: LanesRequest['progress']['plan']): Omit<LaneFunctions, 'ready'> {
    const { sink, progress, signIns, began, atAction } = this.#request;
    return {
      pathOf: (file, field) => answerWith(() => plan.pathOf(file, field)),
      baselinePath: name => answerWith(() => baselines.path(name)),
      readBaseline: name => answerWith(() => baselines.read(name)),
      writeBaseline: (name, bytes) => answerWith(() => baselines.write(name, bytes)),
      known: (actionId, locator) => answerWith(() => plan.known(actionId, locator)),
      isRejected: (actionId, repair) => answerWith(() => plan.isRejected(actionId, repair)),
      picture: (...made) => answerWith(() => sink.picture(...made)),
      file: (...made) => answerWith(() => sink.file(...made)),
      trace: file => answerWith(async () => sink.trace?.(file)),
      video: (...made) => answerWith(async () => sink.video?.(...made)),
      keepSignIn: (itemIndex, state) => answerWith(async () => items[itemIndex]?.identity?.keep?.(state)),
      began: browser => {
        this.#hasBegun = true;
        progress.browser ??= browser;
        began();
      },
      atAction: (itemIndex, { title, ...action }) => {
        if (this.#at?.itemIndex !== itemIndex) return;
        this.#at.action = { ...action, filled: { inTitle: () => title } };
        atAction();
      },
      progress: (event, done) => {
        if (this.#at !== undefined) this.#at.done = done;
        sink.progress(event);
      },
      console: (itemIndex, entry) => sink.console(itemIndex, entry),
      learned: (itemIndex, known) => sink.learned?.(itemIndex, known),
      conceal: values => sink.conceal(values),
      concealWord: word => sink.concealWord(word),
      signedIn: (itemIndex, outcome) => {
        const identity = items[itemIndex]?.identity;
        if (identity !== undefined) signIns.settle(identity, outcome, itemIndex);
      },
    };
  }
}

/** What is asked for while the plan is run is left out of it; whose identity is the same stays so. */
function sentPlan({ progress, live }: Pick<LanesRequest, 'progress' | 'live'>): SentPlan {
  const { pathOf, baselines, known, isRejected, debugging, features, items, ...plan } = progress.plan;
  const identities = new Map<unknown, SentItem['identity']>();
  const sent = items.map(({ identity, ...item }): SentItem => {
    if (identity === undefined) return item;
    const { keep: _keep, ...plain } = identity;
    const one = identities.get(identity) ?? plain;
    identities.set(identity, one);
    return { ...item, identity: one };
  });
  const { moduleOf: _moduleOf, test: _test, ...parts } = live.now;
  return { ...plan, content: parts, items: sent };
}
