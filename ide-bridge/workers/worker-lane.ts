import { AppError } from '../../model/errors/errors.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import type { Identity } from '../../model/protocol/identity.ts';
import type { ItemResult } from '../../model/run/run.ts';
import { type LaneOfRun, type LanesRequest, leftOut, NotReady } from '../runner/run-lane.ts';
import { beginItem, type ItemProgress } from '../runner/run-progress.ts';
import { type SignInState, SignIns } from '../runner/sign-in/sign-ins.ts';
import {
  type AskedItem,
  answerWith,
  type LaneAnswer,
  type LaneFunctions,
  type LaneSetup,
  receivedError,
  type SentItem,
  type SentPlan,
  type WorkerBrowsers,
} from './worker-calls.ts';
import type { LaneProcess, WorkerPool } from './worker-pool.ts';

const END_LIMIT_MS = 15_000;
/** A lane whose process ends so often before its first item is unusable. */
const MOST_FAILED_STARTS = 3;

const notReady = (cause: AppError) => new NotReady('The page could not be opened.', { cause });

interface LaneWorkers {
  pool: WorkerPool;
  browsers(): WorkerBrowsers;
}

/** A window in its own process. A process that ends is the error of its item; the next item gets another one. */
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
      return await this.#perform(item, at);
    } finally {
      for (const { identity } of [item, ...(item.actors ?? [])]) signIns.release(identity, itemIndex);
      progress.underWay.delete(at);
      this.#at = undefined;
    }
  }

  async end(): Promise<void> {
    const opened = await this.#process?.catch(() => undefined);
    this.#process = undefined;
    if (opened === undefined) return;
    const force = setTimeout(() => opened.kill(), END_LIMIT_MS);
    if (opened.isReady) opened.calls.end().catch(() => {});
    else opened.kill();
    await opened.ended.catch(() => {});
    clearTimeout(force);
  }

  async #perform(item: PlannedItem, at: ItemProgress): Promise<ItemResult> {
    const { signal, signIns } = this.#request;
    const { identity } = item;
    for (;;) {
      const signedIn = SignIns.isNeededFor(identity) ? await signIns.outcomeFor(identity, at.itemIndex) : undefined;
      signal.throwIfAborted();
      const answer = await this.#ask(at, signedIn);
      signal.throwIfAborted();
      if ('item' in answer) return answer.item;
      if ('notReady' in answer) throw notReady(receivedError(answer.notReady));
      if ('error' in answer) throw receivedError(answer.error);
      if ('isStopped' in answer) throw new AppError('internal', 'A worker stopped by itself.');
      this.#process = undefined;
      const message = `The worker process that ran it ${answer.lost}`;
      if (this.#hasBegun) return { ...leftOut(item), state: 'error', error: { message } };
      this.#failedStarts += 1;
      if (this.#failedStarts === MOST_FAILED_STARTS) throw notReady(new AppError('internal', message));
    }
  }

  /** `lost` when the process ended with the item, or could not start. */
  async #ask({ itemIndex, attempt }: ItemProgress, signedIn?: SignInState): Promise<LaneAnswer | { lost: string }> {
    this.#process ??= this.#open();
    const opened = await this.#process;
    using _stopping = this.#stopWith(opened);
    try {
      await opened.ready;
    } catch (cause) {
      return { lost: `could not start: ${cause instanceof Error ? cause.message : String(cause)}` };
    }
    const upcoming = this.#request.upcoming();
    const lost = opened.ended.catch(() => {}).then(() => ({ lost: 'ended unexpectedly.' }));
    const asked = opened.calls.runItem({
      ...{ itemIndex, attempt, upcoming, actorsSignedIn: this.#actorsSignedIn(itemIndex) },
      ...(signedIn && { signedIn }),
    });
    // A call to an ended process is never answered.
    return await Promise.race([asked.catch(() => lost), lost]);
  }

  #actorsSignedIn(itemIndex: number): AskedItem['actorsSignedIn'] {
    const { progress, signIns } = this.#request;
    const known = (progress.plan.items[itemIndex]?.actors ?? []).flatMap(({ name, identity }) => {
      const outcome = identity && signIns.knownOf(identity);
      return outcome === undefined ? [] : [[name, outcome] as const];
    });
    return known.length === 0 ? undefined : Object.fromEntries(known);
  }

  #stopWith(opened: LaneProcess): Disposable {
    const { signal } = this.#request;
    const done = new AbortController();
    const stop = () => {
      if (opened.isReady) opened.calls.stop();
      else opened.kill();
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
      putFile: (file, bytes) => answerWith(() => plan.putFile(file, bytes)),
      baselinePath: name => answerWith(() => baselines.path(name)),
      readBaseline: name => answerWith(() => baselines.read(name)),
      writeBaseline: (name, bytes) => answerWith(() => baselines.write(name, bytes)),
      known: (actionId, locator) => answerWith(() => plan.known(actionId, locator)),
      isRejected: (actionId, repair) => answerWith(() => plan.isRejected(actionId, repair)),
      picture: (...made) => answerWith(() => sink.picture(...made)),
      file: (...made) => answerWith(() => sink.file(...made)),
      trace: files => answerWith(async () => sink.trace?.(files)),
      video: (...made) => answerWith(async () => sink.video?.(...made)),
      keepSignIn: (itemIndex, state, actor) =>
        answerWith(async () => identityOf(items[itemIndex], actor)?.keep?.(state)),
      began: browser => {
        this.#hasBegun = true;
        progress.browser ??= browser;
        began();
      },
      atAction: (itemIndex, { title, ...action }) => {
        if (this.#at?.itemIndex !== itemIndex) return;
        this.#at.action = { ...action, filled: { inTitle: () => title, noted: undefined } };
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
      signedIn: (itemIndex, outcome, actor) => {
        const identity = identityOf(items[itemIndex], actor);
        if (identity !== undefined) signIns.settle(identity, outcome, itemIndex);
      },
    };
  }
}

/** Without a name, that of the item itself. */
const identityOf = (item: PlannedItem | undefined, actor: string | undefined): Identity | undefined =>
  actor === undefined ? item?.identity : item?.actors?.find(({ name }) => name === actor)?.identity;

/** Leaves out what is asked for during the run; equal identities stay equal. */
function sentPlan({ progress, live }: Pick<LanesRequest, 'progress' | 'live'>): SentPlan {
  const { pathOf, putFile, baselines, known, isRejected, debugging, features, items, ...plan } = progress.plan;
  const identities = new Map<unknown, NonNullable<SentItem['identity']>>();
  const sending = (identity: Identity | undefined): Pick<SentItem, 'identity'> => {
    if (identity === undefined) return {};
    const { keep: _keep, ...plain } = identity;
    const one = identities.get(identity) ?? plain;
    identities.set(identity, one);
    return { identity: one };
  };
  const sent = items.map(
    ({ identity, actors, ...item }): SentItem => ({
      ...item,
      ...sending(identity),
      ...(actors && { actors: actors.map(({ identity: own, ...actor }) => ({ ...actor, ...sending(own) })) }),
    }),
  );
  const { moduleOf: _moduleOf, test: _test, ...parts } = live.now;
  return { ...plan, content: parts, items: sent };
}
