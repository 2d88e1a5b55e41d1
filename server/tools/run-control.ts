import { z } from 'zod';
import { AppError, renameField } from '../../model/errors/errors.ts';
import {
  ModuleCode,
  RunId,
  ScenarioReference,
  TestCode,
  TestReference,
  VariableName,
} from '../../model/names/codes.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import {
  type ActionResult,
  allItems,
  type HookResult,
  type ItemResult,
  isScenario,
  OutcomeName,
  type Run,
  RunItem,
  RunPhaseName,
  type StepResult,
} from '../../model/run/run.ts';
import { isFinal, isUnderWay, type RunPhase } from '../../model/run/state.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { findForSuites } from '../runs/plan/plan-suite.ts';
import type { RunRequest } from '../runs/plan/run-request.ts';
import { startRun } from '../runs/start-run.ts';
import { type ToolContext, toolsOf } from './define/define-tool.ts';
import { choiceIn, environmentOf, type IdeCall } from './define/ide-choice.ts';
import { PAGE_FIELDS } from './define/paging.ts';
import { versionOf } from './define/version.ts';
import { runForCaller, startedRunReply } from './runs/run-end.ts';
import { RUN_FIELDS, STARTS_RUN, scenariosToRun } from './runs/run-options.ts';
import {
  ActionResultView,
  HookResultView,
  ResultLimit,
  RunItemView,
  ScenarioResultView,
  SignInResultView,
  showResults,
} from './runs/run-results.ts';
import { RunReply, redactKnown, runReply, StatusView } from './runs/run-status.ts';

const defineTool = toolsOf('ide');

const RUNNABLE = {
  moduleId: ModuleCode.optional().describe('e.g. m1'),
  testId: TestReference.optional().describe('e.g. t57 or m1.t57; default: what is chosen in the IDE'),
  scenario: ScenarioReference.optional().describe('Instead of a test, e.g. f1.s2; f1.s2.r0: one row'),
};
type WantedRun = z.output<z.ZodObject<typeof RUNNABLE>> & IdeCall;

type FoundRunTarget = Pick<RunRequest, 'content' | 'targets' | 'scenarios'>;

const FIELDS = { test: 'testId', module: 'moduleId' };

const inScenario = (error: unknown): never => {
  throw renameField(error, () => 'scenario');
};

async function runTarget(context: ToolContext, wanted: WantedRun): Promise<FoundRunTarget> {
  const { testId, scenario, moduleId, versionId } = wanted;
  if (testId !== undefined && scenario !== undefined)
    throw new AppError('invalid-params', 'Give "testId" or "scenario", not both.', { field: 'scenario' });
  const isNamed = testId !== undefined || scenario !== undefined;
  const { content, selection } = isNamed
    ? { content: versionOf(context, versionId), selection: { testId, scenario } }
    : choiceIn(context, moduleId, wanted);
  if (selection.testId !== undefined)
    return { content, targets: [findTest(content, selection.testId, moduleId, FIELDS)] };
  if (selection.scenario === undefined) throw nothingChosen(moduleId);
  return await scenariosToRun(context, content, { scenarios: [selection.scenario] }).catch(inScenario);
}

function nothingChosen(moduleId: string | undefined): AppError {
  const what = moduleId === undefined ? 'neither a test nor a scenario' : `no test of module ${moduleId}`;
  return new AppError('invalid-params', `Name what to run: "testId" is missing, and ${what} is chosen in the IDE.`, {
    field: 'testId',
    next: 'navigateTo',
  });
}

/** Only what did not pass, also in blocks, plugged tests and steps; skipped results are left out. */
function onlyFailures({ signIns, ...rest }: ItemResult): ItemResult {
  const item = { ...rest, ...failedSignIns(signIns) };
  if (isScenario(item)) return { ...item, steps: item.steps.filter(isBad).map(failedStep) };
  const { before, actions, after, ...others } = item;
  return {
    ...others,
    ...(before === undefined || before.state === 'passed' ? {} : { before: failedHook(before) }),
    actions: failuresIn(actions),
    ...(after === undefined || after.state === 'passed' ? {} : { after: failedHook(after) }),
  };
}

