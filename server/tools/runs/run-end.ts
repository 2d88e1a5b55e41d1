import { z } from 'zod';
import { type RunId, ScenarioCode } from '../../../model/names/codes.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { RepairedAction, repairedActions } from '../../../model/run/repairs.ts';
import {
  ActionFailure,
  allItems,
  isScenario,
  PlainActionResult,
  type Run,
  StepResult,
} from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { planDebugging } from '../../runs/plan/plan-debugging.ts';
import type { RunRequest } from '../../runs/plan/run-request.ts';
import type { StartRequest } from '../../runs/start-run.ts';
import type { RunParts, ToolContext } from '../define/define-tool.ts';
import { idesOf } from '../define/ide-window.ts';
import { refuseWhileTakenOver } from '../window/app-window.ts';
import { firstBad, partsOf } from './result-selection.ts';
import { RunReply, runReply, waitForRun } from './run-status.ts';

interface WaitForEnd {
  /** Seconds. */
  wait?: number | undefined;
  startedAt: number;
  /** Warnings about the choice of tests. */
  warnings: readonly string[];
}

/** Errors: `taken-over`. */
export function runForCaller(
  context: ToolContext<RunParts>,
  request: RunRequest,
  breakpoints: 'honour' | 'ignore' = 'honour',
): StartRequest {
  const { project, actor } = context;
  refuseWhileTakenOver(context);
  const debugging = planDebugging(project, { ...request, breakpoints, interactive: idesOf(context).length > 0 });
  return {
    project,
    startedBy: actor.name,
    watchers: [project.runFollowers.ofRun()],
    request: { ...request, debugging },
  };
}

/** Answers at once, or when the run ends or pauses, or when `wait` is over. */
export async function startedRunReply(
  context: ToolContext<'runs' | 'url'>,
  runId: RunId,
  { wait = 0, startedAt, warnings }: WaitForEnd,
) {
  const { project, bridge, actor } = context;
  // A caller that cancels while it waits for the run no longer wants it.
  using _stopping = onceAborted(context.signal, () => {
    if (wait === 0) return;
    const reason = `stopped because ${actor.name} cancelled the call`;
    bridge.stopRun(project.projectId, reason, runId).catch(() => undefined);
  });
  const status = await waitForRun(context, { wait, startedAt, runId });
  const noted = warnings.length === 0 ? {} : { warnings: [...warnings] };
  if (status.runId !== runId) return { runId, state: (await project.runs.read(runId)).state, ...noted };
  return { ...(await runEndReply(context, status)), ...noted };
}

function onceAborted(signal: AbortSignal, work: () => void): Disposable {
  if (signal.aborted) work();
  signal.addEventListener('abort', work, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', work) };
}

/** getRepairs lists all. */
const MOST_REPAIRED = 20;

export const Repaired = z
  .array(RepairedAction)
  .max(MOST_REPAIRED)
  .optional()
  .describe(
    `The first ${MOST_REPAIRED} actions that passed with another locator than their own, which found nothing: see that it is the same element, then decideRepair. getRepairs has all`,
  );

/** Left out where nothing was repaired. */
export function repairedOf(run: Run): RepairedAction[] | undefined {
  const all = repairedActions(allItems(run));
  return all.length === 0 ? undefined : all.slice(0, MOST_REPAIRED);
}

const { testCode, actionIndex, actionId, type, title } = PlainActionResult.shape;
const FailureView = ActionFailure.omit({
  log: true,
  clues: true,
  headline: true,
  findings: true,
  errorHash: true,
  pictures: true,
  baseline: true,
});

export const RunEndReply = RunReply.extend({
  failure: FailureView.extend({
    action: z
      .strictObject({ testCode, actionIndex, actionId, type, title })
      .optional()
      .describe('The first that failed; of several tests, of the first that did'),
    screenshot: z.string().optional().describe('Address of the picture of the page then'),
    screenshotNote: PlainActionResult.shape.screenshotNote,
    failedTests: z.number().int().optional().describe('Of a run of several: how many failed; getTestResults has all'),
  })
    .optional()
    .describe('Why the run did not pass'),
  repaired: Repaired,
  redSteps: z
    .array(StepResult.pick({ text: true }).extend({ scenario: ScenarioCode, stepIndex: z.number().int() }))
    .optional()
    .describe('Steps without a test, which linkStep links to one'),
  warnings: z.array(z.string()).optional().describe('What was chosen and does not run, and why'),
});

type EndReply = z.input<typeof RunEndReply>;

/** Errors: `no-run`. */
export async function runEndReply(context: ToolContext<'runs' | 'url'>, status: RunStatus): Promise<EndReply> {
  const reply = runReply(status);
  const { state, runId } = status;
  if (runId === undefined || !isFinal(state)) return reply;
  const { runs, url = '' } = context.project;
  // The summary is kept apart, so that a large run that passed need not be read.
  if (state === 'passed' && (await runs.summary(runId))?.repaired === undefined) return reply;
  const run = await runs.readIfWhole(runId);
  if (run === undefined) return reply;
  const redSteps = redStepsOf(run);
  return {
    ...reply,
    failure: failureOf(run, `${url}/api/runs/${runId}/`),
    repaired: repairedOf(run),
    ...(redSteps.length === 0 ? {} : { redSteps }),
  };
}

/** getUnlinkedSteps lists all. */
const MOST_RED = 20;

/** Each step once, though every example row has it. */
function redStepsOf(run: Run) {
  const steps = allItems(run)
    .filter(isScenario)
    .flatMap(({ scenario, steps: all }) =>
      all.flatMap(({ index, text, testCode: linked }) =>
        linked === undefined ? [[`${scenario} ${index}`, { scenario, stepIndex: index, text }] as const] : [],
      ),
    );
  return [...new Map(steps).values()].slice(0, MOST_RED);
}

const isBad = ({ state }: { state: string }): boolean => state === 'failed' || state === 'error';

function failureOf(run: Run, folder: string): EndReply['failure'] {
  const bad = allItems(run).filter(isBad);
  const [first] = bad;
  if (first === undefined) return undefined;
  const action = firstBad(partsOf(first));
  const error = action?.error ?? first.error;
  if (error === undefined) return undefined;
  const { log: _log, clues: _clues, errorHash: _hash, pictures: _pictures, ...told } = error;
  // The message has those that matter most.
  const { baseline: _baseline, headline: _headline, findings: _findings, ...shown } = told;
  const place = PlainActionResult.pick({
    testCode: true,
    actionIndex: true,
    actionId: true,
    type: true,
    title: true,
  }).strip();
  return {
    ...shown,
    ...(action === undefined ? {} : { action: place.safeParse(action).data }),
    ...(action?.screenshot === undefined ? {} : { screenshot: `${folder}${action.screenshot}` }),
    screenshotNote: action?.screenshotNote,
    ...(bad.length < 2 ? {} : { failedTests: bad.length }),
  };
}
