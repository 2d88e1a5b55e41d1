import { AppError } from '../../model/errors/errors.ts';
import type { RunId } from '../../model/names/codes.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import type { PerformedAction, Resume, RunPlan, RunSink, RunStatus } from '../../model/protocol/bridge.ts';
import type { PageHold, PageHolder } from '../../model/protocol/page-hold.ts';
import { nextPhase, requirePaused } from '../../model/run/state.ts';
import { Changes } from '../browser/logs/changes.ts';
import type { AppSession } from '../browser/session/app-session.ts';
import { LiveActions } from './live-actions.ts';
import { ProjectRun, type WaitOptions } from './project-run.ts';
import type { LaneSource, LaneWindow } from './run-lane.ts';
import type { Evaluator } from './values/evaluator.ts';

const MOST_RUNS = 8;
const MOST_ENDED = 20;

const noFreshContext = () =>
  new AppError(
    'invalid-project',
    'The app window is a tab that is lent, which has no fresh context: run a test in the live one, or take the tab back.',
    { next: 'runTest with context live; giveTabBack' },
  );

const notUnderWay = (runId: RunId) =>
  new AppError('not-found', `Run ${runId} is not under way.`, { field: 'runId', next: 'getRuns' });

const NEVER_RUN: RunStatus = { state: 'idle', done: 0, total: 0, elapsedMs: 0 };

export interface RunLanes {
  inWindow: LaneSource;
  beside: LaneSource;
}

interface ControlledWindow extends LaneWindow {
  evaluator: Evaluator;
  lanes: RunLanes;
  runs: RunsOfProject;
}

/** The runs of a project, in whichever of its windows they are or beside them. */
export class RunsOfProject {
  /** Emitted when a run begins, pauses, resumes, ends or is at another action. */
  readonly changes = new Changes();
  readonly #known = new Map<RunId, ProjectRun>();

