/**
 * The typed ports between the service and the browsers it drives. The service implements `RunSink` and calls
 * `Bridge`; ide-bridge implements `Bridge` and knows nothing of files, tokens or tools.
 */
import type { ErrorKind } from '../errors/errors.ts';
import type { ElementLook, KnownElement } from '../locator/element-look.ts';
import type { ActionId, DataValues, ModuleCode, RunId, TestCode } from '../names/codes.ts';
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
import type { StartRecorder } from './recorder.ts';

/** Named values of the environment a run uses. Secrets are here in the clear and leave only into the page. */
export interface EnvironmentValues {
  name: string | undefined;
  variables: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  apps: Readonly<Record<string, string>>;
}

/** One step of a scenario, placeholders filled in. */
export interface PlannedStep {
  index: number;
  keyword: string;
  text: string;
  /** The action of the item's test that plugs in the linked test; undefined where nothing implements the step. */
  plug?: { actionIndex: number; testCode: TestCode } | undefined;
}

/** One scenario, or one of its example rows. */
export interface PlannedScenario
  extends Pick<
    ScenarioResult,
    'scenario' | 'row' | 'example' | 'repeat' | 'name' | 'featureCode' | 'featureName' | 'file' | 'line'
  > {
  tags: readonly string[];
  steps: readonly PlannedStep[];
  /** What the plug actions give to the linked tests: cells, tables and texts, to be taken as they are. */
  values: Readonly<Record<string, unknown>>;
  /** Whether the steps after one that nothing implements run all the same. */
  keepRunning: boolean;
}

/** A suite with the values given to it, which those given to what it holds may use. */
export interface PlannedSuite {
  module: Module;
  test: Test;
  parameters: Readonly<Record<string, string>>;
  /** The one of its data rows with which all that it holds runs. */
  row?: { index: number; values: DataValues } | undefined;
  /** The suite that holds it. */
  suite?: PlannedSuite | undefined;
}

/** One test with one data row, to be run in a browser context of its own. */
export interface PlannedItem {
  module: Module;
  test: Test;
  row?: { index: number; values: DataValues } | undefined;
  /** Where it runs several times: which of these it is. A scenario has it itself. */
  repeat?: Repeat | undefined;
  /** Values given for the parameters of the test. */
  parameters: Readonly<Record<string, string>>;
  /** The suite that holds the test. */
  suite?: PlannedSuite | undefined;
  /** What the item is about; its test then was made of the linked steps and is in no module. */
  scenario?: PlannedScenario | undefined;
  /** Listed in the results and not run. */
  isSkipped?: boolean | undefined;
  /** How its browser context is signed in; the same one for all items of a role. */
  identity?: Identity | undefined;
  /** How often it is run again while it does not pass. Default: not at all. */
  retries?: number | undefined;
}

