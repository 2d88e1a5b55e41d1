import { z } from 'zod';
import {
  ActionId,
  DataValues,
  FeatureCode,
  ModuleCode,
  ProjectId,
  RunId,
  ScenarioCode,
  TestCode,
  VersionId,
} from '../names/codes.ts';
import { KeptOf } from '../project/kept-of.ts';
import { ObservedText } from '../values/observed.ts';
import { CallRecord } from './call-record.ts';
import { ShardOfRun } from './shard.ts';
import { OUTCOMES, RUN_PHASES } from './state.ts';

export const RunPhaseName = z.enum(RUN_PHASES);
export const OutcomeName = z.enum(OUTCOMES);

/** A request of the page that failed, for a reason in the browser's words, was answered with an error, or not yet. */
export const FailedRequest = z.strictObject({
  method: z.string(),
  url: ObservedText,
  status: z.number().int().optional(),
  reason: ObservedText.optional(),
  /** How long nobody had answered it, in milliseconds. */
  unansweredMs: z.number().int().optional(),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

/** Why an action did not pass, in plain words first. */
export const ActionFailure = z.strictObject({
  message: ObservedText,
  expected: ObservedText.optional(),
  actual: ObservedText.optional(),
  /** Locators of elements that come close. */
  candidates: z.array(ObservedText).optional(),
  /** The engine's own account of what it tried. */
  log: z.array(ObservedText).optional(),
  /** The last errors in the console of the page. */
  consoleErrors: z.array(ObservedText).optional(),
  /** Failed requests of this action and the one before it. */
  failedRequests: z.array(FailedRequest).optional(),
  /** Files of the run, of an assertion about how the page looks. */
  pictures: z.strictObject({ expected: z.string(), actual: z.string(), diff: z.string().optional() }).optional(),
  /** The same for the same root error. */
  errorHash: z.string().optional(),
});
export type ActionFailure = z.infer<typeof ActionFailure>;

/** A dialog that a page opened. */
export const AnsweredDialog = z.strictObject({
  type: z.string(),
  message: ObservedText,
  answer: z.enum(['accepted', 'dismissed']).optional(),
});
export type AnsweredDialog = z.infer<typeof AnsweredDialog>;

/** Another locator that stood in for the one of the action; both as they are stored. */
export const Repair = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** What the element was called, and what it is called now. */
  was: ObservedText.optional(),
  now: ObservedText.optional(),
});
export type Repair = z.infer<typeof Repair>;

/** `running` only while the run goes on, of what has actions below it. */
const ACTION_STATES = ['passed', 'failed', 'error', 'skipped', 'stopped', 'running'] as const;
const ActionState = z.enum(ACTION_STATES);

/** What became of one action. Actions of a plugged test or a block's rounds are below it. */
export const ActionResult = z.strictObject({
  actionIndex: z.number().int().min(0),
  actionId: ActionId,
  testCode: TestCode,
  type: z.string(),
  /** With the values that its fields came to. */
  title: ObservedText,
  state: ActionState,
  ms: z.number(),
  /** Round of the nearest loop or repeat, counted from 1. */
  round: z.number().int().optional(),
  error: ActionFailure.optional(),
  screenshot: z.string().optional(),
  /** Under which number the trace of the run has the page before and after it. */
  moment: z.number().int().min(1).optional(),
  /** A file that it brought, by its name within the run. */
  file: z.string().optional(),
  /** What it asked of the app over HTTP. */
  call: CallRecord.optional(),
  /** File of the project that the action made or replaced. */
  wrote: z.string().optional(),
  /** Its own locator found nothing. */
  repaired: Repair.optional(),
  /** It marks what an import could not convert, so the test did less than intended. */
  leftOut: z.literal(true).optional(),
  /** Which part of an `if` ran. */
  branch: z.enum(['then', 'else', 'none']).optional(),
  /** Dialogs that the page opened meanwhile, and that were answered so that it could go on. */
  dialogs: z.array(AnsweredDialog).optional(),
  get actions() {
    return z.array(ActionResult).optional();
  },
});
export type ActionResult = z.infer<typeof ActionResult>;

