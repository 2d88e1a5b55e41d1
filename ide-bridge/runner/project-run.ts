import { isDeepStrictEqual } from 'node:util';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { Resume, RunPlan, RunSink, RunStatus } from '../../model/protocol/bridge.ts';
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
import { Debugger } from './debug/debugger.ts';
import { evaluateAt, setValueAt } from './debug/paused-values.ts';
import { LiveContent } from './run/node-walk.ts';
import { ItemsRun } from './run-items.ts';
import type { LaneSource } from './run-lane.ts';
import { type ItemsProgress, progressOf, statusOf } from './run-progress.ts';
import type { Evaluator } from './values/evaluator.ts';

/** A time limit that stops while paused. */
export class PausableLimit {
  readonly #late: () => void;
  #leftMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  /** Starts at once; undefined: no limit. */
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

export interface WaitOptions {
  timeoutMs: number;
  signal: AbortSignal;
  orPaused?: boolean;
}

interface ProjectRunOptions {
  plan: RunPlan;
  sink: RunSink;
  lanes: LaneSource;
  evaluator: Evaluator;
  /** Whether its first lane is the app window; otherwise it cannot be paused. */
  isInWindow: boolean;
  /** Resolves once no single action runs at the place of the pause. */
  settled(): Promise<void>;
  moving(): void;
  changed(): void;
}

export class ProjectRun {
  readonly isInWindow: boolean;
  readonly #options: ProjectRunOptions;
  readonly #changes = new Changes();
  readonly #stop = new AbortController();
  readonly #progress: ItemsProgress;
  readonly #debugger: Debugger;
  readonly #ended: Promise<void>;
  #phase: RunPhase = nextPhase('idle', { kind: 'start' });
  #limit: PausableLimit | undefined;

  constructor(options: ProjectRunOptions) {
    const { plan: planned, lanes, evaluator, isInWindow, sink } = options;
    this.#options = options;
    this.isInWindow = isInWindow;
    const live = new LiveContent(planned.content);
    const plan = {
      ...planned,
      get content() {
        return live.now;
      },
    };
    this.#debugger = this.#debuggerOf(live);
    this.#progress = progressOf(plan);
    const items = new ItemsRun({
      lanes,
      evaluator,
      progress: this.#progress,
      sink,
      live,
      gate: this.#debugger,
      signal: this.#stop.signal,
      isAlone: isInWindow && plan.items.length === 1,
      began: () => this.#move({ kind: 'began' }),
      atAction: () => this.#notify(),
      lost: error => this.#stop.abort(error),
    });
    this.#ended = this.#untilEnd(items.run());
  }

  isLike({ title, testCode, environment, options, content }: RunPlan): boolean {
    const { plan } = this.#options;
    const same = { title, testCode, environment: environment.name, options, version: content.version.versionId };
    return isDeepStrictEqual(same, {
      ...{ title: plan.title, testCode: plan.testCode, environment: plan.environment.name, options: plan.options },
      version: plan.content.version.versionId,
    });
  }

  get phase(): RunPhase {
    return this.#phase;
  }

  get isUnderWay(): boolean {
    return isUnderWay(this.#phase);
  }

  /** Errors: `not-running`, `already-paused`, `conflict`. */
  pause(by: string): void {
    const { workers = 1 } = this.#options.plan;
    if (this.isUnderWay && workers > 1) throw severalLanes(workers);
    if (this.isUnderWay && !this.isInWindow) throw notInWindow();
    this.#move({ kind: 'ask-pause' });
    this.#debugger.ask(by);
  }

  /** Errors: `not-running`, `not-paused`, those of `Debugger`. */
  resume(how: Resume): void {
    requirePaused(this.#phase);
    this.#debugger.resume(how);
  }

  /** Errors: `not-running`, `not-paused`, those of the expression. */
  evaluate(expression: string, { signal }: CallOptions): Promise<unknown> {
    const until = AbortSignal.any([signal, this.#stop.signal]);
    return evaluateAt(this.place(), expression, { evaluator: this.#options.evaluator, signal: until });
  }

  /** Errors: `not-running`, `not-paused`, `invalid-params`, `not-found`. */
  setValue(name: string, value: unknown): string {
    const full = setValueAt(this.place(), name, value);
    this.#notify();
    return full;
  }

  /** Errors: `not-running`, `not-paused`. */
  place() {
    requirePaused(this.#phase);
    return this.#debugger.required();
  }

  /** Errors: `not-running`. */
  stop(reason: string): void {
    if (!this.isUnderWay) nextPhase(this.#phase, { kind: 'finish', outcome: 'stopped' });
    this.#stop.abort(new AppError('stopped', `The run was ${reason}.`));
  }

  /** Resolves when the run has ended, is paused (with `orPaused`), or the time is over. */
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
    const stopLooking = this.#changes.listen(look);
    look();
    await Promise.race([this.#ended, over]);
    stopLooking();
    stopWaiting();
    return this.status();
  }

  status(): RunStatus {
    const status = statusOf(this.#phase, this.#progress, this.#debugger);
    return this.isInWindow ? status : { ...status, isBeside: true };
  }

  #debuggerOf(live: LiveContent): Debugger {
    const { plan, sink, evaluator, settled } = this.#options;
    return new Debugger({
      debugging: plan.debugging,
      live,
      evaluator,
      signal: this.#stop.signal,
      settled,
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

  #move(event: RunEvent): void {
    this.#options.moving();
    this.#phase = nextPhase(this.#phase, event);
    this.#notify();
  }

  #notify(): void {
    this.#changes.emit();
    this.#options.changed();
  }

  async #untilEnd(running: Promise<Outcome>): Promise<void> {
    const progress = this.#progress;
    const runLimit = progress.plan.settings.timeouts?.runMs;
    this.#limit = new PausableLimit(runLimit, () => this.#tooLong(runLimit ?? 0));
    let outcome: Outcome;
    try {
      outcome = await running;
    } catch (error) {
      outcome = this.#outcomeOfError(error);
    } finally {
      this.#limit.end();
    }
    progress.elapsedMs = performance.now() - progress.startedAt;
    const { reason, elapsedMs, browser } = progress;
    await this.#options.sink.finished({ outcome, reason, elapsedMs, browser });
    this.#move({ kind: 'finish', outcome });
  }

  #outcomeOfError(error: unknown): Outcome {
    const { signal } = this.#stop;
    const cause: unknown = signal.aborted ? signal.reason : explainFailure(error);
    this.#progress.reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    this.#progress.errorKind = isAppError(cause) ? cause.kind : undefined;
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

const notInWindow = (): AppError =>
  new AppError('conflict', 'A run beside the app window is not paused: nobody could look at its page.', {
    next: 'stopTest, then runTest once the app window is free',
  });
