/**
 * The typed ports between the service and the browsers it drives. The service implements `RunSink` and calls
 * `Bridge`; ide-bridge implements `Bridge` and knows nothing of files, tokens or tools.
 */
import type { ErrorKind } from '../errors/errors.ts';
import type { ElementLook, KnownElement } from '../locator/element-look.ts';
import type { ActionId, DataValues, ModuleCode, RunId, TestCode } from '../names/codes.ts';
import type { Isolation } from '../project/isolation.ts';
import type { KeptOf } from '../project/kept-of.ts';
import type { Module } from '../project/module.ts';
import type { ProjectSettings } from '../project/project.ts';
import type { Test } from '../project/test.ts';
import type { VersionContent } from '../project/version-content.ts';
import type { Breakpoint, ResumeMode } from '../run/breakpoint.ts';
import type {
  ActionHead,
  ActionResult,
  GitHead,
  ItemResult,
  Repair,
  Repeat,
  RunOptions,
  ScenarioResult,
  StepResult,
} from '../run/run.ts';
import type { ShardOfRun } from '../run/shard.ts';
import type { Outcome, RunPhase } from '../run/state.ts';
import type { AppOpening, AppWindow, CallOptions, ConsoleEntry } from './app-window.ts';
import type { RunView } from './channel/channel.ts';
import type { ElementProbe, ProbeAnswer } from './element-probe.ts';
import type { Extensions } from './extensions.ts';
import type { Ides } from './ide.ts';
import type { Identity, SignInAttempt } from './identity.ts';
import type { Moments } from './moments.ts';
import type { PageHold, PageHolder } from './page-hold.ts';
import type { StartRecorder } from './recorder.ts';

/** Secrets are in the clear here and leave only into the page. */
export interface EnvironmentValues {
  name: string | undefined;
  variables: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  apps: Readonly<Record<string, string>>;
}

export interface PlannedStep {
  index: number;
  keyword: string;
  text: string;
  /** Action of the item's test that plugs in the linked test; undefined where nothing implements the step. */
  plug?: { actionIndex: number; testCode: TestCode } | undefined;
}

/** One scenario, or one of its example rows. */
export interface PlannedScenario
  extends Pick<
    ScenarioResult,
    'scenario' | 'row' | 'example' | 'device' | 'repeat' | 'name' | 'featureCode' | 'featureName' | 'file' | 'line'
  > {
  tags: readonly string[];
  steps: readonly PlannedStep[];
  /** What the plug actions give to the linked tests: cells, tables and texts, taken literally. */
  values: Readonly<Record<string, unknown>>;
  /** Whether steps run after one that nothing implements. */
  keepRunning: boolean;
}

/** A suite with its values, which the values of its items may use. */
export interface PlannedSuite {
  module: Module;
  test: Test;
  parameters: Readonly<Record<string, string>>;
  /** The data row with which everything in the suite runs. */
  row?: { index: number; values: DataValues } | undefined;
  suite?: PlannedSuite | undefined;
}

/** One test with one data row, in a window as new. */
export interface PlannedItem {
  module: Module;
  test: Test;
  row?: { index: number; values: DataValues } | undefined;
  /** Of those that the run names. A scenario holds this itself. */
  device?: string | undefined;
  /** Which of several repeats it is. A scenario holds this itself. */
  repeat?: Repeat | undefined;
  parameters: Readonly<Record<string, string>>;
  suite?: PlannedSuite | undefined;
  /** The scenario of an item whose test was made of linked steps and is in no module. */
  scenario?: PlannedScenario | undefined;
  isSkipped?: boolean | undefined;
  /** How its browser context is signed in; one object for all items of a role. */
  identity?: Identity | undefined;
  /** Who acts in it beside the first one. Default: nobody. */
  actors?: readonly PlannedActor[] | undefined;
  /** How often it is run again while it does not pass. Default: never. */
  retries?: number | undefined;
  isolation?: Isolation | undefined;
  /** Where it differs from that of the project, with all that project, environment and test say. */
  browser?: ProjectSettings['browser'] | undefined;
}

/** Somebody who acts in an item beside the first one, in a browser window of their own. */
export interface PlannedActor {
  name: string;
  role?: string | undefined;
  device?: string | undefined;
  /** As that of an item. */
  identity?: Identity | undefined;
  browser?: ProjectSettings['browser'] | undefined;
}