  get all(): ProjectRun[] {
    return [...this.#known.values()];
  }

  get(runId: RunId): ProjectRun | undefined {
    return this.#known.get(runId);
  }

  idOf(wanted: ProjectRun): RunId | undefined {
    return [...this.#known].find(([, run]) => run === wanted)?.[0];
  }

  /** Stops all of them. Resolves when they have ended, or the time is over. */
  async end(reason: string, options: WaitOptions): Promise<void> {
    for (const run of this.all) if (run.isUnderWay) run.stop(reason);
    await Promise.all(this.all.map(run => run.waitForEnd(options)));
  }

  /** Also forgets those that ended long ago. */
  add(runId: RunId, run: ProjectRun): void {
    this.#known.set(runId, run);
    const ended = [...this.#known].filter(([, known]) => !known.isUnderWay);
    for (const [old] of ended.slice(0, -MOST_ENDED)) this.#known.delete(old);
  }
}

/** One run in an app window, others beside it. */
export class RunController {
  readonly #session: AppSession;
  readonly #lanes: RunLanes;
  readonly #runs: RunsOfProject;
  readonly #evaluator: Evaluator;
  readonly #live: LiveActions;
  #runActedAt = 0;
  /** Those that began in this window, or beside it for its callers. */
  readonly #own = new WeakSet<ProjectRun>();
  #inWindow: ProjectRun | undefined;

  constructor({ session, actors, evaluator, lanes, runs }: ControlledWindow) {
    this.#session = session;
    this.#lanes = lanes;
    this.#runs = runs;
    this.#evaluator = evaluator;
    this.#live = new LiveActions({ session, actors }, evaluator);
  }

  get hasWindow(): boolean {
    return this.#isActing || this.#live.isUnderWay;
  }

  /** Whether a run or a program has the page, which is then not for the hands of people. */
  get isBusy(): boolean {
    return this.hasWindow || this.#session.holds.holder?.isProgram === true;
  }

  /** By `Date.now()`. */
  get actedAt(): number {
    return this.hasWindow ? Date.now() : Math.max(this.#runActedAt, this.#live.endedAt);
  }

  get isUnderWay(): boolean {
    return this.#inWindow?.isUnderWay ?? false;
  }

  /**
   * In the app window where that is free and the plan lets it, else beside it; the sink is made only then.
   * Errors: `run-in-progress` (it needs the app window, which has another run; one just like it is under way), `busy`,
   * `stopped`, `invalid-project`.
   */
  async start(plan: RunPlan, makeSink: () => RunSink, { signal, ...limits }: Partial<CallOptions> = {}): Promise<void> {
    const { isLent, holds } = this.#session;
    if (plan.isBeside) return this.#startBeside(plan, makeSink);
    if (plan.context === 'fresh' && isLent) throw noFreshContext();
    const isHeld = holds.holder !== undefined && plan.needsWindow === false;
    if (this.isUnderWay || isHeld) return this.#startBeside(plan, makeSink);
    const options = { signal: signal ?? new AbortController().signal, ...limits };
    using _hold = await holds.take({ by: 'a run', doing: 'starting', isProgram: false }, options);
    // Several may have waited for this.
    if (this.isUnderWay) return this.#startBeside(plan, makeSink);
    this.#live.forget();
    this.#inWindow = this.#begin({ plan, sink: makeSink(), isInWindow: true, lanes: this.#lanes.inWindow });
    this.#runs.changes.emit();
  }

  #startBeside(plan: RunPlan, makeSink: () => RunSink): void {
    if (plan.needsWindow ?? true) nextPhase(this.#phase, { kind: 'start' });
    // Two equal requests mean one run.
    const alike = this.#runs.all.find(run => run.isUnderWay && run.isLike(plan));
    if (alike !== undefined) {
      const runId = this.#runs.idOf(alike);
      throw new AppError('run-in-progress', `Run ${runId} is about the same.`, { facts: { runId } });
    }
    if (this.underWay().length >= MOST_RUNS)
      throw new AppError('busy', `${MOST_RUNS} runs of this project are under way: wait for one, or stop it.`, {
        next: 'stopTest',
      });
    const apart = { ...plan, debugging: undefined };
    this.#begin({ plan: apart, sink: makeSink(), isInWindow: false, lanes: this.#lanes.beside });
    this.#runs.changes.emit();
  }

  #begin(run: { plan: RunPlan; sink: RunSink; lanes: LaneSource; isInWindow: boolean }): ProjectRun {
    const begun = new ProjectRun({
      ...run,
      evaluator: this.#evaluator,
      settled: () => this.#live.ended(),
      moving: () => {
        if (run.isInWindow && this.hasWindow) this.#runActedAt = Date.now();
      },
      changed: () => this.#runs.changes.emit(),
    });
    this.#runs.add(run.plan.runId, begun);
    this.#own.add(begun);
    return begun;
  }

  get #phase() {
    return this.#inWindow?.phase ?? 'idle';
  }

  get #isActing(): boolean {
    return this.#phase === 'starting' || this.#phase === 'running';
  }

  /** Errors: `busy`, `stopped`, `taken-over`. */
  hold(holder: PageHolder, options: CallOptions): Promise<PageHold> {
    return this.#session.holds.take(holder, options);
  }

  /** On the live page. Errors: `run-in-progress`, `app-not-open`. */
  perform(plan: RunPlan, sink: RunSink, options: CallOptions): Promise<PerformedAction> {
    const begin = () => {
      if (this.#phase === 'paused') return this.#inWindow?.place();
      nextPhase(this.#phase, { kind: 'start' });
      return undefined;
    };
    return this.#live.perform({ plan, sink, begin }, options);
  }

  /** Errors: `not-running`, `already-paused`, `conflict`. */
  pause(by: string): void {
    const run = this.#shown;
    if (run === undefined) nextPhase('idle', { kind: 'ask-pause' });
    run?.pause(by);
  }

  /** Errors: `not-running`, `not-paused`, those of `Debugger`. */
  resume(how: Resume): void {
    this.#paused()?.resume(how);
  }

  /** Errors: `not-running`, `not-paused`, those of the expression. */
  async evaluate(expression: string, options: CallOptions): Promise<unknown> {
    return this.#paused()?.evaluate(expression, options);
  }

  /** Errors: `not-running`, `not-paused`, `invalid-params`, `not-found`. */
  setValue(name: string, value: unknown): string {
    return this.#paused()?.setValue(name, value) ?? name;
  }

  #paused(): ProjectRun | undefined {
    requirePaused(this.#phase);
    return this.#inWindow;
  }

  /** Default: the run that is shown. Errors: `not-running`, `not-found`. */
  stop(reason: string, runId?: RunId): void {
    const run = runId === undefined ? this.#shown : this.#runs.get(runId);
    if (run === undefined && runId !== undefined) throw notUnderWay(runId);
    if (run === undefined) nextPhase('idle', { kind: 'finish', outcome: 'stopped' });
    run?.stop(reason);
  }

  /** Ends the run in the window. Resolves when it has ended, or the time is over. */
  async close(reason: string, options: WaitOptions): Promise<void> {
    const run = this.#inWindow;
    if (run?.isUnderWay !== true) return;
    run.stop(reason);
    await run.waitForEnd(options);
  }

  /** Resolves when the run has ended, is paused (with `orPaused`), or the time is over. */
  async waitForEnd({ runId, ...options }: WaitOptions & { runId?: RunId | undefined }): Promise<RunStatus> {
    const run = runId === undefined ? this.#shown : this.#runs.get(runId);
    return run === undefined ? NEVER_RUN : run.waitForEnd(options);
  }

  windowStatus(): RunStatus {
    return this.#inWindow?.status() ?? NEVER_RUN;
  }

  /** Default: the run that is shown. `idle` for an unknown run. */
  status(runId?: RunId): RunStatus {
    const run = runId === undefined ? this.#shown : this.#runs.get(runId);
    return run?.status() ?? NEVER_RUN;
  }

  underWay(): RunStatus[] {
    return this.#runs.all.filter(({ isUnderWay }) => isUnderWay).map(run => run.status());
  }

  get #shown(): ProjectRun | undefined {
    if (this.#inWindow?.isUnderWay) return this.#inWindow;
    const all = this.#runs.all.filter(run => this.#own.has(run));
    return all.findLast(({ isUnderWay }) => isUnderWay) ?? all.at(-1);
  }
}