/** What is known of an action before it has an end. */
export type ActionHead = Pick<ActionResult, 'actionIndex' | 'actionId' | 'testCode' | 'type' | 'title' | 'round'>;

/** What became of the test that a module runs before or after each of its tests. */
export const HookResult = z.strictObject({
  testCode: TestCode,
  title: z.string(),
  state: ActionState,
  ms: z.number(),
  /** Why it could not even begin. */
  error: ActionFailure.optional(),
  actions: z.array(ActionResult),
});
export type HookResult = z.infer<typeof HookResult>;

/** What became of the test that signs in, performed because the item needed it. */
export const SignInResult = HookResult.extend({ role: z.string().optional() });
export type SignInResult = z.infer<typeof SignInResult>;

/** What results of actions and of hooks have in common. */
export type ResultNode = Pick<
  ActionResult,
  'title' | 'state' | 'ms' | 'error' | 'screenshot' | 'call' | 'wrote' | 'repaired' | 'leftOut' | 'round' | 'actions'
>;

/** `running` only while the run goes on. */
export const ITEM_STATES = ['passed', 'failed', 'error', 'notImplemented', 'stopped', 'skipped', 'running'] as const;
export const ItemState = z.enum(ITEM_STATES);
export type ItemState = z.infer<typeof ItemState>;

/** What tells how it went of what runs in a browser context of its own. */
const ITEM_COURSE = {
  /** Who it was signed in as. */
  role: z.string().optional(),
  state: ItemState,
  /** ISO time; absent when it never began. */
  startedAt: z.string().optional(),
  ms: z.number(),
  error: ActionFailure.optional(),
  /** What its page looked like meanwhile: a file of the run. */
  video: z.string().optional(),
  /** What it had to wait for: later items of the role use what came of it. */
  signIns: z.array(SignInResult).optional(),
};

/** How a test was done, with the `before` and `after` tests of its module, where it has them. */
const TEST_COURSE = {
  ...ITEM_COURSE,
  before: HookResult.optional(),
  actions: z.array(ActionResult),
  after: HookResult.optional(),
};

/** An attempt before the last: it did not pass, and the test was run again. */
const TestAttempt = z.strictObject(TEST_COURSE).omit({ role: true });
export type TestAttempt = z.infer<typeof TestAttempt>;

/** Fields of an item that runs again when it has not passed. */
const AGAIN = {
  /** It passed, though not at once. */
  flaky: z.literal(true).optional(),
  /** The window that it runs in, from 1, which is the app window; only while it runs, and only of several. */
  lane: z.number().int().optional(),
};

/** Which of so many times it is that a run does the same, counted from 0. */
export const Repeat = z.strictObject({ index: z.number().int().min(0), count: z.number().int().min(2) });
export type Repeat = z.infer<typeof Repeat>;

/** One test, or one of its data rows, in a browser context of its own. */
export const RunItem = z.strictObject({
  testCode: TestCode,
  moduleCode: ModuleCode,
  /** Name of the module and tags of the test, as they were when it ran. */
  moduleName: z.string().optional(),
  tags: z.array(z.string()).optional(),
  title: z.string(),
  row: z.strictObject({ index: z.number().int().min(0), values: DataValues }).optional(),
  repeat: Repeat.optional(),
  /** The same as long as the test does the same, whatever it is called. */
  contentHash: z.string().optional(),
  ...TEST_COURSE,
  ...AGAIN,
  /** Those before the last, which the rest of this is about. */
  attempts: z.array(TestAttempt).optional(),
});
export type RunItem = z.infer<typeof RunItem>;

const STEP_STATES = [...ACTION_STATES, 'notImplemented'] as const;

/** What became of one step of a scenario, with the actions of the test that it is linked to. */
export const StepResult = z.strictObject({
  index: z.number().int().min(0),
  keyword: z.string(),
  /** Placeholders filled in. */
  text: z.string(),
  state: z.enum(STEP_STATES),
  ms: z.number(),
  /** Absent where nothing implements the step. */
  testCode: TestCode.optional(),
  error: ActionFailure.optional(),
  actions: z.array(ActionResult),
});
export type StepResult = z.infer<typeof StepResult>;

