/** What the page reads of a stored run; fields that it does not use are let through. */
import { z } from 'zod';
import { ActionId, ModuleCode, TestCode } from '../../../model/names/codes.ts';
import { ActionFailure, AnsweredDialog, GitHead, Repair, RunOptions } from '../../../model/run/run.ts';
import { UploadRecord } from './upload/upload-reply.ts';

const Failure = z.object({ ...ActionFailure.shape });
export type ShownFailure = z.infer<typeof Failure>;

const ShownAction = z.object({
  actionIndex: z.number(),
  actionId: ActionId,
  testCode: TestCode,
  type: z.string(),
  title: z.string(),
  state: z.string(),
  ms: z.number(),
  round: z.number().optional(),
  error: Failure.optional(),
  screenshot: z.string().optional(),
  file: z.string().optional(),
  wrote: z.string().optional(),
  repaired: Repair.optional(),
  branch: z.string().optional(),
  dialogs: z.array(AnsweredDialog).optional(),
  get actions() {
    return z.array(ShownAction).optional();
  },
});
export type ShownAction = z.infer<typeof ShownAction>;

/** A test that ran beside the one that the run is about. */
const ShownHook = z.object({
  testCode: TestCode,
  title: z.string(),
  role: z.string().optional(),
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  actions: z.array(ShownAction),
});
export type ShownHook = z.infer<typeof ShownHook>;

const ShownTest = z.object({
  testCode: TestCode,
  moduleCode: ModuleCode,
  moduleName: z.string().optional(),
  title: z.string(),
  row: z.object({ index: z.number() }).optional(),
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  signIns: z.array(ShownHook).optional(),
  before: ShownHook.optional(),
  actions: z.array(ShownAction),
  after: ShownHook.optional(),
});
export type ShownTest = z.infer<typeof ShownTest>;

const StepHead = z.object({
  index: z.number(),
  keyword: z.string(),
  text: z.string(),
  testCode: TestCode.optional(),
});

const ShownStep = StepHead.extend({
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  actions: z.array(ShownAction),
});
export type ShownStep = z.infer<typeof ShownStep>;

const ShownScenario = z.object({
  scenario: z.string(),
  row: z.number().optional(),
  /** Values of that row, by column. */
  example: z.record(z.string(), z.string()).optional(),
  name: z.string(),
  featureCode: z.string(),
  featureName: z.string(),
  file: z.string(),
  state: z.string(),
  ms: z.number(),
  error: Failure.optional(),
  signIns: z.array(ShownHook).optional(),
  steps: z.array(ShownStep),
  /** Steps that have not begun. */
  ahead: z.array(StepHead).optional(),
});
export type ShownScenario = z.infer<typeof ShownScenario>;

const ShownRun = z.object({
  runId: z.string(),
  versionId: z.string(),
  title: z.string(),
  testCode: TestCode.optional(),
  environment: z.string().optional(),
  options: RunOptions.optional(),
  git: GitHead.optional(),
  ci: z.string().optional(),
  browser: z.string().optional(),
  startedBy: z.string(),
  startedAt: z.string(),
  elapsedMs: z.number(),
  state: z.string(),
  reason: z.string().optional(),
  /** How many tests and scenarios it is about; only while it goes on. */
  planned: z.number().optional(),
  items: z.array(ShownTest),
  scenarios: z.array(ShownScenario).default([]),
});
export type ShownRun = z.infer<typeof ShownRun>;

export const RunReply = z.object({
  run: ShownRun,
  /** The last time that its results were sent to the feature server. */
  upload: UploadRecord.optional(),
  /** What did not fit, or has not been read so far. */
  omitted: z.string().optional(),
  /** How many tests and scenarios there are. */
  total: z.number().optional(),
  /** The position of the first one behind these. */
  nextCursor: z.string().optional(),
});
export type RunReply = z.infer<typeof RunReply>;
