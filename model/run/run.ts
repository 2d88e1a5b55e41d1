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
import { Isolation } from '../project/isolation.ts';
import { KeptOf } from '../project/kept-of.ts';
import { ObservedText } from '../values/observed.ts';
import { AccessibilityFinding } from './accessibility-finding.ts';
import { CallRecord } from './call-record.ts';
import { Clue } from './clues.ts';
import { Incident } from './incidents.ts';
import { ShardOfRun } from './shard.ts';
import { OUTCOMES, RUN_PHASES } from './state.ts';

export const RunPhaseName = z.enum(RUN_PHASES);
export const OutcomeName = z.enum(OUTCOMES);

/** A request that failed (`reason` in the browser's words), had an error status, or was not answered. */
export const FailedRequest = z.strictObject({
  method: z.string(),
  url: ObservedText,
  status: z.number().int().optional(),
  reason: ObservedText.optional(),
  unansweredMs: z.number().int().optional(),
});
export type FailedRequest = z.infer<typeof FailedRequest>;

export const ActionFailure = z.strictObject({
  message: ObservedText,
  expected: ObservedText.optional(),
  actual: ObservedText.optional(),
  candidates: z.array(ObservedText).optional(),
  log: z.array(ObservedText).optional(),
  consoleErrors: z.array(ObservedText).optional(),
  /** Of this action and the one before it. */
  failedRequests: z.array(FailedRequest).optional(),
  /** Likeliest cause first. */
  clues: z.array(Clue).optional(),
  /** Files of the run, for an assertion about how the page looks. */
  pictures: z
    .strictObject({
      /** Missing where no picture has been kept yet. */
      expected: z.string().optional(),
      actual: z.string(),
      diff: z.string().optional(),
    })
    .optional(),
  /** The message without what `findings` says. */
  headline: ObservedText.optional(),
  /** Of a check of accessibility, the most serious first; not all where there are very many. */
  findings: z.array(AccessibilityFinding).optional(),
  /** Where the expected picture is kept, from `files/` on. */
  baseline: ObservedText.optional(),
  /** What happened in the page that must not. */
  incident: Incident.optional(),
  /** Equal for the same root error. */
  errorHash: z.string().optional(),
});
export type ActionFailure = z.infer<typeof ActionFailure>;

export const AnsweredDialog = z.strictObject({
  type: z.string(),
  message: ObservedText,
  answer: z.enum(['accepted', 'dismissed']).optional(),
});
export type AnsweredDialog = z.infer<typeof AnsweredDialog>;

/** Both locators as they are stored. */
export const Repair = z.strictObject({
  from: z.string(),
  to: z.string(),
  was: ObservedText.optional(),
  now: ObservedText.optional(),
});
export type Repair = z.infer<typeof Repair>;

/** `running` only during the run, for actions with others below them. */
const ACTION_STATES = ['passed', 'failed', 'error', 'skipped', 'stopped', 'running'] as const;
const ActionState = z.enum(ACTION_STATES);

/** What became of an action, without those below it. */
export const PlainActionResult = z.strictObject({
  actionIndex: z.number().int().min(0),
  actionId: ActionId,
  testCode: TestCode,
  type: z.string(),
  /** Who acted, where the test names actors. */
  actor: z.string().optional(),
  /** With the values of its fields filled in; begins with who acted. */
  title: ObservedText,
  state: ActionState,
  ms: z.number(),
  /** Round of the nearest loop or repeat, from 1. */
  round: z.number().int().optional(),
  error: ActionFailure.optional(),
  screenshot: z.string().optional(),
  /** What that may show of secrets, which could not be covered. */
  screenshotNote: z.string().optional(),
  /** What is worth knowing of it besides its state, e.g. that nothing asked for what it offers. */
  note: ObservedText.optional(),
  /** Number of its pages in the trace of the run. */
  moment: z.number().int().min(1).optional(),
  /** File that it brought, by its name within the run. */
  file: z.string().optional(),
  call: CallRecord.optional(),
  /** File of the project that it made or replaced. */
  wrote: z.string().optional(),
  /** Set where its own locator found nothing. */
  repaired: Repair.optional(),
  /** Marks what an import could not convert, so the test did less than intended. */
  leftOut: z.literal(true).optional(),
  branch: z.enum(['then', 'else', 'none']).optional(),
  /** Dialogs opened meanwhile, and answered so that the page could go on. */
  dialogs: z.array(AnsweredDialog).optional(),
});

