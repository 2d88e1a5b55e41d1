import { AppError, isAppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { PerformedAction, Resume, RunPlan, RunSink, RunStatus } from '../../model/protocol/bridge.ts';
import {
  isUnderWay,
  nextPhase,
  type Outcome,
  type RunEvent,
  type RunPhase,
  requirePaused,
} from '../../model/run/state.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { Changes } from '../browser/logs/changes.ts';
import { explainFailure } from '../browser/requests/page-failure.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { Debugger } from './debug/debugger.ts';
import { evaluateAt, setValueAt } from './debug/paused-values.ts';
import { LiveActions } from './live-actions.ts';
import { LiveContent } from './run/node-walk.ts';
import { ItemsRun } from './run-items.ts';
import { type Progress, progressOf, statusOf } from './run-progress.ts';
import type { Evaluator } from './values/evaluator.ts';

/** A time limit that does not run on while it is paused. */
export class PausableLimit {
  readonly #late: () => void;
  #leftMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  /** No limit where none is given. It begins to run at once. */
  constructor(limitMs: number | undefined, late: () => void) {
    this.#leftMs = limitMs;
    this.#late = late;
    this.resume();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (this.#leftMs !== undefined) this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    if (this.#leftMs === undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#late, Math.max(0, this.#leftMs));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#leftMs = undefined;
  }
}

const noFreshContext = () =>
  new AppError(
    'invalid-project',
    'The app window is a tab that is lent, which has no fresh context: run a test in the live one, or take the tab back.',
    { next: 'runTest with context live; giveTabBack' },
  );

interface WaitOptions {
  timeoutMs: number;
  signal: AbortSignal;
  orPaused?: boolean;
}

/** Windows beside the app window, for the lanes of a run. */
interface BesideWindows {
  open(): AppSession;
  close(session: AppSession): Promise<void>;
}

/** The runs of one project: one at a time, in its app window, and beside it where they have several workers. */
export class RunController {
  readonly #session: AppSession;
  readonly #beside: BesideWindows;
  readonly #evaluator: Evaluator;
  readonly #live: LiveActions;
  #runActedAt = 0;
  /** Tells when a run begins, is paused, goes on, ends, or is at another action. */
  readonly changes = new Changes();
  #phase: RunPhase = 'idle';
  #progress: Progress | undefined;
  #debugger: Debugger | undefined;
  #limit: PausableLimit | undefined;
  #stop = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(session: AppSession, evaluator: Evaluator, beside: BesideWindows) {
    this.#session = session;
    this.#beside = beside;
    this.#evaluator = evaluator;
    this.#live = new LiveActions(session, evaluator);
  }

  /** Whether the page is not for others now: a run acts on it, or an action by itself. */
  get hasWindow(): boolean {
    return this.#phase === 'starting' || this.#phase === 'running' || this.#live.isUnderWay;
  }

  /** When a run or an action by itself last acted on the page, by `Date.now()`. */
  get actedAt(): number {
    return this.hasWindow ? Date.now() : Math.max(this.#runActedAt, this.#live.endedAt);
  }

  get isUnderWay(): boolean {
    return isUnderWay(this.#phase);
  }

  /** Once no action is performed by itself; the sink is made only then. Errors: `run-in-progress`, `busy`, `invalid-project`. */
  start(planned: RunPlan, makeSink: () => RunSink): Promise<void> {
    if (planned.context === 'fresh' && this.#session.isLent) return Promise.reject(noFreshContext());
    return this.#live.whenFree(() => {
      nextPhase(this.#phase, { kind: 'start' });
      const sink = makeSink();
      this.#move({ kind: 'start' });
      this.#stop = new AbortController();
      this.#live.forget();
      const live = new LiveContent(planned.content);
      const plan = {
        ...planned,
        get content() {
          return live.now;
        },
      };
      this.#debugger = this.#debuggerOf(plan, live, sink);
      const progress = progressOf(plan);
      this.#progress = progress;
      const items = new ItemsRun({
        session: this.#session,
        openBeside: () => this.#beside.open(),
        closeBeside: session => this.#beside.close(session),
        evaluator: this.#evaluator,
        progress,
        sink,
        live,
        gate: this.#debugger,
        signal: this.#stop.signal,
        began: () => this.#move({ kind: 'began' }),
        atAction: () => this.changes.tell(),
        lost: error => this.#stop.abort(error),
      });
      this.#ended = this.#untilEnd(items.run(), progress, sink);
    });
  }

  #debuggerOf({ debugging }: RunPlan, live: LiveContent, sink: RunSink): Debugger {
    return new Debugger({
      debugging,
      live,
      evaluator: this.#evaluator,
      signal: this.#stop.signal,
      settled: () => this.#live.ended(),
      onResumed: () => {
        this.#move({ kind: 'resume' });
        this.#limit?.resume();
        sink.progress({ kind: 'resumed' });
      },
      onPaused: () => {
        this.#move({ kind: 'pause' });
        this.#limit?.pause();
        sink.progress({ kind: 'paused' });
      },
    });
  }

  /** Performs the one action of a plan on the live page. Errors: `run-in-progress`, `app-not-open`. */
  perform(plan: RunPlan, sink: RunSink, { by, ...options }: CallOptions & { by: string }): Promise<PerformedAction> {
    const begin = () => {
      if (this.#phase === 'paused') return this.#debugger?.required();
      nextPhase(this.#phase, { kind: 'start' });
      return undefined;
    };
    return this.#live.perform({ plan, by, sink, begin }, options);
  }

  /** Has the run pause before its next action. Errors: `not-running`, `already-paused`, `conflict`. */
  pause(by: string): void {
    const { workers = 1 } = this.#progress?.plan ?? {};
    if (this.isUnderWay && workers > 1) throw severalLanes(workers);
    this.#move({ kind: 'ask-pause' });
    this.#debugger?.ask(by);
  }

  /** Errors: `not-running`, `not-paused`, those of `Debugger`. */
  resume(how: Resume): void {
    requirePaused(this.#phase);
    this.#debugger?.resume(how);
  }

  /** Errors: `not-running`, `not-paused`, those of the expression. */
  evaluate(expression: string, { signal }: CallOptions): Promise<unknown> {
    const until = AbortSignal.any([signal, this.#stop.signal]);
    return evaluateAt(this.#place(), expression, { evaluator: this.#evaluator, signal: until });
  }

  /** Errors: `not-running`, `not-paused`, `invalid-params`, `not-found`. */
  setValue(name: string, value: unknown): string {
    const full = setValueAt(this.#place(), name, value);
    this.changes.tell();
    return full;
  }

  #place() {
    requirePaused(this.#phase);
    if (this.#debugger === undefined) throw new AppError('internal', 'The run has no debugger.');
    return this.#debugger.required();
  }

  /** Asks the run to end. Errors: `not-running`. */
  stop(reason: string): void {
    if (!this.isUnderWay) nextPhase(this.#phase, { kind: 'finish', outcome: 'stopped' });
    this.#stop.abort(new AppError('stopped', `The run was ${reason}.`));
  }

  /** Resolves when the run has ended, or is paused where that is waited for, or the time is over. */
  async waitForEnd({ timeoutMs, signal, orPaused = false }: WaitOptions): Promise<RunStatus> {
    const end = new AbortController();
    const over = new Promise<void>(resolve => {
      const limits = AbortSignal.any([signal, timeoutSignal(timeoutMs), end.signal]);
      limits.addEventListener('abort', () => resolve(), { once: true });
    });
    const stopWaiting = () => end.abort();
    const look = () => {
      if (orPaused && this.#phase === 'paused') stopWaiting();
    };
    const stopLooking = this.changes.listen(look);
    look();
    await Promise.race([this.#ended, over]);
    stopLooking();
    stopWaiting();
    return this.status();
  }

  status(): RunStatus {
    return statusOf(this.#phase, this.#progress, this.#debugger);
  }

  #move(event: RunEvent): void {
    if (this.hasWindow) this.#runActedAt = Date.now();
    this.#phase = nextPhase(this.#phase, event);
    this.changes.tell();
  }

  async #untilEnd(running: Promise<Outcome>, progress: Progress, sink: RunSink): Promise<void> {
    const runLimit = progress.plan.settings.timeouts?.runMs;
    this.#limit = new PausableLimit(runLimit, () => this.#tooLong(runLimit ?? 0));
    let outcome: Outcome;
    try {
      outcome = await running;
    } catch (error) {
      outcome = this.#outcomeOfError(progress, error);
    } finally {
      this.#limit.end();
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

  #outcomeOfError(progress: Progress, error: unknown): Outcome {
    const { signal } = this.#stop;
    const cause: unknown = signal.aborted ? signal.reason : explainFailure(error);
    progress.reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    progress.errorKind = isAppError(cause) ? cause.kind : undefined;
    return isAppError(cause, 'stopped') ? 'stopped' : 'error';
  }

  #tooLong(runMs: number): void {
    this.#stop.abort(new AppError('timeout', `The run took longer than its limit of ${inSeconds(runMs)}.`));
  }
}

const severalLanes = (workers: number): AppError =>
  new AppError('conflict', `A run with ${workers} workers is not paused: whoever looks sees only one of its windows.`, {
    next: 'stopTest, then runTest with workers: 1',
  });
