import { AppError } from '../model/errors/errors.ts';
import { timeoutSignal } from '../model/errors/timeout-signal.ts';
import type { AppOpening, AppWindow, CallOptions } from '../model/protocol/app-window.ts';
import type { Bridge, RunPlan } from '../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../model/protocol/browser-endpoint.ts';
import { NO_EXTENSIONS } from '../model/protocol/extensions.ts';
import type { SignInAttempt } from '../model/protocol/identity.ts';
import { createAppWindow } from './browser/app-window.ts';
import { pickInTab } from './browser/elements/pick-in-tab.ts';
import { IdeWindows } from './browser/ide-windows.ts';
import type { BrowserLauncher } from './browser/launch/browser-launcher.ts';
import { connectingTo } from './browser/launch/connect-browser.ts';
import { localLauncher, locateBrowser } from './browser/launch/local-launcher.ts';
import type { PageLimits } from './browser/limits/page-limits.ts';
import { AppSession } from './browser/session/app-session.ts';
import { ConnectedIdes } from './hub/connected-ides.ts';
import { Hub } from './hub/hub.ts';
import type { ExtensionHub } from './lending/extension-hub.ts';
import type { LiveViews } from './live/live-views.ts';
import { createMoments } from './moments/moments.ts';
import { startRecorder } from './recorder/recorder.ts';
import { probeElements } from './runner/probe/probe-elements.ts';
import { RunController, type RunLanes } from './runner/run-controller.ts';
import { type LaneSource, RunLane } from './runner/run-lane.ts';
import { trySignIn } from './runner/sign-in/try-sign-in.ts';
import { openEvaluator } from './runner/values/evaluator.ts';
import { WorkerLane } from './workers/worker-lane.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

interface BridgeOptions {
  forbiddenOrigins(): readonly string[];
  hub?: Hub;
  lives?: Pick<LiveViews, 'show' | 'pick' | 'showActor' | 'isHeld'>;
  /** Default: app windows start a browser. */
  attachTo?: BrowserEndpoint | undefined;
  /** For browsers that are not attached. Default: Chromium on this machine. */
  launcher?: BrowserLauncher | undefined;
  pageLimits?: Partial<PageLimits> | undefined;
  extensions?: ExtensionHub | undefined;
  /** Processes for run lanes beside the app window, which end with the bridge. Default: this process. */
  workers?: WorkerPool | undefined;
}

interface ProjectWindow {
  session: AppSession;
  runs: RunController;
}

const ENDING_LIMIT_MS = 3_000;
const LENDING_LIMIT_MS = 10_000;

const SHUTTING_DOWN = 'stopped because Steploom is shutting down';

/** Browsers start when they are first needed. */
export function createBridge({
  forbiddenOrigins,
  hub = new Hub(),
  lives,
  attachTo,
  launcher: own = localLauncher({ mayBeShell: lives === undefined }),
  pageLimits,
  extensions,
  workers,
}: BridgeOptions): Bridge {
  const launcher = attachTo === undefined ? own : connectingTo(attachTo, own);
  const evaluator = openEvaluator();
  const ideWindows = new IdeWindows(own);
  const ides = new ConnectedIdes(hub, ideWindows);
  const shared = { launcher, forbiddenOrigins, limits: pageLimits, keepsReady: lives !== undefined };
  const windows = new Map<string, ProjectWindow>();
  const apart = new Map<AppSession, string>();
  const beside = windowsBeside(apart, () => new AppSession({ ...shared, keepsReady: false }));
  const attached = { attachTo, pageLimits, mayBeShell: lives === undefined };
  const browsers = () => ({ ...attached, forbiddenOrigins: forbiddenOrigins() });
  const lanesOf = lanesOfRuns({ beside, workers: workers && { pool: workers, browsers } });
  const pickIn = pickingIn(windowOf, lives, extensions);

  function windowOf(projectId: string): ProjectWindow {
    const known = windows.get(projectId);
    if (known !== undefined) return known;
    const lendable = lendableTo(projectId, launcher, extensions);
    const session = new AppSession({ ...shared, launcher: lendable, isWatched: () => ides.isWatched(projectId) });
    const runs = new RunController(session, evaluator, lanesOf(projectId, session));
    windows.set(projectId, { session, runs });
    lives?.show(projectId, { session, isBusy: () => runs.isBusy, isSeen: ideId => ideWindows.isSeen(ideId) });
    return { session, runs };
  }

  /** A separate window leaves the app window and its run alone. */
  async function signInApart(plan: RunPlan, options: CallOptions): Promise<SignInAttempt> {
    const own = beside.open(plan.projectId);
    try {
      return await trySignIn({ own, window: windowOf(plan.projectId).session, evaluator, plan }, options);
    } finally {
      await beside.close(own);
    }
  }

  return {
    ides,
    probe: async (request, options) => probeElements({ ...windowOf(request.projectId), evaluator }, request, options),
    record: recorderOf(windowOf),
    app: projectId => createAppWindow(windowOf(projectId).session, pickIn(projectId)),
    ...runControl(projectId => windowOf(projectId).runs, lives),
    signIn: signInApart,
    moments: createMoments(() => new AppSession(shared)),
    findBrowser: locateBrowser,
    ...lending(windowOf, extensions),
    close: (projectId, reason) => closeProject({ windows, apart, projectId }, reason),
    async dispose() {
      await Promise.all([...windows.values()].map(window => closeWindow(window, SHUTTING_DOWN)));
      await Promise.all([...apart.keys(), ideWindows, evaluator, workers].map(part => part?.dispose()));
    },
  };
}

