import { AppError } from '../model/errors/errors.ts';
import { timeoutSignal } from '../model/errors/timeout-signal.ts';
import type { CallOptions } from '../model/protocol/app-window.ts';
import type { Bridge, RunPlan } from '../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../model/protocol/browser-endpoint.ts';
import type { SignInAttempt } from '../model/protocol/identity.ts';
import { createAppWindow } from './browser/app-window.ts';
import { IdeWindows } from './browser/ide-windows.ts';
import { type FoundBrowser, findBrowser } from './browser/install/find-browser.ts';
import { thisMachine } from './browser/install/machine.ts';
import { type BrowserLauncher, createBrowserLauncher } from './browser/launch/browser-launcher.ts';
import { connectingTo } from './browser/launch/connect-browser.ts';
import type { PageLimits } from './browser/limits/page-limits.ts';
import { AppSession } from './browser/session/app-session.ts';
import { ConnectedIdes } from './hub/connected-ides.ts';
import { Hub } from './hub/hub.ts';
import type { LiveViews } from './live/live-views.ts';
import { createMoments } from './moments/moments.ts';
import { startRecorder } from './recorder/recorder.ts';
import { probeElements } from './runner/probe/probe-elements.ts';
import { RunController } from './runner/run-controller.ts';
import { trySignIn } from './runner/sign-in/try-sign-in.ts';
import { openEvaluator } from './runner/values/evaluator.ts';

interface BridgeOptions {
  /** Addresses of this service, which the app window never shows. */
  forbiddenOrigins(): readonly string[];
  /** Where pages of the IDE connect; none do without. */
  hub?: Hub;
  /** Told of app windows, for those who look at them. */
  lives?: Pick<LiveViews, 'show' | 'pick' | 'showActor' | 'isHeld'>;
  /** The browser that app windows attach to; default: they start one. */
  attachTo?: BrowserEndpoint | undefined;
  /** Starts the browsers that are not attached to; default: Chromium on this machine. */
  launcher?: BrowserLauncher | undefined;
  pageLimits?: Partial<PageLimits> | undefined;
}

interface ProjectWindow {
  session: AppSession;
  runs: RunController;
}

const ENDING_LIMIT_MS = 3_000;

const SHUTTING_DOWN = 'stopped because Steploom is shutting down';

/** Browsers and runs of all projects of this process. Browsers start when they are first needed. */
export function createBridge({
  forbiddenOrigins,
  hub = new Hub(),
  lives,
  attachTo,
  launcher: own = createBrowserLauncher({ machine: thisMachine(), locateBrowser }),
  pageLimits,
}: BridgeOptions): Bridge {
  const launcher = attachTo === undefined ? own : connectingTo(attachTo, own);
  const evaluator = openEvaluator();
  const ideWindows = new IdeWindows(own);
  const ides = new ConnectedIdes(hub, ideWindows);
  const shared = { launcher, forbiddenOrigins, limits: pageLimits };
  const windows = new Map<string, ProjectWindow>();
  /** Windows beside the app window, with their projects. */
  const apart = new Map<AppSession, string>();

  function windowOf(projectId: string): ProjectWindow {
    const known = windows.get(projectId);
    if (known !== undefined) return known;
    const session = new AppSession({ ...shared, isWatched: () => ides.isWatched(projectId) });
    const runs = new RunController(session, evaluator);
    windows.set(projectId, { session, runs });
    lives?.show(projectId, { session, isBusy: () => runs.hasWindow, isSeen: ideId => ideWindows.isSeen(ideId) });
    return { session, runs };
  }

  /** A window of its own leaves the app window and a run in it alone. */
  async function signInApart(plan: RunPlan, options: CallOptions): Promise<SignInAttempt> {
    const beside = new AppSession(shared);
    apart.set(beside, plan.projectId);
    try {
      return await trySignIn({ own: beside, window: windowOf(plan.projectId).session, evaluator, plan }, options);
    } finally {
      apart.delete(beside);
      await beside.dispose();
    }
  }

  return {
    ides,
    probe: async (request, options) => probeElements({ ...windowOf(request.projectId), evaluator }, request, options),
    record: recorderOf(windowOf),
    app: projectId =>
      createAppWindow(windowOf(projectId).session, lives && (options => lives.pick(projectId, options))),
    ...runControl(projectId => windowOf(projectId).runs, lives),
    signIn: signInApart,
    moments: createMoments(() => new AppSession(shared)),
    findBrowser: locateBrowser,
    async close(projectId, reason) {
      const window = windows.get(projectId);
      windows.delete(projectId);
      if (window) await closeWindow(window, reason);
      await Promise.all([...apart].map(([session, owner]) => owner === projectId && session.dispose()));
    },
    async dispose() {
      await Promise.all([...windows.values()].map(window => closeWindow(window, SHUTTING_DOWN)));
      await Promise.all([...apart.keys(), ideWindows, evaluator].map(part => part.dispose()));
    },
  };
}

