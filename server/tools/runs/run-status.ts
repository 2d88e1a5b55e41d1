import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { ActionId, ModuleCode, RunId, TestCode } from '../../../model/names/codes.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { PausedBy } from '../../../model/run/breakpoint.ts';
import { RunPhaseName } from '../../../model/run/run.ts';
import { ObservedText, observed } from '../../../model/values/observed.ts';
import { redactDeep } from '../../../model/values/redactor.ts';
import { ANSWER_WITHIN_MS, type ToolContext } from '../define/define-tool.ts';

const INTERVAL_MS = 1_000;
/** After this time within one action, half of it counts as done. */
const HALF_AFTER_MS = 10_000;

/** Reports progress once a second until disposed: by actions for a single test, else by tests, rows and scenarios. */
function reportRun(
  { bridge, project, report }: Pick<ToolContext, 'bridge' | 'project' | 'report'>,
  runId: RunId | undefined,
): Disposable {
  const way = new RisingProgress();
  const reportNow = () => {
    const status = bridge.shownRun(project.projectId, runId);
    report({ ...way.at(status), message: messageOf(status) });
  };
  const timer = setInterval(reportNow, INTERVAL_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function messageOf({ state, action, done, total, lanes, item, ended = 0, failed = 0 }: RunStatus): string {
  const title = action === undefined ? '' : `: ${action.title}`;
  if (lanes === undefined) return `${state}, ${done} of ${total} actions done${title}`;
  const bad = failed === 0 ? '' : `, ${failed} failed`;
  return `${state}, ${ended} of ${item?.count ?? 0} done${bad}; under way: ${lanes.map(lane => lane.title).join(', ')}`;
}

/** Rises with each look, even when nothing advances, and never reaches the next step early. */
class RisingProgress {
  #reached = -1;
  #since = 0;

  at({ done, total, ended, item = { index: 0, count: 1, title: '' } }: RunStatus): {
    progress: number;
    total?: number;
  } {
    const isSingle = item.count === 1;
    const part = Math.min(done, total);
    const reached = isSingle ? part : (ended ?? item.index) + (total === 0 ? 0 : part / total);
    const step = isSingle ? 1 : 1 / Math.max(1, total);
    if (reached > this.#reached) {
      this.#reached = reached;
      this.#since = performance.now();
    }
    const waitedMs = performance.now() - this.#since;
    const progress = this.#reached + step * (waitedMs / (waitedMs + HALF_AFTER_MS));
    const whole = isSingle ? total : item.count;
    return { progress: Math.round(progress * 1_000) / 1_000, ...(whole === 0 ? {} : { total: whole }) };
  }
}

export const ActionUnderWay = z.strictObject({
  actionIndex: z.number().int(),
  actionId: ActionId,
  type: z.string(),
  title: ObservedText,
  testCode: TestCode,
});

const LaneUnderWay = z.strictObject({
  lane: z.number().int().describe('From 1, which is the app window unless the run is beside that'),
  index: z.number().int().describe('Among all of the run, from 0'),
  title: z.string(),
  testId: TestCode.optional(),
  scenario: z.string().optional(),
  row: z.number().int().optional(),
  attempt: z.number().int().optional(),
  action: ActionUnderWay.optional(),
  done: z.number().int(),
  total: z.number().int(),
});

export const StatusView = z.strictObject({
  state: RunPhaseName,
  runId: RunId.optional(),
  title: z.string().optional().describe('Of what'),
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
      attempt: z.number().int().optional().describe('Where it is run again, from 2'),
    })
    .optional()
    .describe(
      'Of several tests, scenarios or rows the one under way; index and row from 0. done and total are its own',
    ),
  action: ActionUnderWay.optional().describe('Under way; while paused: about to run'),
  done: z.number().int().describe('Actions of the test that are done'),
  total: z.number().int(),
  ended: z.number().int().optional().describe('Of several tests, scenarios or rows: how many have ended'),
  failed: z.number().int().optional().describe('Of these, how many failed'),
  flaky: z.number().int().optional().describe('Of these, how many passed only when they were run again'),
  isBeside: z.boolean().optional().describe('Whether the app window shows nothing of it, since that had another run'),
  workers: z.number().int().optional().describe('In how many windows it runs, where not in one'),
  lanes: z.array(LaneUnderWay).optional().describe('What is under way in each of several windows'),
  others: z.array(RunId).optional().describe('Further runs under way'),
  elapsedMs: z.number(),
  reason: ObservedText.optional().describe('Why the run ended, where actions do not say it'),
  errorKind: z.string().optional().describe('The same in a word, e.g. browser-lost'),
  pausedBy: PausedBy.optional().describe('While paused: what made it pause'),
  scopes: z
    .record(z.string(), z.record(z.string(), observed(z.unknown())))
    .optional()
    .describe('While paused: values in short, by layer, the nearest first; evaluateScopes reads them whole'),
});

export const RunReply = z.strictObject({
  runId: RunId,
  state: RunPhaseName,
  reason: ObservedText.optional(),
  workers: z.number().int().optional().describe('In how many windows it runs, where not in one'),
  flaky: z.number().int().optional().describe('How many passed only when they were run again'),
  pausedBy: PausedBy.optional().describe('While paused'),
  action: ActionUnderWay.optional().describe('While paused: about to run'),
});

/** Errors: `no-run`. */
export function runReply({
  runId,
  state,
  reason,
  pausedBy,
  action,
  workers,
  flaky,
}: RunStatus): z.input<typeof RunReply> {
  if (runId === undefined) throw new AppError('no-run', 'Nothing has run yet.', { next: 'runTest' });
  return {
    runId,
    state,
    reason,
    workers,
    flaky,
    ...(pausedBy === undefined
      ? {}
      : { pausedBy, ...(action === undefined ? {} : { action: ActionUnderWay.parse(action) }) }),
  };
}

/** Values are masked before they are cut: a part of a secret would not be recognised. */
export const redactKnown = (value: unknown, { project }: ToolContext<'redact'>) => redactDeep(value, project.redact);

export const Wait = z.number().min(0).max(25).optional();

/** Waits for the end or a pause of the run, at most `wait` seconds and the time for an answer; reports progress. */
export async function waitForRun(
  context: ToolContext,
  { wait, startedAt = performance.now(), runId }: { wait: number; startedAt?: number; runId?: RunId },
): Promise<RunStatus> {
  const { bridge, project, signal } = context;
  if (wait === 0) return bridge.shownRun(project.projectId, runId);
  using _reports = reportRun(context, runId);
  const left = Math.max(0, ANSWER_WITHIN_MS - (performance.now() - startedAt));
  const timeoutMs = Math.ceil(Math.min(wait * 1_000, left));
  return await bridge.waitForRun(project.projectId, { timeoutMs, signal, orPaused: true, runId });
}
