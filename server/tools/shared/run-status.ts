import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { ActionId, ModuleCode, RunId, TestCode } from '../../../model/names/codes.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { PausedBy } from '../../../model/run/breakpoint.ts';
import { RunPhaseName } from '../../../model/run/run.ts';
import { createRedactor, redactDeep } from '../../../model/values/redactor.ts';
import { ANSWER_WITHIN_MS, type ToolContext } from '../define/define-tool.ts';
import { reportRun } from './report-run.ts';

const ActionUnderWay = z.strictObject({
  actionIndex: z.number().int(),
  actionId: ActionId,
  type: z.string(),
  title: z.string(),
  testCode: TestCode,
});

/** The run as getTestStatus tells it. */
export const StatusView = z.strictObject({
  state: RunPhaseName,
  runId: RunId.optional(),
  moduleId: ModuleCode.optional(),
  testId: TestCode.optional(),
  environment: z.string().optional(),
  scenario: z.string().optional().describe('The scenario under way, with its example row'),
  item: z
    .strictObject({
      index: z.number().int(),
      count: z.number().int(),
      title: z.string(),
      row: z.number().int().optional(),
    })
    .optional()
    .describe(
      'Of several tests, scenarios or rows the one under way; index and row from 0. done and total are its own',
    ),
  action: ActionUnderWay.optional().describe('Under way; while paused: about to run'),
  done: z.number().int().describe('Actions of the test that are done'),
  total: z.number().int(),
  elapsedMs: z.number(),
  reason: z.string().optional().describe('Why the run ended, where actions do not say it'),
  errorKind: z.string().optional().describe('The same in a word, e.g. browser-lost'),
  pausedBy: PausedBy.optional().describe('While paused: what made it pause'),
  scopes: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('While paused: values in short, by layer, the nearest first; evaluateScopes reads them whole'),
});

/** How a call that starts, stops or resumes a run answers. */
export const RunReply = z.strictObject({
  runId: RunId,
  state: RunPhaseName,
  reason: z.string().optional(),
  pausedBy: PausedBy.optional().describe('While paused'),
  action: ActionUnderWay.optional().describe('While paused: about to run'),
});

/** Errors: `no-run`. */
export function runReply({ runId, state, reason, pausedBy, action }: RunStatus): z.input<typeof RunReply> {
  if (runId === undefined) throw new AppError('no-run', 'Nothing has run yet.', { next: 'runTest' });
  return {
    runId,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(pausedBy === undefined
      ? {}
      : { pausedBy, ...(action === undefined ? {} : { action: ActionUnderWay.parse(action) }) }),
  };
}

/** Nothing secret that the project knows is told of values, wherever they came from. */
export const redactKnown = (value: unknown, { project }: ToolContext): unknown =>
  redactDeep(value, createRedactor([...project.store.secrets.values(), ...project.signIns.tokens()]));

export const Wait = z.number().min(0).max(25).optional();

/** Waits until the run ends or is paused, tells its progress meanwhile, and answers in time in any case. */
export async function waitForRun(
  context: ToolContext,
  { wait, startedAt = performance.now() }: { wait: number; startedAt?: number },
): Promise<RunStatus> {
  const { bridge, project, signal } = context;
  if (wait === 0) return bridge.status(project.projectId);
  using _reports = reportRun(context);
  const left = Math.max(0, ANSWER_WITHIN_MS - (performance.now() - startedAt));
  const timeoutMs = Math.ceil(Math.min(wait * 1_000, left));
  return await bridge.waitForRun(project.projectId, { timeoutMs, signal, orPaused: true });
}
