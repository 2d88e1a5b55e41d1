import { z } from 'zod';
import { ScenarioCode } from '../../../model/names/codes.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { ActionFailure, ActionResult, allItems, isScenario, type Run, StepResult } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { partsOf, type ResultPart } from './result-selection.ts';
import { RunReply, runReply } from './run-status.ts';

const { testCode, actionIndex, actionId, type, title } = ActionResult.shape;
const Told = ActionFailure.omit({ log: true, errorHash: true, pictures: true });

/** How a call answers that waited for a run: once that has failed, with the reason. */
export const RunEndReply = RunReply.extend({
  failure: Told.extend({
    action: z
      .strictObject({ testCode, actionIndex, actionId, type, title })
      .optional()
      .describe('The first that failed; of several tests, of the first that did'),
    screenshot: z.string().optional().describe('Address of the picture of the page then'),
    failedTests: z.number().int().optional().describe('Of a run of several: how many failed; getTestResults has all'),
  })
    .optional()
    .describe('Why the run did not pass'),
  redSteps: z
    .array(StepResult.pick({ text: true }).extend({ scenario: ScenarioCode, stepIndex: z.number().int() }))
    .optional()
    .describe('Steps without a test, which linkStep links to one'),
});

/** Errors: `no-run`. */
export async function runEndReply(context: ToolContext, status: RunStatus): Promise<z.input<typeof RunEndReply>> {
  const reply = runReply(status);
  const { state, runId } = status;
  if (runId === undefined || !isFinal(state) || state === 'passed') return reply;
  const run = await context.project.runs.readIfWhole(runId);
  const failure = run && failureOf(run, `${context.project.url ?? ''}/api/runs/${runId}/`);
  const redSteps = run === undefined ? [] : redStepsOf(run);
  return {
    ...reply,
    ...(failure === undefined ? {} : { failure }),
    ...(redSteps.length === 0 ? {} : { redSteps }),
  };
}

/** More are found with getUnlinkedSteps. */
const MOST_RED = 20;

/** Each once, though every example row has it. */
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

function failureOf(run: Run, folder: string): z.input<typeof RunEndReply>['failure'] {
  const bad = allItems(run).filter(isBad);
  const [first] = bad;
  if (first === undefined) return undefined;
  const action = firstBad(partsOf(first));
  const error = action?.error ?? first.error;
  if (error === undefined) return undefined;
  const { log: _log, errorHash: _hash, pictures: _pictures, ...told } = error;
  const place = ActionResult.pick({
    testCode: true,
    actionIndex: true,
    actionId: true,
    type: true,
    title: true,
  }).strip();
  return {
    ...told,
    ...(action === undefined ? {} : { action: place.safeParse(action).data }),
    ...(action?.screenshot === undefined ? {} : { screenshot: `${folder}${action.screenshot}` }),
    ...(bad.length < 2 ? {} : { failedTests: bad.length }),
  };
}

/** The innermost action that failed by itself. */
function firstBad(parts: readonly ResultPart[]): ResultPart | undefined {
  for (const part of parts) {
    if (!isBad(part)) continue;
    const inner = firstBad(part.actions ?? []);
    if (inner !== undefined) return inner;
    if (part.error !== undefined) return part;
  }
  return undefined;
}