const windowsBeside = (apart: Map<AppSession, string>, make: () => AppSession) => ({
  open(projectId: string): AppSession {
    const session = make();
    apart.set(session, projectId);
    return session;
  },
  async close(session: AppSession): Promise<void> {
    apart.delete(session);
    await session.dispose();
  },
});

interface LanesOptions {
  beside: ReturnType<typeof windowsBeside>;
  workers: ConstructorParameters<typeof WorkerLane>[2] | undefined;
}

/** The first lane of a run in the app window is that window; all others have their own. */
const lanesOfRuns = ({ beside, workers }: LanesOptions) => {
  const besideOf = (projectId: string): LaneSource =>
    workers === undefined
      ? lanesIn({ open: () => beside.open(projectId), close: beside.close })
      : (index, request) => new WorkerLane(index, request, workers);
  return (projectId: string, session: AppSession): RunLanes => {
    const others = besideOf(projectId);
    const first: LaneSource = (index, request) => new RunLane(index, session, request);
    return { inWindow: (index, request) => (index === 0 ? first : others)(index, request), beside: others };
  };
};

const lanesIn =
  ({ open, close }: { open(): AppSession; close(session: AppSession): Promise<void> }): LaneSource =>
  (index, request) => {
    const session = open();
    const lane = new RunLane(index, session, request);
    const end = () => lane.end().finally(() => close(session));
    return { index, run: (itemIndex, attempt) => lane.run(itemIndex, attempt), end };
  };

/** In a lent tab, which is before the person, else in the live view. */
const pickingIn =
  (windowOf: (projectId: string) => ProjectWindow, lives: BridgeOptions['lives'], extensions?: ExtensionHub) =>
  (projectId: string): AppWindow['pick'] | undefined =>
    lives &&
    (options =>
      extensions?.isLent(projectId) ? pickInTab(windowOf(projectId).session, options) : lives.pick(projectId, options));

const lending = (
  windowOf: (projectId: string) => ProjectWindow,
  extensions: ExtensionHub | undefined,
): Pick<Bridge, 'extensions' | 'openLent'> => ({
  extensions: extensions ?? NO_EXTENSIONS,
  openLent: (projectId, opening) => openLent(windowOf(projectId), opening),
});

async function openLent({ session, runs }: ProjectWindow, opening: AppOpening): Promise<void> {
  const refuseDuringRun = () => {
    if (runs.isUnderWay)
      throw new AppError('run-in-progress', 'A run has the app window: wait for its end, or stop it.');
  };
  refuseDuringRun();
  // What was done to the window before must not go on in the tab.
  session.holds.yieldTo(new AppError('taken-over', 'A person has lent a tab, which is the app window now.'));
  const holder = { by: 'a person', doing: 'lending a tab', isProgram: false };
  using _hold = await session.holds.take(holder, { signal: timeoutSignal(LENDING_LIMIT_MS) });
  refuseDuringRun();
  await session.close();
  await session.livePage(opening);
}

