import type { AppError } from '../../model/errors/errors.ts';
import { nearestFailOn } from '../../model/project/fail-on.ts';
import { isKept, isRecorded, type KeptOf } from '../../model/project/kept-of.ts';
import type { AppOpening } from '../../model/protocol/app-window.ts';
import type { PlannedActor, PlannedItem, RunSink } from '../../model/protocol/bridge.ts';
import { mapItem } from '../../model/run/map-actions.ts';
import type { ItemResult } from '../../model/run/run.ts';
import type { ActorSessions } from '../browser/session/actor-sessions.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { restoreClock } from '../browser/session/window-clock.ts';
import { beginTrace, MomentNumbers, RunTrace } from '../trace/run-trace.ts';
import { LaneActors } from './lane-actors.ts';
import { loadExpect } from './page/expect-page.ts';
import { failureOf } from './page/failure.ts';
import { Incidents } from './page/incidents.ts';
import { PageWatch } from './page/page-watch.ts';
import type { Gate, ItemRequest } from './run/item-request.ts';
import { needsExpectations, needsExpressions } from './run/needed-ahead.ts';
import type { LiveContent } from './run/node-walk.ts';
import { noteRequests } from './run/note-requests.ts';
import { runItem, skippedItem } from './run/run-item.ts';
import { runScenario, untriedScenario } from './run/run-scenario.ts';
import { RunVideo } from './run/run-video.ts';
import { beginItem, type ItemProgress, type ItemsProgress } from './run-progress.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import type { Evaluator } from './values/evaluator.ts';

/** Runs items of a run, one after the other. */
export interface LaneOfRun {
  readonly index: number;
  /**
   * Runs an item once. A lost window is an error of the item, and the end of a run that has just this item. Errors:
   * `NotReady`; the reason of the signal when that aborts before the item could begin.
   */
  run(itemIndex: number, attempt: number): Promise<ItemResult>;
  end(): Promise<void>;
}

/** Nothing is open in a lane before its first item. */
export type LaneSource = (index: number, request: LanesRequest) => LaneOfRun;

/** A window, and those of actors beside its first one. */
export interface LaneWindow {
  session: AppSession;
  actors: ActorSessions;
}

export interface LanesRequest {
  evaluator: Evaluator;
  progress: ItemsProgress;
  sink: RunSink;
  live: LiveContent;
  gate: Gate;
  signal: AbortSignal;
  signIns: SignIns;
  /** Whether the run has just one item, in the app window. */
  isAlone: boolean;
  /** Index of the next item; -1 when all have begun. */
  upcoming(): number;
  began(): void;
  atAction(): void;
  lost(error: AppError): void;
}

/** The page could not be made ready, through no fault of an item. */
export class NotReady extends Error {}

/** A window in this process, with a new page for each item. */
export class RunLane implements LaneOfRun {
  readonly index: number;
  readonly #session: AppSession;
  readonly #request: LanesRequest;
  readonly #traced: KeptOf;
  readonly #trace: RunTrace | undefined;
  readonly #actors: LaneActors;
  #hasBegun = false;
  /** The item whose page the lane opened first and has not used. */
  #openFor: number | undefined;
  /** The first item runs on the open page, signed in or not. */
  #usesCurrentPage = false;

  constructor(index: number, { session, actors }: LaneWindow, request: LanesRequest) {
    this.index = index;
    this.#session = session;
    this.#request = request;
    const { progress, sink, signIns } = request;
    const { trace = 'off' } = progress.plan;
    this.#traced = trace;
    const numbers = new MomentNumbers();
    const traceOf = (traced: AppSession) =>
      trace !== 'off' && sink.trace ? new RunTrace(traced, sink, numbers) : undefined;
    this.#trace = traceOf(session);
    this.#actors = new LaneActors({ sessions: actors, signIns, sink, traceOf });
  }

  async run(itemIndex: number, attempt: number): Promise<ItemResult> {
    const { progress, signal, signIns } = this.#request;
    const item = progress.plan.items[itemIndex];
    if (item === undefined) throw new Error(`The run has no item ${itemIndex}.`);
    const at = beginItem(progress, { itemIndex, lane: this.index, attempt });
    using window = this.#watch(itemIndex);
    try {
      if (item.isSkipped) return leftOut(item);
      return await this.#perform(item, at, window.signal);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!window.signal.aborted) throw new NotReady('The page could not be opened.', { cause: error });
      return { ...leftOut(item), state: 'error', error: failureOf(error, window.signal).failure };
    } finally {
      for (const { identity } of [item, ...(item.actors ?? [])]) signIns.release(identity, itemIndex);
      progress.underWay.delete(at);
    }
  }