/** Actions of a plugged test or of a block's rounds are below it. */
export interface ActionResult extends z.infer<typeof PlainActionResult> {
  actions?: ActionResult[] | undefined;
}

export const ActionResult: z.ZodType<ActionResult> = PlainActionResult.extend({
  get actions() {
    return z.array(ActionResult).optional();
  },
});

export type ActionHead = Pick<
  ActionResult,
  'actionIndex' | 'actionId' | 'testCode' | 'type' | 'title' | 'round' | 'actor'
>;

export const HookResult = z.strictObject({
  testCode: TestCode,
  title: z.string(),
  state: ActionState,
  ms: z.number(),
  error: ActionFailure.optional(),
  actions: z.array(ActionResult),
});
export type HookResult = z.infer<typeof HookResult>;

export const SignInResult = HookResult.extend({ role: z.string().optional() });
export type SignInResult = z.infer<typeof SignInResult>;

export type ResultNode = Pick<
  ActionResult,
  | 'title'
  | 'state'
  | 'ms'
  | 'error'
  | 'screenshot'
  | 'screenshotNote'
  | 'note'
  | 'call'
  | 'wrote'
  | 'repaired'
  | 'leftOut'
  | 'round'
  | 'actions'
>;

/** `running` only during the run. */
export const ITEM_STATES = ['passed', 'failed', 'error', 'notImplemented', 'stopped', 'skipped', 'running'] as const;
export const ItemState = z.enum(ITEM_STATES);
export type ItemState = z.infer<typeof ItemState>;

const ITEM_COURSE = {
  role: z.string().optional(),
  state: ItemState,
  /** ISO time; missing if it never began. */
  startedAt: z.string().optional(),
  ms: z.number(),
  error: ActionFailure.optional(),
  video: z.string().optional(),
  /** Errors and failed requests of the page, whether or not they fail the test; each once. */
  incidents: z.array(Incident).optional(),
  /** Sign-ins that it waited for; later items of the role use their state. */
  signIns: z.array(SignInResult).optional(),
};

const TEST_COURSE = {
  ...ITEM_COURSE,
  before: HookResult.optional(),
  actions: z.array(ActionResult),
  after: HookResult.optional(),
};

/** An earlier attempt, which did not pass. */
const TestAttempt = z.strictObject(TEST_COURSE).omit({ role: true });
export type TestAttempt = z.infer<typeof TestAttempt>;

const AGAIN = {
  /** It passed, but only when run again. */
  flaky: z.literal(true).optional(),
  /** Window that it runs in, from 1, the app window; only while it runs, and only of several. */
  lane: z.number().int().optional(),
};

/** `index` counts from 0. */
export const Repeat = z.strictObject({ index: z.number().int().min(0), count: z.number().int().min(2) });
export type Repeat = z.infer<typeof Repeat>;

/** One test, or one of its data rows, in a window as new. */
export const RunItem = z.strictObject({
  testCode: TestCode,
  moduleCode: ModuleCode,
  /** As they were when it ran. */
  moduleName: z.string().optional(),
  tags: z.array(z.string()).optional(),
  title: z.string(),
  row: z.strictObject({ index: z.number().int().min(0), values: DataValues }).optional(),
  /** Of those that the run named. */
  device: z.string().optional(),
  repeat: Repeat.optional(),
  /** The same as long as the test does the same, whatever its name. */
  contentHash: z.string().optional(),
  ...TEST_COURSE,
  ...AGAIN,
  /** Attempts before the last, which the other fields are about. */
  attempts: z.array(TestAttempt).optional(),
});
export type RunItem = z.infer<typeof RunItem>;