/** A tab that is lent to the project comes first. */
const lendableTo = (
  projectId: string,
  launcher: BrowserLauncher,
  extensions: ExtensionHub | undefined,
): BrowserLauncher => ({
  sandboxed: launcher.sandboxed,
  hasDisplay: launcher.hasDisplay,
  get attachedTo() {
    return extensions?.endpointOf(projectId) ?? launcher.attachedTo;
  },
  launch: options => (extensions?.isLent(projectId) ? extensions.open(projectId) : launcher.launch(options)),
});

/** Only what a person does is recorded, not runs and single actions. */
const recorderOf =
  (windowOf: (projectId: string) => ProjectWindow): Bridge['record'] =>
  async (projectId, sink) => {
    const { session, runs } = windowOf(projectId);
    return await startRecorder({ session, sink, actedAt: () => Math.max(runs.actedAt, session.pointedAt) });
  };

type RunControl = Pick<
  Bridge,
  | 'performAction'
  | 'isTakenOver'
  | 'holdPage'
  | 'startRun'
  | 'stopRun'
  | 'pauseRun'
  | 'resumeRun'
  | 'evaluate'
  | 'setValue'
  | 'status'
  | 'shownRun'
  | 'runsUnderWay'
  | 'onStatus'
  | 'waitForRun'
>;

const runControl = (runsOf: (projectId: string) => RunController, lives: BridgeOptions['lives']): RunControl => ({
  ...agentControl(runsOf, lives),
  holdPage: (projectId, holder, options) => runsOf(projectId).hold(holder, options),
  startRun: (plan, makeSink, options) => runsOf(plan.projectId).start(plan, makeSink, options),
  stopRun: async (projectId, reason, runId) => runsOf(projectId).stop(reason, runId),
  pauseRun: async (projectId, by) => runsOf(projectId).pause(by),
  resumeRun: async (projectId, how) => runsOf(projectId).resume(how),
  evaluate: async (projectId, expression, options) => runsOf(projectId).evaluate(expression, options),
  setValue: async (projectId, name, value) => runsOf(projectId).setValue(name, value),
  status: projectId => runsOf(projectId).windowStatus(),
  shownRun: (projectId, runId) => runsOf(projectId).status(runId),
  runsUnderWay: projectId => runsOf(projectId).underWay(),
  onStatus: (projectId, listener) => runsOf(projectId).changes.listen(listener),
  waitForRun: (projectId, options) => runsOf(projectId).waitForEnd(options),
});

/** Viewers see where an agent acts, and may keep the window from agents. */
const agentControl = (
  runsOf: (projectId: string) => RunController,
  lives: BridgeOptions['lives'],
): Pick<Bridge, 'performAction' | 'isTakenOver'> => ({
  async performAction(plan, sink, { by, ...options }) {
    const [action] = plan.items[0]?.test.actions ?? [];
    const locator = action && 'locator' in action ? action.locator : undefined;
    if (by !== undefined) lives?.showActor(plan.projectId, { by, locator });
    return await runsOf(plan.projectId).perform(plan, sink, options);
  },
  isTakenOver: projectId => lives?.isHeld(projectId) ?? false,
});

interface OpenWindows {
  windows: Map<string, ProjectWindow>;
  apart: ReadonlyMap<AppSession, string>;
  projectId: string;
}

async function closeProject({ windows, apart, projectId }: OpenWindows, reason: string): Promise<void> {
  const window = windows.get(projectId);
  windows.delete(projectId);
  if (window) await closeWindow(window, reason);
  await Promise.all([...apart].map(([session, owner]) => owner === projectId && session.dispose()));
}

async function closeWindow({ session, runs }: ProjectWindow, reason: string): Promise<void> {
  runs.stopAll(reason);
  await runs.waitForAll({ timeoutMs: ENDING_LIMIT_MS, signal: timeoutSignal(ENDING_LIMIT_MS) });
  await session.dispose();
}