const ScenarioAttempt = z.strictObject({ ...ITEM_COURSE, steps: z.array(StepResult) }).omit({ role: true });
export type ScenarioAttempt = z.infer<typeof ScenarioAttempt>;

/** One scenario, or one of its example rows, in a browser context of its own. */
export const ScenarioResult = z.strictObject({
  scenario: ScenarioCode,
  /** Index of the outline's row, counted from 0. */
  row: z.number().int().min(0).optional(),
  /** Values of that row, by column. */
  example: z.record(z.string(), z.string()).optional(),
  repeat: Repeat.optional(),
  name: z.string(),
  featureCode: FeatureCode,
  featureName: z.string(),
  /** Below `features/`. */
  file: z.string(),
  /** Line of the scenario, or of the example row. */
  line: z.number().int(),
  tags: z.array(z.string()).optional(),
  ...ITEM_COURSE,
  ...AGAIN,
  steps: z.array(StepResult),
  /** Those before the last, which the rest of this is about. */
  attempts: z.array(ScenarioAttempt).optional(),
  /** Steps that have not begun; only while it runs. */
  ahead: z.array(StepResult.pick({ index: true, keyword: true, text: true, testCode: true })).optional(),
});
export type ScenarioResult = z.infer<typeof ScenarioResult>;

/** What runs in a browser context of its own. */
export type ItemResult = RunItem | ScenarioResult;

export const hasFailed = ({ state }: Pick<ItemResult, 'state'>): boolean => state === 'failed' || state === 'error';

export const isScenario = (item: ItemResult): item is ScenarioResult => 'steps' in item;

/** How a run was asked for, beside what it is about: enough to do the same again. What was left out has its default. */
export const RunOptions = z.strictObject({
  parameters: z.record(z.string(), ObservedText).optional(),
  role: z.string().optional(),
  keepRunning: z.boolean().optional(),
  fromAction: z.number().int().min(0).optional(),
  toAction: z.number().int().min(0).optional(),
  context: z.enum(['fresh', 'live']).optional(),
  slowMoMs: z.number().int().optional(),
  screenshots: z.enum(['off', 'failure', 'each']).optional(),
  video: KeptOf.optional(),
  trace: KeptOf.optional(),
  workers: z.number().int().optional(),
  retries: z.number().int().optional(),
  repeatEach: z.number().int().optional(),
  maxFailures: z.number().int().optional(),
  timeoutMs: z.number().int().optional(),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** Where the work tree stood that the project lies in. */
export const GitHead = z.strictObject({ branch: z.string().optional(), commit: z.string().optional() });
export type GitHead = z.infer<typeof GitHead>;

/** run.json: a run as it is stored. Times are ISO strings, durations milliseconds. */
export const Run = z.strictObject({
  format: z.literal(1),
  runId: RunId,
  projectId: ProjectId,
  versionId: VersionId,
  /** Left out when the run is about several tests. */
  moduleCode: ModuleCode.optional(),
  testCode: TestCode.optional(),
  title: z.string(),
  environment: z.string().optional(),
  options: RunOptions.optional(),
  shard: ShardOfRun.optional(),
  git: GitHead.optional(),
  /** The build server that it ran on, e.g. `GitHub Actions`. */
  ci: z.string().optional(),
  browser: z.string().optional(),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  elapsedMs: z.number(),
  /** The process that runs it, while it is under way. */
  processId: z.number().int().optional(),
  state: RunPhaseName,
  /** How many tests, rows and scenarios it is about; only while it goes on. */
  planned: z.number().int().optional(),
  reason: ObservedText.optional(),
  items: z.array(RunItem),
  /** Those of features, which run after the tests. */
  scenarios: z.array(ScenarioResult).optional(),
});
export type Run = z.infer<typeof Run>;

/** Everything of a run in the order in which it ran. */
export const allItems = ({ items, scenarios = [] }: Pick<Run, 'items' | 'scenarios'>): ItemResult[] => [
  ...items,
  ...scenarios,
];