  async #perform(item: PlannedItem, at: ItemProgress, signal: AbortSignal): Promise<ItemResult> {
    using stopped = whenAborted(signal);
    if (!this.#hasBegun) {
      const { plan } = this.#request.progress;
      // Starts beside the browser; the first value that needs it reports errors.
      if (needsExpressions(plan)) this.#request.evaluator.prepare().catch(() => {});
      const expecting = needsExpectations(plan) ? loadExpect() : undefined;
      await Promise.race([Promise.all([this.#openPage(at), expecting]), stopped.promise]);
      this.#hasBegun = true;
      this.#openFor = at.itemIndex;
      this.#request.progress.browser ??= this.#session.browser?.name;
      this.#request.began();
    }
    const request = await Promise.race([this.#makeReady(item, at, signal), stopped.promise]);
    if (isRecorded(this.#traced, at.attempt)) await this.#trace?.start(at.itemIndex);
    if (!this.#keepsOneWindow()) this.#prepareNext(signal);
    const done = this.#endTrace(await this.#withActors(signal, () => this.#film(item, request, at.attempt)), signal);
    await restoreClock(this.#session.context, this.#session.changes);
    if (done.state !== 'passed') this.#session.spoilWindow('its test did not pass');
    if (!this.#keepsOneWindow()) this.#prepareNext(signal);
    return done;
  }

  async #withActors(signal: AbortSignal, work: () => Promise<ItemResult>): Promise<ItemResult> {
    let done: ItemResult | undefined;
    try {
      done = await work();
      return done;
    } finally {
      const keeps = done !== undefined && isKept(this.#traced, done);
      await this.#actors.end({ isPassed: done?.state === 'passed', keeps, signal });
    }
  }

  /** The trace is handed over beside the next item. */
  #endTrace(done: ItemResult, signal: AbortSignal): ItemResult {
    if (this.#trace === undefined) return done;
    const keeps = isKept(this.#traced, done);
    this.#session.holdWindow(keeps ? this.#trace.stop(signal) : this.#trace.discard(signal));
    return keeps ? done : mapItem(done, ({ moment: _gone, ...action }) => action);
  }

  async #film(item: PlannedItem, request: ItemRequest, attempt: number): Promise<ItemResult> {
    const { plan, sink, session, itemIndex } = request;
    using _noted = await noteRequests(request);
    const perform = (asked: ItemRequest) =>
      session.mocks.confine<ItemResult>(() => (item.scenario ? runScenario(asked, item.scenario) : runItem(asked)));
    const { video: of = 'off' } = plan;
    if (!isRecorded(of, attempt) || sink.video === undefined) return await perform(request);
    // A full disk must not stop tests.
    await using video = await RunVideo.start(session).catch(() => undefined);
    if (video === undefined) return await perform(request);
    const done = await perform({ ...request, video });
    const film = isKept(of, done) ? await video.end() : undefined;
    const name = item.scenario?.scenario ?? item.test.testCode;
    const kept = film && (await sink.video(name, film, itemIndex));
    return kept === undefined ? done : { ...done, video: kept };
  }

  async end(): Promise<void> {
    await this.#trace?.stop(this.#request.signal);
  }

  /** Opens a window for the next item or run while this one runs, or its results are stored. */
  #prepareNext(signal: AbortSignal): void {
    const { progress, signIns, upcoming } = this.#request;
    const next = upcoming();
    const isNone = signal.aborted || (next < 0 && !this.#session.keepsReady);
    const identity = progress.plan.items[next]?.identity;
    // Signing in needs a window of its own first.
    const signsIn = SignIns.isNeededFor(identity) && signIns.stateOf(identity) === undefined;
    if (isNone || signsIn) this.#session.prepareNothing();
    else this.#session.prepare(this.#openingOf(next), this.#setupFor(0));
  }

  /**
   * Lanes side by side keep all cores busy, so that making the next window beside the test saves no time and takes the
   * memory of a page. Traces are handed over beside the next test, for which they need their window.
   */
  #keepsOneWindow(): boolean {
    const { progress, upcoming } = this.#request;
    const { workers = 1, items } = progress.plan;
    return workers > 1 && this.#trace === undefined && items[upcoming()]?.isolation !== 'fresh';
  }

  #watch(itemIndex: number): Disposable & { signal: AbortSignal } {
    const { sink, signal, lost, isAlone } = this.#request;
    const { console, loss } = this.#session;
    const gone = new AbortController();
    const stopLines = console.written.listen(entry => sink.console(itemIndex, entry));
    const stopLoss = loss.listen(error => (isAlone ? lost(error) : gone.abort(error)));
    return {
      signal: isAlone ? signal : AbortSignal.any([signal, gone.signal]),
      [Symbol.dispose]: () => {
        stopLines();
        stopLoss();
      },
    };
  }

  async #makeReady(item: PlannedItem, at: ItemProgress, signal: AbortSignal): Promise<ItemRequest> {
    const { itemIndex } = at;
    const isOpen = this.#openFor === itemIndex;
    this.#openFor = undefined;
    const identity = isOpen && this.#usesCurrentPage ? undefined : item.identity;
    if (!SignIns.isNeededFor(identity)) {
      if (!isOpen) await this.#openPage(at);
      return await this.#requestOf(item, at, signal);
    }
    const requestFor = (asked: PlannedItem): ItemRequest => ({
      ...this.#requestFor(asked, at, signal),
      trace: undefined,
      onResult: () => {},
      onInner: undefined,
    });
    const signedIn = await this.#request.signIns.ready(identity, item, requestFor, itemIndex);
    if (signedIn.failure === undefined)
      await this.#session.openFresh(this.#openingOf(itemIndex), this.#setupFor(at.attempt));
    return { ...(await this.#requestOf(item, at, signal)), signedIn };
  }

  async #openPage({ itemIndex, attempt }: ItemProgress): Promise<void> {
    const opening = this.#openingOf(itemIndex);
    const isLive = this.#isLive(itemIndex);
    this.#usesCurrentPage = isLive && this.#session.context !== undefined;
    await (isLive ? this.#session.livePage(opening) : this.#session.openFresh(opening, this.#setupFor(attempt)));
  }

  #setupFor(attempt: number) {
    return this.#trace !== undefined && isRecorded(this.#traced, attempt) ? beginTrace : undefined;
  }

  /** Default: that of the first actor. */
  #openingOf(itemIndex: number, actor?: PlannedActor): AppOpening {
    const { progress, signIns } = this.#request;
    const { settings, appUrl, headed, items, comparesPictures: isWhole } = progress.plan;
    const { isolation = 'clean' } = items[itemIndex] ?? {};
    const { identity, browser = settings.browser } = actor ?? items[itemIndex] ?? {};
    const own = { ...settings, browser };
    return signIns.opening({ settings: own, appUrl, headed, isWhole, identity, isolation });
  }

  /** The item's own page, and those of the others who act in it. */
  async #requestOf(item: PlannedItem, at: ItemProgress, signal: AbortSignal): Promise<ItemRequest> {
    const { itemIndex, attempt } = at;
    const isLive = this.#isLive(itemIndex);
    await this.#actors.makeRoom(item);
    const own = this.#requestFor(item, at, signal);
    const started = {
      ...{ item, itemIndex, signal, isLive },
      isTraced: isRecorded(this.#traced, attempt),
      openingOf: (actor: PlannedActor) => this.#openingOf(itemIndex, actor),
      requestFor: (asked: PlannedItem, session: AppSession) => this.#requestFor(asked, at, signal, session),
      openFresh: (session: AppSession, opening: AppOpening) => session.openFresh(opening, this.#setupFor(attempt)),
    };
    return { ...own, actors: this.#actors.begin(started, own) };
  }

  #isLive(itemIndex: number): boolean {
    return this.#request.progress.plan.context === 'live' && itemIndex === 0;
  }

  #requestFor(item: PlannedItem, at: ItemProgress, signal: AbortSignal, session = this.#session): ItemRequest {
    const { evaluator, progress, sink, live, gate, atAction } = this.#request;
    const { itemIndex } = at;
    return {
      plan: progress.plan,
      item,
      itemIndex,
      session,
      watch: new PageWatch(session),
      incidents: new Incidents(session, nearestFailOn(progress.plan.settings.failOn, item.test.failOn)),
      evaluator,
      sink,
      signal,
      live,
      gate,
      trace: this.#trace,
      onAction: action => {
        at.action = action;
        atAction();
      },
      onResult: (result, done) => {
        at.done = done;
        sink.progress({ kind: 'action-finished', itemIndex, result });
      },
      onStep: (result, done) => {
        at.done = done;
        sink.progress({ kind: 'step-finished', itemIndex, result });
      },
      onInner: (within, result) => sink.progress({ kind: 'inner-action-finished', itemIndex, within, result }),
    };
  }
}

export const leftOut = (item: PlannedItem): ItemResult =>
  item.scenario === undefined ? skippedItem(item) : untriedScenario(item.scenario);

/** Listens only until it is disposed. */
function whenAborted(signal: AbortSignal): Disposable & { promise: Promise<never> } {
  const listening = new AbortController();
  const promise = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true, signal: listening.signal });
  });
  promise.catch(() => {});
  return { promise, [Symbol.dispose]: () => listening.abort() };
}