/** The stored pictures of a project that pages are held against, by name: those of this platform. */
export interface Baselines {
  /** The file as people call it, e.g. `files/baselines/basket-linux.png`. */
  path(name: string): string | Promise<string>;
  /** Undefined when there is none. Errors: `invalid-project`. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Makes or replaces one. Errors: `disk-full`, `read-only`. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** How a run can be paused and looked into. */
export interface Debugging {
  /** Whether somebody is there to go on: `pause` actions wait. */
  interactive: boolean;
  /** The breakpoint at an action as they are now, unless it is switched off. Called before every action. */
  breakpointAt(testCode: TestCode, actionId: ActionId): Breakpoint | undefined;
  /** The project as it is now; undefined when the version is gone. */
  currentContent(): VersionContent | undefined;
  /** Errors: `invalid-project`, when the run cannot go on with that. */
  check(content: VersionContent): void;
}

/** Everything a run needs, taken from the project when the run starts; later edits reach it only while it is paused. */
export interface RunPlan {
  runId: RunId;
  projectId: string;
  /** Left out when the run is about several tests. */
  moduleCode?: ModuleCode | undefined;
  testCode?: TestCode | undefined;
  title: string;
  /** As it was asked for. */
  options?: RunOptions | undefined;
  git?: GitHead | undefined;
  content: VersionContent;
  projectData: DataValues;
  /** Address that relative addresses start from. */
  appUrl: string | undefined;
  settings: ProjectSettings;
  /** What the test-management service writes before its issue keys. */
  keyPrefix?: string | undefined;
  /** What an issue key is put behind to look at it. */
  issueUrl?: string | undefined;
  environment: EnvironmentValues;
  items: readonly PlannedItem[];
  /** Where these are among all that the run comes to. Default: they are all. */
  places?: readonly number[] | undefined;
  /** The part that the items are, where several machines share a run. */
  shard?: ShardOfRun | undefined;
  /** Texts of the feature files that scenarios of the run are from, by path below `features/`. */
  features?: ReadonlyMap<string, string> | undefined;
  /** The absolute path of a file by its path below `files/`; `field` names it in errors. Errors: `invalid-project`. */
  pathOf(file: string, field: string): Promise<string>;
  baselines: Baselines;
  /** Whether an assertion compares a picture with one of them. Default: none does. */
  comparesPictures?: boolean | undefined;
  /** Whether fallbacks stand in for locators that find nothing; else they are only named. */
  repair: boolean;
  /** Whether a person has rejected a locator as the replacement of another. */
  isRejected(actionId: ActionId, repair: Repair): boolean | Promise<boolean>;
  /** What the locator of an action found when that last passed. */
  known(actionId: ActionId, locator: string): ElementLook | undefined | Promise<ElementLook | undefined>;
  /** Whether assertions make and replace the pictures they compare with. */
  updateScreenshots: boolean;
  /** First and last action of the outermost test that run. */
  fromAction?: number | undefined;
  toAction?: number | undefined;
  /** `fresh`: a new browser context for each item; `live`: the current page. */
  context: 'fresh' | 'live';
  slowMoMs: number;
  screenshots: 'off' | 'failure' | 'each';
  /** Attempts whose video is kept. Default: none. */
  video?: KeptOf | undefined;
  /** Attempts whose trace, the page before and after every action, is kept. Default: none. */
  trace?: KeptOf | undefined;
  /** Default: as the window of the IDE is. */
  headed?: boolean | undefined;
  /** How many windows its items are run in side by side. Default: 1. */
  workers?: number | undefined;
  /** Whether it can go on in the app window alone: it acts on the current page, or may be paused. Default: it can. */
  needsWindow?: boolean | undefined;
  /** No further item begins once so many have failed. Default: all are run. */
  maxFailures?: number | undefined;
  /** Left out, the run goes through without a pause, and as it was planned. */
  debugging?: Debugging | undefined;
}

/** What a run tells while it goes on. */
export type RunProgress =
  /** Comes again for each attempt, counted from 0. `lane` is the window that it runs in, from 0. */
  | { kind: 'item-started'; itemIndex: number; item: PlannedItem; attempt?: number; lane?: number }
  | { kind: 'action-finished'; itemIndex: number; result: ActionResult }
  | { kind: 'step-finished'; itemIndex: number; result: StepResult }
  /** Sent at once, and again within the result around it. `within` is what is around it, outermost first. */
  | { kind: 'inner-action-finished'; itemIndex: number; within: readonly ActionHead[]; result: ActionResult }
  /** It did not pass, and is run again. */
  | { kind: 'attempt-finished'; itemIndex: number; item: ItemResult }
  | { kind: 'item-finished'; itemIndex: number; item: ItemResult }
  /** The bridge says where and why. */
  | { kind: 'paused' | 'resumed' };

/** What a page looked like: JPEG files in order, each with when it was taken, and when it ended, in milliseconds. */
export interface Film {
  frames: readonly { file: string; ms: number }[];
  ms: number;
}

/** A file of a trace: its name there, and where it lies until it has been taken. */
export interface TraceFile {
  name: string;
  path: string;
}

/** Where a run puts what it makes. */
export interface RunSink {
  progress(event: RunProgress): void;
  /** Keeps what a page wrote to the console while a test ran. */
  console(itemIndex: number, entry: ConsoleEntry): void;
  /** Takes what the locator of an action found, to know it again once the test has passed. */
  learned?(itemIndex: number, known: KnownElement): void;
  /** Keeps a picture and resolves with its file name within the run. */
  picture(name: string, bytes: Uint8Array, format: 'png' | 'jpeg', itemIndex?: number): Promise<string>;
  /** Keeps a file that a page gave and resolves with its name within the run. */
  file(name: string, bytes: Uint8Array, itemIndex?: number): Promise<string>;
  /** Keeps the trace of an item, whose files are removed afterwards. */
  trace?(files: readonly TraceFile[]): Promise<void>;
  /** Makes a video and resolves with its file name within the run; with nothing where that failed. */
  video?(name: string, film: Film, itemIndex: number): Promise<string | undefined>;
  /** Has values that were made of secrets masked from now on, as those are. */
  conceal(values: readonly string[]): void;
  /** Has a text masked that was typed as a password and nobody declared secret: in this run alone, as a whole word. */
  concealWord(word: string): void;
  finished(end: {
    outcome: Outcome;
    reason?: string | undefined;
    elapsedMs: number;
    browser?: string | undefined;
  }): Promise<void>;
}

/** The current state of a project's run; a final state stays until the next run. */
export interface RunStatus extends RunView {
  state: RunPhase;
  runId?: RunId;
  moduleId?: ModuleCode;
  testId?: TestCode;
  /** What kind of error ended the run, if one did. */
  errorKind?: ErrorKind;
  /** While paused: what can be named there, by layer, the nearest first; values in short, secrets masked. */
  scopes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** How a paused run goes on; `to` runs on to an action of the test it is paused in. */
export type Resume =
  | { mode: Exclude<ResumeMode, 'to'> }
  | { mode: 'to'; actionIndex?: number | undefined; actionId?: ActionId | undefined };

/** What came of one action that was performed by itself. */
export interface PerformedAction {
  result: ActionResult;
  /** What it stored, if anything. */
  value?: unknown;
}

/** Elements that actions of a test mean, with the values that are around them. */
export interface ProbeRequest extends Pick<RunPlan, 'projectId' | 'content' | 'projectData' | 'environment'> {
  item: PlannedItem;
  probes: readonly ElementProbe[];
}

interface PerformOptions extends CallOptions {
  by: string;
  isShown?: boolean;
}

export interface Bridge {
  readonly ides: Ides;
  readonly moments: Moments;
  readonly extensions: Extensions;
  app(projectId: string): AppWindow;
  /** Opens the app window anew, on the tab that is lent to the project. Errors: `run-in-progress`, `browser-lost`. */
  openLent(projectId: string, opening: AppOpening): Promise<void>;
  /** Tells what people do in the app window. Errors: `app-not-open`. */
  readonly record: StartRecorder;
  /** Looks elements up on the current page, one answer for each; changes nothing. Errors: `app-not-open`, `timeout`. */
  probe(request: ProbeRequest, options: CallOptions): Promise<ProbeAnswer[]>;
  /**
   * Begins a run and resolves once it is under way to start; its end reaches the sink, which is made when it begins. It
   * goes on in the app window, or beside it while that has another run. An action that is performed by itself there is
   * waited for, not for long. Errors: `run-in-progress` (it needs the app window, which has another run; or the run
   * named in its facts is about the same), `busy`.
   */
  startRun(plan: RunPlan, makeSink: () => RunSink): Promise<void>;
  /**
   * Performs the one action of a plan on the live page; several calls one after the other. What it stores and the answers
   * to dialogs that it plans are there for the next one. While a run is paused it has the values of that place. `by` is
   * who asks for it; `isShown` has those who look see where it is done, and by whom.
   * Errors: `run-in-progress`, `app-not-open`.
   */
  performAction(plan: RunPlan, sink: RunSink, options: PerformOptions): Promise<PerformedAction>;
  /** Whether a person has taken the app window over, so that agents wait. */
  isTakenOver(projectId: string): boolean;
  /** Without a number: the run that is shown, as `shownRun`. Errors: `not-running`. */
  stopRun(projectId: string, reason: string, runId?: RunId): Promise<void>;
  /** Has the run pause before its next action. Errors: `not-running`, `already-paused`. */
  pauseRun(projectId: string, by: string): Promise<void>;
  /** Errors: `not-running`, `not-paused`, `not-found` (the action), `invalid-project` (as it was edited). */
  resumeRun(projectId: string, how: Resume): Promise<void>;
  /** The value of an expression where the run is paused. Errors: `not-running`, `not-paused`, those of the expression. */
  evaluate(projectId: string, expression: string, options: CallOptions): Promise<unknown>;
  /** Gives a name another value where the run is paused; resolves with its full name. Errors: `not-running`, `not-paused`, `invalid-params`. */
  setValue(projectId: string, name: string, value: unknown): Promise<string>;
  /** Signs in as the first item of the plan would be, in a window of its own. Errors: `app-not-open`, `stopped`, those of a run. */
  signIn(plan: RunPlan, options: CallOptions): Promise<SignInAttempt>;
  /** The browser that would be started. Errors: `browser-missing`. */
  findBrowser(): Promise<{ executablePath: string; source: string }>;
  /** Status of the run in the app window, or of the last one there. */
  status(projectId: string): RunStatus;
  /**
   * Of a run; without a number of the one in the app window while it is under way, else of the last one that began.
   * `idle` where the run is not known any more.
   */
  shownRun(projectId: string, runId?: RunId): RunStatus;
  /** All that are under way, in the order in which they began. */
  runsUnderWay(projectId: string): RunStatus[];
  /** Tells when a run begins, is paused, goes on, ends, or is at another action; returns how to stop listening. */
  onStatus(projectId: string, listener: () => void): () => void;
  /** Resolves when a run has ended, or is paused where that is waited for, or the time is over. Which: as `shownRun`. */
  waitForRun(
    projectId: string,
    options: { timeoutMs: number; signal: AbortSignal; orPaused?: boolean; runId?: RunId | undefined },
  ): Promise<RunStatus>;
  /** Ends the run of a project for a reason, and closes its browsers. Idempotent. */
  close(projectId: string, reason: string): Promise<void>;
  /** Ends runs and closes browsers. Idempotent. */
  dispose(): Promise<void>;
}