function failedSignIns(signIns: RunItem['signIns']): Pick<RunItem, 'signIns'> {
  const failed = signIns?.filter(({ state }) => state !== 'passed') ?? [];
  return failed.length === 0 ? {} : { signIns: failed.map(failedHook) };
}

const failedHook = <Hook extends HookResult>(hook: Hook): Hook => ({ ...hook, actions: failuresIn(hook.actions) });

const failedStep = (step: StepResult): StepResult => ({ ...step, actions: failuresIn(step.actions) });

const isBad = ({ state }: Pick<StepResult, 'state'>): boolean => state !== 'passed' && state !== 'skipped';

const failuresIn = (actions: readonly ActionResult[]): ActionResult[] =>
  actions
    .filter(isBad)
    .map(action => (action.actions === undefined ? action : { ...action, actions: failuresIn(action.actions) }));

const STOP_LIMIT_MS = 10_000;

export const runTest = defineTool({
  name: 'runTest',
  scope: 'write',
  title: 'Run a test',
  summary: 'Run a test: tells its runId, or after wait how it ended and why it failed.',
  input: {
    ...RUNNABLE,
    parameters: z
      .record(VariableName, z.union([z.string(), z.number()]))
      .optional()
      .describe('Values for its parameters: {name: value}'),
    row: z.number().int().min(0).optional().describe('Only this row of its data, from 0'),
    fromAction: z.number().int().min(0).optional().describe('Position to start at, on the open page'),
    toAction: z.number().int().min(0).optional().describe('Position to stop after'),
    context: z.enum(['fresh', 'live']).optional().describe('fresh context (default), or the live page'),
    ...RUN_FIELDS,
    updateScreenshots: z
      .boolean()
      .optional()
      .describe('Replace what toHaveScreenshot and the baselines of checkAccessibility compare with'),
    breakpoints: z.enum(['honour', 'ignore']).optional().describe('Default: honour'),
  },
  ...STARTS_RUN,
  examples: [{ moduleId: 'm1', testId: 't1', wait: 20 }],
  async run(input, context) {
    const { moduleId, testId, scenario, versionId, ideId, environment: wanted, parameters = {}, ...rest } = input;
    const { wait, breakpoints, ...request } = rest;
    const startedAt = performance.now();
    const where = { versionId, ideId };
    const found = await runTarget(context, { moduleId, testId, scenario, ...where });
    const environment = environmentOf(context, found.content, { environment: wanted, ...where });
    const given = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    const whole = { ...found, environment, parameters: given, ...request };
    const runId = await startRun(context, runForCaller(context, whole, breakpoints));
    const { warnings } = await findForSuites(found.content, found.targets);
    return await startedRunReply(context, runId, { wait, startedAt, warnings });
  },
});

export const stopTest = defineTool({
  name: 'stopTest',
  needsIde: 'unless-run',
  scope: 'write',
  title: 'Stop the run',
  summary: 'Stop a run; what was done stays in the results.',
  input: { runId: RunId.optional().describe('Default: the run shown') },
  output: RunReply,
  errors: ['not-running', 'not-found'],
  examples: [{}, { runId: 'r1' }],
  async run({ runId: wanted }, { bridge, project, actor, signal }) {
    const { projectId } = project;
    const runId = wanted ?? bridge.shownRun(projectId).runId;
    await bridge.stopRun(projectId, `stopped by ${actor.name}`, runId);
    return runReply(await bridge.waitForRun(projectId, { timeoutMs: STOP_LIMIT_MS, signal, runId }));
  },
});

export const getTestStatus = defineTool({
  name: 'getTestStatus',
  needsIde: 'unless-run',
  scope: 'read',
  title: 'Get the run status',
  summary: 'Get how far a run is: state, action under way, how many are done; while paused also its values.',
  input: { runId: RunId.optional().describe('Default: the run shown') },
  output: StatusView,
  errors: ['not-found'],
  run({ runId }, context) {
    const { scopes, ...shown } = context.bridge.shownRun(context.project.projectId, runId);
    if (runId !== undefined && shown.runId === undefined)
      throw new AppError('not-found', `Run ${runId} is not under way; getTestResults has what came of it.`, {
        field: 'runId',
        next: 'getTestResults',
      });
    const others = context.bridge
      .runsUnderWay(context.project.projectId)
      .flatMap(other => (other.runId === undefined || other.runId === shown.runId ? [] : [other.runId]));
    const status = { ...shown, ...(others.length === 0 ? {} : { others }) };
    return StatusView.parse({ ...status, ...(scopes === undefined ? {} : { scopes: redactKnown(scopes, context) }) });
  },
});

