import { AppError } from '../model/errors/errors.ts';
import { timeoutSignal } from '../model/errors/timeout-signal.ts';
import type { AppOpening, AppWindow } from '../model/protocol/app-window.ts';
import type { Bridge } from '../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../model/protocol/browser-endpoint.ts';
import { NO_EXTENSIONS } from '../model/protocol/extensions.ts';
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
import type { LiveViews, WindowPlace } from './live/live-views.ts';
import { createMoments } from './moments/moments.ts';
import { type ProjectWindow, ProjectWindows } from './project-windows.ts';
import { startRecorder } from './recorder/start-recorder.ts';
import { sessionOf } from './runner/live-actions.ts';
import { probeElements } from './runner/probe/probe-elements.ts';
import { trySignIn } from './runner/sign-in/try-sign-in.ts';
import { openEvaluator } from './runner/values/evaluator.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

interface BridgeOptions {
  forbiddenOrigins(): readonly string[];
  hub?: Hub;
  lives?: Pick<LiveViews, 'show' | 'hide' | 'pick' | 'showActor' | 'isHeld'>;
  /** Default: app windows start a browser. */
  attachTo?: BrowserEndpoint | undefined;
  /** For browsers that are not attached. Default: Chromium on this machine. */
  launcher?: BrowserLauncher | undefined;
  pageLimits?: Partial<PageLimits> | undefined;
  extensions?: ExtensionHub | undefined;
  /** Processes for run lanes beside the app window, which end with the bridge. Default: this process. */
  workers?: WorkerPool | undefined;
}

const LENDING_LIMIT_MS = 10_000;

const SHUTTING_DOWN = 'stopped because Steploom is shutting down';

/** Browsers start when they are first needed. */
export function createBridge({ hub = new Hub(), ...options }: BridgeOptions): Bridge {
  const { lives, attachTo, extensions, workers, pageLimits, forbiddenOrigins } = options;
  const { launcher: own = localLauncher({ mayBeShell: lives === undefined }) } = options;
  const launcher = attachTo === undefined ? own : connectingTo(attachTo, own);
  const evaluator = openEvaluator();
  const ideWindows = new IdeWindows(own);
  const ides = new ConnectedIdes(hub, ideWindows);
  const shared = { launcher, forbiddenOrigins, limits: pageLimits, keepsReady: lives !== undefined };
  const attached = { attachTo, pageLimits, mayBeShell: lives === undefined };
  const browsers = () => ({ ...attached, forbiddenOrigins: forbiddenOrigins() });
  const windows = new ProjectWindows({
    evaluator,
    lives,
    openBeside: () => new AppSession({ ...shared, keepsReady: false }),
    openShared: projectId =>
      new AppSession({
        ...shared,
        launcher: lendableTo(projectId, launcher, extensions),
        isWatched: () => ides.isWatched(projectId),
      }),
    isSeen: ideId => ideWindows.isSeen(ideId),
    workers: workers && { pool: workers, browsers },
  });
  const whole = {
    ides,
    moments: createMoments(() => new AppSession(shared)),
    findBrowser: locateBrowser,
    extensions: extensions ?? NO_EXTENSIONS,
    async dispose() {
      await windows.closeAll(SHUTTING_DOWN);
      await Promise.all([ideWindows, evaluator, workers].map(part => part?.dispose()));
    },
  };
  const bridgeIn = (name: string | undefined): Bridge => ({
    ...whole,
    inWindow: bridgeIn,
    ...bridgeOfWindow({ windows, evaluator, lives, extensions, name }),
  });
  return bridgeIn(undefined);
}

interface BridgedWindow extends Pick<BridgeOptions, 'lives' | 'extensions'> {
  windows: ProjectWindows;
  evaluator: ReturnType<typeof openEvaluator>;
  /** Of the window in each project; undefined: the shared one. */
  name: string | undefined;
}

type WholeBridge = 'ides' | 'moments' | 'findBrowser' | 'extensions' | 'dispose' | 'inWindow';

function bridgeOfWindow({ windows, evaluator, lives, extensions, name }: BridgedWindow): Omit<Bridge, WholeBridge> {
  const here: WindowOf = projectId => windows.in({ projectId, name });
  const pickIn = pickingIn({ here, name, lives, extensions });
  return {
    ownWindows: projectId => windows.names(projectId),
    closeWindow: (projectId, own, reason) => windows.close({ projectId, name: own }, reason),
    async probe({ actor, ...request }, options) {
      const session = sessionOf(here(request.projectId), actor);
      return await probeElements({ session, evaluator }, request, options);
    },
    record: recorderOf(here),
    ...actorControl(here, pickIn),
    ...runControl(here, { name, lives }),
    onStatus: (projectId, listener) => windows.runsOf(projectId).changes.listen(listener),
    // A separate window leaves the app window and its run alone.
    signIn: (plan, options) =>
      windows.apart(plan.projectId, own =>
        trySignIn({ own, window: here(plan.projectId).session, evaluator, plan }, options),
      ),
    openLent: (projectId, opening) => openLent(windows.in({ projectId, name: undefined }), opening),
    close: (projectId, reason) => windows.closeProject(projectId, reason),
  };
}

