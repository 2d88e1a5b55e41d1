import type { AppOpening, CallOptions } from '../../model/protocol/app-window.ts';
import type { PerformedAction, RunPlan, RunSink, RunStatus } from '../../model/protocol/bridge.ts';
import { AppError, isAppError } from '../../model/protocol/errors.ts';
import {
  isUnderWay,
  nextPhase,
  type Outcome,
  type RunEvent,
  type RunPhase,
  worstOutcome,
} from '../../model/run/state.ts';
import type { AppSession } from '../browser/app-session.ts';
import { Changes } from '../browser/changes.ts';
import { explainFailure } from '../browser/page-failure.ts';
import type { ItemRequest, SignedIn } from './item-request.ts';
import { LiveActions } from './live-actions.ts';
import { PageWatch } from './page-watch.ts';
import { loadExpect } from './playwright-expect.ts';
import { createPagePort } from './playwright-page-port.ts';
import { runItem, skippedItem } from './run-item.ts';
import { keepConsole, type Progress, statusOf } from './run-progress.ts';
import { SignIns } from './sign-ins.ts';
import type { Evaluator } from './values/evaluator.ts';
import { needsExpressions } from './values/needs-expressions.ts';
import { whenAborted } from './when-aborted.ts';

/** What the items of a run have in common. */
interface Running {
  progress: Progress;
  sink: RunSink;
  signIns: SignIns;
  /** The first item runs on a page that was open, signed in or not. */
  isAsItStands: boolean;
}