const ResultsReply = z.strictObject({
  runId: RunId,
  state: RunPhaseName,
  outcome: OutcomeName.optional().describe('Once the run has ended'),
  reason: ObservedText.optional(),
  elapsedMs: z.number(),
  moduleId: ModuleCode.optional(),
  testId: TestCode.optional(),
  role: z.string().optional().describe('Who a single test was signed in as'),
  error: RunItem.shape.error.describe('Why the test failed outside its actions'),
  signIns: z.array(SignInResultView).optional().describe('Sign-in tests that a single test had to wait for'),
  before: HookResultView.optional().describe("Of the module's before test, for a single test"),
  actions: z.array(ActionResultView).optional().describe('Of a single test, in the order they ran'),
  after: HookResultView.optional().describe("Of the module's after test, for a single test"),
  items: z.array(RunItemView).optional().describe('Of a suite or of data rows: one for each test or row'),
  scenarios: z.array(ScenarioResultView).optional().describe('Of features: one for each scenario or example row'),
  omitted: PAGE_FIELDS.omitted,
});

export const getTestResults = defineTool({
  name: 'getTestResults',
  needsIde: 'unless-run',
  scope: 'read',
  title: 'Get the run results',
  summary:
    'Get the results of the last run, or of runId: state and time of each action and, where it failed, message, expected, actual.',
  input: {
    runId: RunId.optional().describe('e.g. r128; default: the last run'),
    detail: z.enum(['failures', 'all']).optional().describe('Default: all'),
    limit: ResultLimit,
  },
  output: ResultsReply,
  errors: ['no-run', 'not-found'],
  examples: [{}, { runId: 'r1', detail: 'failures' }],
  async run({ runId, detail = 'all', limit }, context) {
    const run = await runToShow(context, runId);
    const { state, reason, elapsedMs } = run;
    const all = allItems(run);
    const wanted = detail === 'all' ? all : all.map(onlyFailures);
    const further = detail === 'all' ? ', or with detail: "failures"' : '';
    const { items: shown, scenarios, ...omission } = showResults(wanted, { limit, further });
    const [only] = shown;
    const single = all.length === 1 && only !== undefined && only.row === undefined && only.testCode === run.testCode;
    return {
      runId: run.runId,
      state,
      ...(isFinal(state) ? { outcome: state } : {}),
      reason,
      elapsedMs,
      moduleId: run.moduleCode,
      testId: run.testCode,
      ...(single ? singleResult(only) : severalResults({ items: shown, scenarios }, state)),
      ...omission,
    };
  },
});

const singleResult = ({ role, signIns, before, actions, after, error }: RunItemView) => ({
  role,
  signIns,
  before,
  actions,
  after,
  error,
});

function severalResults({ items, scenarios }: ReturnType<typeof showResults>, state: RunPhase) {
  if (scenarios !== undefined) return { ...(items.length === 0 ? {} : { items }), scenarios };
  return items.length === 0 && isUnderWay(state) ? { actions: [] } : { items };
}

/** The run asked for; while it is under way it has the state that getTestStatus reports. */
async function runToShow({ project, bridge }: ToolContext<'runs'>, runId: RunId | undefined): Promise<Run> {
  const { runId: last, state, elapsedMs } = bridge.shownRun(project.projectId, runId);
  const known = last === undefined ? undefined : await project.runs.readIfWhole(last);
  const id = runId ?? known?.runId ?? (await project.runs.list())[0];
  if (id === undefined) throw new AppError('no-run', 'Nothing has run yet. Call runTest first.', { next: 'runTest' });
  const run = known?.runId === id ? known : await project.runs.read(id);
  return id === last && isUnderWay(state) ? { ...run, state, elapsedMs } : run;
}
