import { timeoutSignal } from '../model/errors/timeout-signal.ts';
import { ActorSessions } from './browser/session/actor-sessions.ts';
import type { AppSession } from './browser/session/app-session.ts';
import type { LiveViews, WindowPlace } from './live/live-views.ts';
import { RunController, type RunLanes, RunsOfProject } from './runner/run-controller.ts';
import { type LaneSource, type LaneWindow, RunLane } from './runner/run-lane.ts';
import type { Evaluator } from './runner/values/evaluator.ts';
import { WorkerLane } from './workers/worker-lane.ts';

export interface ProjectWindow extends LaneWindow {
  runs: RunController;
}

interface ProjectWindowsOptions {
  evaluator: Evaluator;
  lives: Pick<LiveViews, 'show' | 'hide'> | undefined;
  openShared(projectId: string): AppSession;
  openBeside(): AppSession;
  /** Whether an IDE can be seen by somebody. */
  isSeen(ideId: string): boolean;
  /** Default: lanes beside a window are in this process. */
  workers: ConstructorParameters<typeof WorkerLane>[2] | undefined;
}

const ENDING_LIMIT_MS = 3_000;

const endingLimits = () => ({ timeoutMs: ENDING_LIMIT_MS, signal: timeoutSignal(ENDING_LIMIT_MS) });

/** The app windows of all projects: the one that callers share, those of single callers, and those of lanes beside them. */
export class ProjectWindows {
  readonly #options: ProjectWindowsOptions;
  readonly #windows = new Map<string, Map<string | undefined, ProjectWindow>>();
  readonly #runs = new Map<string, RunsOfProject>();
  /** Of lanes and sign-ins, with their projects. */
  readonly #apart = new Map<AppSession, string>();

  constructor(options: ProjectWindowsOptions) {
    this.#options = options;
  }

  /** Its browser starts when it is first needed. */
  in(place: WindowPlace): ProjectWindow {
    const { projectId, name } = place;
    const ofProject = this.#windows.get(projectId) ?? new Map<string | undefined, ProjectWindow>();
    this.#windows.set(projectId, ofProject);
    const known = ofProject.get(name);
    if (known !== undefined) return known;
    const { evaluator, lives, isSeen } = this.#options;
    const session = name === undefined ? this.#options.openShared(projectId) : this.#options.openBeside();
    const runsOfProject = this.runsOf(projectId);
    const show = (shown: WindowPlace, own: AppSession) =>
      lives?.show(shown, { session: own, isBusy: () => runs.isBusy, isSeen });
    const actors = new ActorSessions({
      open: () => this.#options.openBeside(),
      opened: (actor, own) => {
        show({ ...place, actor }, own);
        runsOfProject.changes.emit();
      },
      closing: actor => {
        lives?.hide({ ...place, actor });
        runsOfProject.changes.emit();
      },
    });
    const lanes = this.#lanesOf(projectId, { session, actors });
    const runs = new RunController({ session, actors, evaluator, lanes, runs: runsOfProject });
    const window = { session, actors, runs };
    ofProject.set(name, window);
    show(place, session);
    return window;
  }

  /** Of those beside the shared one. */
  names(projectId: string): string[] {
    return [...(this.#windows.get(projectId)?.keys() ?? [])].filter(name => name !== undefined);
  }

  runsOf(projectId: string): RunsOfProject {
    const known = this.#runs.get(projectId) ?? new RunsOfProject();
    this.#runs.set(projectId, known);
    return known;
  }

  /** Works in a window that is nobody else's and closes after that. */
  async apart<Result>(projectId: string, work: (session: AppSession) => Promise<Result>): Promise<Result> {
    const session = this.#openApart(projectId);
    try {
      return await work(session);
    } finally {
      await this.#closeApart(session);
    }
  }

  /** Idempotent. */
  async close(place: WindowPlace, reason: string): Promise<void> {
    const ofProject = this.#windows.get(place.projectId);
    const window = ofProject?.get(place.name);
    if (window === undefined) return;
    ofProject?.delete(place.name);
    await window.runs.close(reason, endingLimits());
    this.#options.lives?.hide(place);
    await Promise.all([window.session.dispose(), window.actors[Symbol.asyncDispose]()]);
  }

  /** Idempotent. */
  async closeProject(projectId: string, reason: string): Promise<void> {
    const open = [...(this.#windows.get(projectId)?.values() ?? [])];
    const runs = this.#runs.get(projectId);
    for (const name of this.names(projectId)) this.#options.lives?.hide({ projectId, name });
    this.#windows.delete(projectId);
    this.#runs.delete(projectId);
    await runs?.end(reason, endingLimits());
    const apart = [...this.#apart].flatMap(([session, owner]) => (owner === projectId ? [session] : []));
    await Promise.all([
      ...open.map(({ actors }) => actors[Symbol.asyncDispose]()),
      ...[...open.map(({ session }) => session), ...apart].map(session => session.dispose()),
    ]);
  }

  /** Idempotent. */
  async closeAll(reason: string): Promise<void> {
    const projects = new Set([...this.#windows.keys(), ...this.#apart.values()]);
    await Promise.all([...projects].map(projectId => this.closeProject(projectId, reason)));
  }

  #openApart(projectId: string): AppSession {
    const session = this.#options.openBeside();
    this.#apart.set(session, projectId);
    return session;
  }

  async #closeApart(session: AppSession): Promise<void> {
    this.#apart.delete(session);
    await session.dispose();
  }

  /** The first lane of a run in a window is that window; all others have their own. */
  #lanesOf(projectId: string, window: LaneWindow): RunLanes {
    const { workers } = this.#options;
    const others: LaneSource = (index, request) =>
      workers === undefined ? this.#laneApart(projectId)(index, request) : new WorkerLane(index, request, workers);
    const first: LaneSource = (index, request) => new RunLane(index, window, request);
    return { inWindow: (index, request) => (index === 0 ? first : others)(index, request), beside: others };
  }

  #laneApart(projectId: string): LaneSource {
    return (index, request) => {
      const session = this.#openApart(projectId);
      const actors = new ActorSessions({
        open: () => this.#openApart(projectId),
        closing: (_actor, own) => void this.#apart.delete(own),
      });
      const lane = new RunLane(index, { session, actors }, request);
      const end = () =>
        lane.end().finally(() => Promise.all([this.#closeApart(session), actors[Symbol.asyncDispose]()]));
      return { index, run: (itemIndex, attempt) => lane.run(itemIndex, attempt), end: async () => void (await end()) };
    };
  }
}