type WindowOf = (projectId: string) => ProjectWindow;

/** What was typed into any window of a test is masked in what is told of each. */
const actorControl = (
  here: WindowOf,
  pickIn: (place: Omit<WindowPlace, 'name'>) => AppWindow['pick'] | undefined,
): Pick<Bridge, 'app' | 'actorWindows' | 'giveWindow'> => {
  const windowOf = (projectId: string, actor: string | undefined, session: AppSession): AppWindow => {
    const { session: own, actors } = here(projectId);
    return {
      ...createAppWindow(session, pickIn({ projectId, actor })),
      typedPasswords: () => [own, ...actors.all].flatMap(({ secretFields }) => secretFields.words),
    };
  };
  return {
    app: (projectId, actor) => windowOf(projectId, actor, sessionOf(here(projectId), actor)),
    actorWindows(projectId) {
      const { actors } = here(projectId);
      return { first: actors.first, others: actors.names };
    },
    giveWindow(projectId, actor, first) {
      const { session, actors } = here(projectId);
      actors.first ??= first;
      return windowOf(projectId, actor, actor === actors.first ? session : actors.of(actor));
    },
  };
};

interface PickingPlace extends Pick<BridgeOptions, 'lives' | 'extensions'> {
  here: WindowOf;
  name: string | undefined;
}

/** In a lent tab, which is before the person, else in the live view. */
const pickingIn =
  ({ here, name, lives, extensions }: PickingPlace) =>
  ({ projectId, actor }: Omit<WindowPlace, 'name'>): AppWindow['pick'] | undefined =>
    lives &&
    (options =>
      name === undefined && actor === undefined && extensions?.isLent(projectId)
        ? pickInTab(here(projectId).session, options)
        : lives.pick({ projectId, name, actor }, options));

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
  (here: WindowOf): Bridge['record'] =>
  async (projectId, sink) => {
    const { session, actors, runs } = here(projectId);
    return await startRecorder({ session, actors, sink, actedAt: () => runs.actedAt });
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
  | 'waitForRun'
>;

interface LiveWindow extends Pick<BridgeOptions, 'lives'> {
  name: string | undefined;
}

const runControl = (here: WindowOf, window: LiveWindow): RunControl => ({
  ...agentControl(here, window),
  holdPage: (projectId, holder, options) => here(projectId).runs.hold(holder, options),
  startRun: (plan, makeSink, options) => here(plan.projectId).runs.start(plan, makeSink, options),
  stopRun: async (projectId, reason, runId) => here(projectId).runs.stop(reason, runId),
  pauseRun: async (projectId, by) => here(projectId).runs.pause(by),
  resumeRun: async (projectId, how) => here(projectId).runs.resume(how),
  evaluate: async (projectId, expression, options) => here(projectId).runs.evaluate(expression, options),
  setValue: async (projectId, name, value) => here(projectId).runs.setValue(name, value),
  status: projectId => here(projectId).runs.windowStatus(),
  shownRun: (projectId, runId) => here(projectId).runs.status(runId),
  runsUnderWay: projectId => here(projectId).runs.underWay(),
  waitForRun: (projectId, options) => here(projectId).runs.waitForEnd(options),
});

/** Viewers see where an agent acts, and may keep the window from agents. */
const agentControl = (here: WindowOf, { name, lives }: LiveWindow): Pick<Bridge, 'performAction' | 'isTakenOver'> => ({
  async performAction(plan, sink, { by, ...options }) {
    const [action] = plan.items[0]?.test.actions ?? [];
    const locator = action && 'locator' in action ? action.locator : undefined;
    const window = here(plan.projectId);
    const actor = action?.actor === window.actors.first ? undefined : action?.actor;
    if (by !== undefined) lives?.showActor({ projectId: plan.projectId, name, actor }, { by, locator });
    return await window.runs.perform(plan, sink, options);
  },
  isTakenOver(projectId) {
    const { names } = here(projectId).actors;
    return [undefined, ...names].some(actor => lives?.isHeld({ projectId, name, actor }));
  },
});