/** What pages are compared with, by name: pictures of this platform, and lists of findings (`findingsFile`). */
export interface Baselines {
  /** Shown to people, e.g. `files/baselines/basket-linux.png`. */
  path(name: string): string | Promise<string>;
  /** Undefined when there is none. Errors: `invalid-project`. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Errors: `disk-full`, `read-only`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

export interface Debugging {
  /** Whether somebody can resume the run: `pause` actions wait. */
  interactive: boolean;
  /** The breakpoint as it is now, unless it is switched off. Called before every action. */
  breakpointAt(testCode: TestCode, actionId: ActionId): Breakpoint | undefined;
  /** The project as it is now; undefined when the version is gone. */
  currentContent(): VersionContent | undefined;
  /** Errors: `invalid-project`, when the run cannot go on with the content. */
  check(content: VersionContent): void;
}

/** Taken from the project when the run starts; later edits reach it only while it is paused. */
export interface RunPlan {
  runId: RunId;
  projectId: string;
  /** Missing when the run is about several tests. */
  moduleCode?: ModuleCode | undefined;
  testCode?: TestCode | undefined;
  title: string;
  options?: RunOptions | undefined;
  git?: GitHead | undefined;
  content: VersionContent;
  projectData: DataValues;
  /** Base of relative addresses. */
  appUrl: string | undefined;
  settings: ProjectSettings;
  /** What the test-management service writes before its issue keys in tags. */
  keyPrefix?: string | undefined;
  /** Issue keys are appended to it. */
  issueUrl?: string | undefined;
  environment: EnvironmentValues;
  items: readonly PlannedItem[];
  /** Positions of the items in the whole run. Default: they are the whole run. */
  places?: readonly number[] | undefined;
  /** The part of a run that several machines share. */
  shard?: ShardOfRun | undefined;
  /** Texts of the feature files of its scenarios, by path below `features/`. */
  features?: ReadonlyMap<string, string> | undefined;
  /** Absolute path of a file below `files/`; `field` names it in errors. Errors: `invalid-project`. */
  pathOf(file: string, field: string): Promise<string>;
  /**
   * Writes a file below `files/`, and folders on the way to it. Errors: `name-taken`,
   * `conflict`, `disk-full`, `read-only`.
   */
  putFile(file: string, bytes: Uint8Array): Promise<void>;
  baselines: Baselines;
  /** Whether an assertion compares with `baselines`. Default: no. */
  comparesPictures?: boolean | undefined;
  /** Whether fallbacks replace locators that find nothing; else they are only named. */
  repair: boolean;
  isRejected(actionId: ActionId, repair: Repair): boolean | Promise<boolean>;
  /** What the locator of the action found when that last passed. */
  known(actionId: ActionId, locator: string): ElementLook | undefined | Promise<ElementLook | undefined>;
  /** Whether assertions write the pictures they compare with. */
  updateScreenshots: boolean;
  /** First and last action that run, of the outermost test. */
  fromAction?: number | undefined;
  toAction?: number | undefined;
  /** `fresh`: each item begins in a window as new; `live`: the current page. */
  context: 'fresh' | 'live';
  slowMoMs: number;
  screenshots: 'off' | 'failure' | 'each';
  /** Default: none. */
  video?: KeptOf | undefined;
  /** Attempts whose page before and after every action is kept. Default: none. */
  trace?: KeptOf | undefined;
  /** Default: as the window of the IDE. */
  headed?: boolean | undefined;
  /** Number of windows side by side. Default: 1. */
  workers?: number | undefined;
  /** Whether it needs the app window, because it acts on the current page or may be paused. Default: yes. */
  needsWindow?: boolean | undefined;
  /** Whether it leaves the app window to others even while that is free; it does not need it then. */
  isBeside?: boolean | undefined;
  /** No further item starts after so many failures. Default: all run. */
  maxFailures?: number | undefined;
  /** Without it the run never pauses and ignores later edits. */
  debugging?: Debugging | undefined;
}