/** Whatever is recorded is a person's doing: what runs and single actions do is left out. */
const recorderOf =
  (windowOf: (projectId: string) => ProjectWindow): Bridge['record'] =>
  async (projectId, sink) => {
    const { session, runs } = windowOf(projectId);
    return await startRecorder({ session, sink, actedAt: () => runs.actedAt });
  };

type RunControl = Pick<
  Bridge,
  | 'performAction'
  | 'isTakenOver'
  | 'startRun'
  | 'stopRun'
  | 'pauseRun'
  | 'resumeRun'
  | 'evaluate'
  | 'setValue'
  | 'status'
  | 'onStatus'
  | 'waitForRun'
>;

const runControl = (runsOf: (projectId: string) => RunController, lives: BridgeOptions['lives']): RunControl => ({
  ...agentControl(runsOf, lives),
  startRun: (plan, makeSink) => runsOf(plan.projectId).start(plan, makeSink),
  stopRun: async (projectId, reason) => runsOf(projectId).stop(reason),
  pauseRun: async (projectId, by) => runsOf(projectId).pause(by),
  resumeRun: async (projectId, how) => runsOf(projectId).resume(how),
  evaluate: async (projectId, expression, options) => runsOf(projectId).evaluate(expression, options),
  setValue: async (projectId, name, value) => runsOf(projectId).setValue(name, value),
  status: projectId => runsOf(projectId).status(),
  onStatus: (projectId, listener) => runsOf(projectId).changes.listen(listener),
  waitForRun: (projectId, options) => runsOf(projectId).waitForEnd(options),
});

/** Those who look see where an agent acts, and may keep the window from agents. */
const agentControl = (
  runsOf: (projectId: string) => RunController,
  lives: BridgeOptions['lives'],
): Pick<Bridge, 'performAction' | 'isTakenOver'> => ({
  async performAction(plan, sink, { isShown = false, ...options }) {
    const [action] = plan.items[0]?.test.actions ?? [];
    const locator = action && 'locator' in action ? action.locator : undefined;
    if (isShown) lives?.showActor(plan.projectId, { by: options.by, locator });
    return await runsOf(plan.projectId).perform(plan, sink, options);
  },
  isTakenOver: projectId => lives?.isHeld(projectId) ?? false,
});

/** Lets a run end and be stored first, unless it takes too long for that. */
async function closeWindow({ session, runs }: ProjectWindow, reason: string): Promise<void> {
  if (runs.isUnderWay) runs.stop(reason);
  await runs.waitForEnd({ timeoutMs: ENDING_LIMIT_MS, signal: timeoutSignal(ENDING_LIMIT_MS) });
  await session.dispose();
}

async function locateBrowser(): Promise<FoundBrowser> {
  const found = await findBrowser(thisMachine());
  if (found !== undefined) return found;
  throw new AppError(
    'browser-missing',
    'No browser was found. Install Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one.',
    {
      next: 'npm start looks for one and installs it',
    },
  );
}