/** The runs of one project: one at a time, in its app window. */
export class RunController {
  readonly #session: AppSession;
  readonly #evaluator: Evaluator;
  readonly #live: LiveActions;
  /** Tells when a run begins, ends, or is at another action. */
  readonly changes = new Changes();
  #phase: RunPhase = 'idle';
  #progress: Progress | undefined;
  #stop = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(session: AppSession, evaluator: Evaluator) {
    this.#session = session;
    this.#evaluator = evaluator;
    this.#live = new LiveActions(session, evaluator);
  }

  get isUnderWay(): boolean {
    return isUnderWay(this.#phase);
  }

  /** Errors: `run-in-progress`. */
  start(plan: RunPlan, sink: RunSink): void {
    this.#move({ kind: 'start' });
    this.#stop = new AbortController();
    this.#live.forget();
    this.#progress = {
      plan,
      items: [],
      currentIndex: 0,
      done: 0,
      action: undefined,
      startedAt: performance.now(),
      elapsedMs: undefined,
      reason: undefined,
      errorKind: undefined,
    };
    this.#ended = this.#run(this.#progress, sink);
  }

  /** Performs the one action of a plan on the live page. Errors: `run-in-progress`, `app-not-open`. */
  perform(plan: RunPlan, sink: RunSink, options: CallOptions): Promise<PerformedAction> {
    return this.#live.perform({ plan, sink, begin: () => void nextPhase(this.#phase, { kind: 'start' }) }, options);
  }

  /** Asks the run to end. Errors: `not-running`. */
  stop(reason: string): void {
    if (!this.isUnderWay) nextPhase(this.#phase, { kind: 'finish', outcome: 'stopped' });
    this.#stop.abort(new AppError('stopped', `The run was ${reason}.`));
  }

  async waitForEnd({ timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }): Promise<RunStatus> {
    const end = new AbortController();
    const limit = new Promise<void>(resolve => {
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs), end.signal]).addEventListener('abort', () => resolve(), {
        once: true,
      });
    });
    await Promise.race([this.#ended, limit]);
    end.abort();
    return this.status();
  }

  status(): RunStatus {
    return statusOf(this.#phase, this.#progress);
  }

  #move(event: RunEvent): void {
    this.#phase = nextPhase(this.#phase, event);
    this.changes.tell();
  }

  async #run(progress: Progress, sink: RunSink): Promise<void> {
    const { plan } = progress;
    const stopListening = this.#session.onLost(reason =>
      this.#stop.abort(new AppError('browser-lost', `The browser went away: ${reason}.`)),
    );
    const runLimit = plan.settings.timeouts?.runMs;
    const timer = runLimit === undefined ? undefined : setTimeout(() => this.#tooLong(runLimit), runLimit);
    let outcome: Outcome;
    try {
      outcome = await this.#runItems(progress, sink);
    } catch (error) {
      outcome = this.#outcomeOfError(progress, error);
    } finally {
      stopListening();
      clearTimeout(timer);
    }
    progress.elapsedMs = performance.now() - progress.startedAt;
    await sink.finished({
      outcome,
      reason: progress.reason,
      elapsedMs: progress.elapsedMs,
      browser: this.#session.browser?.name,
    });
    this.#move({ kind: 'finish', outcome });
  }

  async #runItems(progress: Progress, sink: RunSink): Promise<Outcome> {
    const { plan } = progress;
    const { signal } = this.#stop;
    using stopped = whenAborted(signal);
    const run: Running = { progress, sink, signIns: new SignIns(), isAsItStands: false };
    const starting = Promise.all([loadExpect(), this.#live.ended().then(() => this.#openPage(run, 0))]);
    // It starts beside the browser; what keeps it from starting is told by the first value that needs it.
    if (needsExpressions(plan)) this.#evaluator.prepare().catch(() => {});
    await Promise.race([starting, stopped.promise]);
    this.#move({ kind: 'began' });
    using _console = keepConsole(this.#session, entry => sink.console(progress.currentIndex, entry));
    for (const [itemIndex, item] of plan.items.entries()) {
      progress.currentIndex = itemIndex;
      progress.done = 0;
      sink.progress({ kind: 'item-started', itemIndex, item });
      const signedIn = item.isSkipped
        ? undefined
        : await Promise.race([this.#makeReady(run, itemIndex), stopped.promise]);
      const request = { ...this.#requestFor(run, itemIndex), signedIn };
      const done = item.isSkipped ? skippedItem(item) : await runItem(request);
      progress.items.push(done);
      sink.progress({ kind: 'item-finished', itemIndex, item: done });
      signal.throwIfAborted();
    }
    return worstOutcome(
      progress.items.flatMap(({ state }) => (state === 'skipped' || state === 'running' ? [] : [state])),
    );
  }

  /** Signs in where the item needs it, and opens its page; that of the first item is open, unless that came between. */
  async #makeReady(run: Running, itemIndex: number): Promise<SignedIn | undefined> {
    const item = run.progress.plan.items[itemIndex];
    const identity = itemIndex === 0 && run.isAsItStands ? undefined : item?.identity;
    if (item === undefined || !SignIns.isNeededFor(identity)) {
      if (itemIndex > 0) await this.#openPage(run, itemIndex);
      return undefined;
    }
    const signedIn = await run.signIns.ready(identity, item, asked => ({
      ...this.#requestFor(run, itemIndex),
      item: asked,
      onResult: () => {},
    }));
    if (signedIn.failure === undefined) await this.#session.openFresh(this.#openingOf(run, itemIndex));
    return signedIn;
  }

  async #openPage(run: Running, itemIndex: number): Promise<void> {
    const opening = this.#openingOf(run, itemIndex);
    const isLive = run.progress.plan.context === 'live' && itemIndex === 0;
    run.isAsItStands = isLive && this.#session.context !== undefined;
    await (isLive ? this.#session.livePage(opening) : this.#session.openFresh(opening));
  }

  #openingOf({ progress: { plan }, signIns }: Running, itemIndex: number): AppOpening {
    const { settings, appUrl, headed } = plan;
    return signIns.opening({ settings, appUrl, headed, identity: plan.items[itemIndex]?.identity });
  }

  #requestFor({ progress, sink }: Running, itemIndex: number): ItemRequest {
    const { plan } = progress;
    const item = plan.items[itemIndex];
    if (item === undefined) throw new AppError('internal', `The run has no item ${itemIndex}.`);
    return {
      plan,
      item,
      itemIndex,
      page: createPagePort(this.#session),
      session: this.#session,
      watch: new PageWatch(this.#session),
      evaluator: this.#evaluator,
      sink,
      signal: this.#stop.signal,
      onAction: action => {
        progress.action = action;
        this.changes.tell();
      },
      onResult: (result, done) => {
        progress.done = done;
        sink.progress({ kind: 'action-finished', itemIndex, result });
      },
    };
  }

  #outcomeOfError(progress: Progress, error: unknown): Outcome {
    const { signal } = this.#stop;
    const cause: unknown = signal.aborted ? signal.reason : explainFailure(error);
    progress.reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    progress.errorKind = isAppError(cause) ? cause.kind : undefined;
    return isAppError(cause, 'stopped') ? 'stopped' : 'error';
  }

  #tooLong(runMs: number): void {
    this.#stop.abort(new AppError('timeout', `The run took longer than its limit of ${runMs / 1_000} s.`));
  }
}