export type RunProgress =
  /** Sent for each attempt, counted from 0. `lane` is its window, from 0. */
  | { kind: 'item-started'; itemIndex: number; item: PlannedItem; attempt?: number; lane?: number }
  | { kind: 'action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'step-finished'; itemIndex: number; result: StepResult }
  /** Sent at once, and again within the result around it. `within`: the actions around it, outermost first. */
  | { kind: 'inner-action-finished'; itemIndex: number; within: readonly ActionHead[]; result: ActionResult }
  /** It did not pass, and is run again. */
  | { kind: 'attempt-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'item-finished'; itemIndex: number; item: ItemResult }
  /** `RunStatus` says where and why. */
  | { kind: 'paused' | 'resumed' };

/** JPEG files in order. `ms`: when a frame was taken, and when the film ended. */
export interface Film {
  frames: readonly { file: string; ms: number }[];
  ms: number;
  /** Of the page in front at the beginning, where others were filmed that may have another size. */
  size?: { width: number; height: number } | undefined;
}

/** The file is at `path` until it has been taken. */
export interface TraceFile {
  name: string;
  path: string;
}

export interface RunSink {
  progress(event: RunProgress): void;
  console(itemIndex: number, entry: ConsoleEntry): void;
  /** What the locator of an action found, kept once the test has passed. */
  learned?(itemIndex: number, known: KnownElement): void;
  /** Resolves with the file name within the run. */
  picture(name: string, bytes: Uint8Array, format: 'png' | 'jpeg', itemIndex?: number): Promise<string>;
  /** Resolves with the file name within the run. */
  file(name: string, bytes: Uint8Array, itemIndex?: number): Promise<string>;
  /** The files are removed afterwards. */
  trace?(files: readonly TraceFile[]): Promise<void>;
  /** Resolves with the file name within the run; with undefined where that failed. */
  video?(name: string, film: Film, itemIndex: number): Promise<string | undefined>;
  /** Masks values that were made of secrets from now on, like those. */
  conceal(values: readonly string[]): void;
  /** Masks a typed password that nobody declared secret: in this run only, as a whole word. */
  concealWord(word: string): void;
  finished(end: {
    outcome: Outcome;
    reason?: string | undefined;
    elapsedMs: number;
    browser?: string | undefined;
  }): Promise<void>;
}

/** A final state stays until the next run. */
export interface RunStatus extends RunView {
  state: RunPhase;
  runId?: RunId;
  moduleId?: ModuleCode;
  testId?: TestCode;
  errorKind?: ErrorKind;
  /** While paused: named values by layer, the nearest first; shortened, secrets masked. */
  scopes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** `to` runs on to an action of the test in which the run is paused. */
export type Resume =
  | { mode: Exclude<ResumeMode, 'to'> }
  | { mode: 'to'; actionIndex?: number | undefined; actionId?: ActionId | undefined };

export interface PerformedAction {
  result: ActionResult;
  value?: unknown;
  /** It ended because the page does not answer. */
  isPageSilent?: boolean;
}

export interface ProbeRequest extends Pick<RunPlan, 'projectId' | 'content' | 'projectData' | 'environment'> {
  item: PlannedItem;
  /** Whose window is looked into. Default: the first actor's. */
  actor?: string | undefined;
  probes: readonly ElementProbe[];
}

interface ActorWindows {
  /** Whose the window itself is. */
  first?: string | undefined;
  /** Those beside it. */
  others: readonly string[];
}

interface PerformOptions extends CallOptions {
  /** Shown to viewers where it acts. Default: nobody is told. */
  by?: string | undefined;
}

export interface Bridge {
  readonly ides: Ides;
  readonly moments: Moments;
  readonly extensions: Extensions;
  /**
   * The same bridge, with a window of that name in each project in the place of the shared one: what acts on a page, runs in
   * a window or records does so there. It opens when it is first needed. Undefined: the shared one.
   */
  inWindow(name: string | undefined): Bridge;
  /** Names of the windows beside the shared one that are in use, open or not. */
  ownWindows(projectId: string): string[];
  /** Ends what runs in a window beside the shared one, and closes it. Idempotent. */
  closeWindow(projectId: string, name: string, reason: string): Promise<void>;
  /** Of the first actor, or of one beside it. Errors: `app-not-open` for somebody who has no window. */
  app(projectId: string, actor?: string): AppWindow;
  /** Who has windows in the place of the one window; both are missing where no test named anybody. */
  actorWindows(projectId: string): ActorWindows;
  /** Gives an actor a window beside that of `first`, which opens when it is first needed. Idempotent. */
  giveWindow(projectId: string, actor: string, first: string | undefined): AppWindow;
  /** Opens the app window anew, on the tab that is lent to the project. Errors: `run-in-progress`, `browser-lost`. */
  openLent(projectId: string, opening: AppOpening): Promise<void>;
  /** Reports what people do in the app window. Errors: `app-not-open`. */
  readonly record: StartRecorder;
  /** One answer for each probe; changes nothing. Errors: `app-not-open`, `timeout`. */
  probe(request: ProbeRequest, options: CallOptions): Promise<ProbeAnswer[]>;
  /**
   * Resolves once the run is about to start; its end reaches the sink, which is made when it begins. The run uses the
   * app window, or goes on beside it where the plan says so and while a run or a caller has that; a run that needs the
   * window waits for a caller.
   * Errors: `run-in-progress` (the app window is needed and taken, or the run named in its facts is about the same),
   * `busy`, `stopped`.
   */
  startRun(plan: RunPlan, makeSink: () => RunSink, options?: Partial<CallOptions>): Promise<void>;
  /**
   * Resolves when nobody else acts on the page of the app window; callers come in the order in which they asked. Nobody
   * else does until the hold is disposed. Errors: `busy`, which names who has the page, after `timeoutMs`; `stopped`;
   * `taken-over`.
   */
  holdPage(projectId: string, holder: PageHolder, options: CallOptions): Promise<PageHold>;
  /**
   * Performs the one action of a plan on the live page, for whoever holds it. What it stores, and its answers to
   * dialogs, are there for the next call. While a run is paused it has the values of that place. Errors: `run-in-progress`, `app-not-open`.
   */
  performAction(plan: RunPlan, sink: RunSink, options: PerformOptions): Promise<PerformedAction>;
  /** Whether a person controls the app window, so that agents wait. */
  isTakenOver(projectId: string): boolean;
  /** Default: the run of `shownRun`. Errors: `not-running`. */
  stopRun(projectId: string, reason: string, runId?: RunId): Promise<void>;
  /** Pauses the run before its next action. Errors: `not-running`, `already-paused`. */
  pauseRun(projectId: string, by: string): Promise<void>;
  /**
   * For whoever holds the page, so that nothing else is done to it. Errors: `not-running`, `not-paused`, `not-found` (the
   * action), `invalid-project` (as it was edited).
   */
  resumeRun(projectId: string, how: Resume): Promise<void>;
  /** Evaluates where the run is paused. Errors: `not-running`, `not-paused`, those of the expression. */
  evaluate(projectId: string, expression: string, options: CallOptions): Promise<unknown>;
  /** Resolves with the full name. Errors: `not-running`, `not-paused`, `invalid-params`. */
  setValue(projectId: string, name: string, value: unknown): Promise<string>;
  /** Signs in as the plan's first item would, in its own window. Errors: `app-not-open`, `stopped`, those of a run. */
  signIn(plan: RunPlan, options: CallOptions): Promise<SignInAttempt>;
  /** Errors: `browser-missing`. */
  findBrowser(): Promise<{ executablePath: string; source: string }>;
  /** Of the run in the app window, else of the last one there. */
  status(projectId: string): RunStatus;
  /**
   * Without `runId`: the run in the app window while it is under way, else the last one that began. `idle` for a run
   * that is not known any more.
   */
  shownRun(projectId: string, runId?: RunId): RunStatus;
  /** In the order in which they began. */
  runsUnderWay(projectId: string): RunStatus[];
  /** Called when a run begins, pauses, resumes, ends or is at another action. Returns how to stop listening. */
  onStatus(projectId: string, listener: () => void): () => void;
  /** Resolves when the run has ended or (with `orPaused`) is paused, or the time is over. Default: as `shownRun`. */
  waitForRun(
    projectId: string,
    options: { timeoutMs: number; signal: AbortSignal; orPaused?: boolean; runId?: RunId | undefined },
  ): Promise<RunStatus>;
  /** Ends the run of a project and closes its browsers. Idempotent. */
  close(projectId: string, reason: string): Promise<void>;
  /** Ends runs and closes browsers. Idempotent. */
  dispose(): Promise<void>;
}