const STEP_STATES = [...ACTION_STATES, 'notImplemented'] as const;

export const StepResult = z.strictObject({
  index: z.number().int().min(0),
  keyword: z.string(),
  /** Placeholders are filled in. */
  text: z.string(),
  state: z.enum(STEP_STATES),
  ms: z.number(),
  /** Missing where nothing implements the step. */
  testCode: TestCode.optional(),
  error: ActionFailure.optional(),
  actions: z.array(ActionResult),
});
export type StepResult = z.infer<typeof StepResult>;

const ScenarioAttempt = z.strictObject({ ...ITEM_COURSE, steps: z.array(StepResult) }).omit({ role: true });
export type ScenarioAttempt = z.infer<typeof ScenarioAttempt>;

export const ScenarioResult = z.strictObject({
  scenario: ScenarioCode,
  /** Example row, from 0. */
  row: z.number().int().min(0).optional(),
  example: z.record(z.string(), z.string()).optional(),
  /** Of those that the run named. */
  device: z.string().optional(),
  repeat: Repeat.optional(),
  name: z.string(),
  featureCode: FeatureCode,
  featureName: z.string(),
  /** Path below `features/`. */
  file: z.string(),
  line: z.number().int(),
  tags: z.array(z.string()).optional(),
  ...ITEM_COURSE,
  ...AGAIN,
  steps: z.array(StepResult),
  /** Attempts before the last, which the other fields are about. */
  attempts: z.array(ScenarioAttempt).optional(),
  /** Steps that have not begun; only while it runs. */
  ahead: z.array(StepResult.pick({ index: true, keyword: true, text: true, testCode: true })).optional(),
});
export type ScenarioResult = z.infer<typeof ScenarioResult>;

export type ItemResult = RunItem | ScenarioResult;

export const hasFailed = ({ state }: Pick<ItemResult, 'state'>): boolean => state === 'failed' || state === 'error';

export const isScenario = (item: ItemResult): item is ScenarioResult => 'steps' in item;

/** Enough to repeat the run, beside what it is about. Missing options have their default. */
export const RunOptions = z.strictObject({
  parameters: z.record(z.string(), ObservedText).optional(),
  role: z.string().optional(),
  keepRunning: z.boolean().optional(),
  row: z.number().int().min(0).optional(),
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
  devices: z.array(z.string()).optional(),
  isolation: Isolation.optional(),
  maxFailures: z.number().int().optional(),
  timeoutMs: z.number().int().optional(),
});
export type RunOptions = z.infer<typeof RunOptions>;

/** Of the work tree that the project is in. */
export const GitHead = z.strictObject({ branch: z.string().optional(), commit: z.string().optional() });
export type GitHead = z.infer<typeof GitHead>;

/** run.json: a run as it is stored. Times are ISO strings, durations milliseconds. */
export const Run = z.strictObject({
  format: z.literal(1),
  runId: RunId,
  projectId: ProjectId,
  versionId: VersionId,
  /** Missing when the run is about several tests. */
  moduleCode: ModuleCode.optional(),
  testCode: TestCode.optional(),
  title: z.string(),
  environment: z.string().optional(),
  options: RunOptions.optional(),
  shard: ShardOfRun.optional(),
  git: GitHead.optional(),
  /** Build server, e.g. `GitHub Actions`. */
  ci: z.string().optional(),
  browser: z.string().optional(),
  startedBy: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().optional(),
  elapsedMs: z.number(),
  processId: z.number().int().optional(),
  state: RunPhaseName,
  /** Number of items; only while the run goes on. */
  planned: z.number().int().optional(),
  reason: ObservedText.optional(),
  items: z.array(RunItem),
  /** Scenarios run after the tests. */
  scenarios: z.array(ScenarioResult).optional(),
});
export type Run = z.infer<typeof Run>;

/** In the order in which they ran. */
export const allItems = ({ items, scenarios = [] }: Pick<Run, 'items' | 'scenarios'>): ItemResult[] => [
  ...items,
  ...scenarios,
];
