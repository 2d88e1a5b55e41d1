import type { Action } from '../../../model/actions/index.ts';
import { templateFault } from '../../../model/actions/read-action.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { nearest } from '../../../model/errors/nearest.ts';
import { ModuleCode, RunId, TestCode } from '../../../model/names/codes.ts';
import { SIGNED_OUT } from '../../../model/project/authentication.ts';
import { findEnvironment } from '../../../model/project/edits/environments.ts';
import type { Environment } from '../../../model/project/environment.ts';
import { issueUrlOf } from '../../../model/project/feature-server.ts';
import type { KeptOf } from '../../../model/project/kept-of.ts';
import { Module } from '../../../model/project/module.ts';
import type { Project, ProjectSettings } from '../../../model/project/project.ts';
import { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { EnvironmentValues, PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import type { SignIn } from '../../../model/protocol/identity.ts';
import type { RunOptions } from '../../../model/run/run.ts';
import { syntaxCheck } from '../../process/syntax-check.ts';
import type { AppAddresses } from './app-addresses.ts';
import { createBaselines } from './baselines.ts';
import { type ChosenItems, chooseItems } from './choose-items.ts';
import { projectFilePath } from './find-project-file.ts';
import { readGitHead } from './git-head.ts';
import { runTitle } from './item-names.ts';
import { neededNames, refuseMissingNames } from './needed-names.ts';
import { performedTests, refuseProblems } from './performed-tests.ts';
import { withIdentities } from './plan-identities.ts';
import { lanesOf } from './plan-lanes.ts';
import { planScenarios, textsOf } from './plan-scenarios.ts';
import { emptySuite, findForSuites, planItems, withoutFoundAgain } from './plan-suite.ts';
import { readRejections } from './rejected-repairs.ts';
import type { Asking, EveryItem, RunnableProject, RunRequest, RunTarget } from './run-request.ts';

interface SignInPlanning {
  project: RunnableProject;
  apps: AppAddresses;
}

type SignInWanted = Pick<RunRequest, 'content' | 'role' | 'environment' | 'isTried'>;

/** A plan with a test that does nothing: signing in for it is all there is to do. Errors: those of `planRun`. */
export async function planSignIn({ project, apps }: SignInPlanning, wanted: SignInWanted): Promise<RunPlan> {
  const test = Test.parse({ testCode: 't999999999', name: 'Sign in', type: 'web', actions: [] });
  const module = Module.parse({ format: 1, moduleCode: 'm999999999', name: 'Sign in', rank: 1, tests: [test] });
  const request = { ...wanted, targets: [{ module, test }], screenshots: 'off' } as const;
  return withRunId(await planRun(project, apps, request), RunId.parse('r999999999'));
}

const NAME = 'Live page';
/** Stand for no module, test and run of any project. */
const MODULE = ModuleCode.parse('m999999999');
const TEST = TestCode.parse('t999999999');
const RUN = RunId.parse('r999999999');

/** Plans one action by itself, on the page as it stands. Errors: as `planRun`. */
export async function planAction(
  project: RunnableProject,
  apps: AppAddresses,
  { content, action, environment }: { content: VersionContent; action: Action; environment?: string | undefined },
): Promise<RunPlan> {
  // The page stands as it is: nobody is signed in for the action.
  const test = { testCode: TEST, name: NAME, type: 'web' as const, role: SIGNED_OUT, actions: [action] };
  const module = { format: 1 as const, moduleCode: MODULE, name: NAME, rank: 0, tests: [test] };
  const request = { content, targets: [{ module, test }], environment, context: 'live', screenshots: 'off' } as const;
  return withRunId(await planRun(project, apps, request), RUN);
}

/**
 * Checks what a run is asked for against the tests it is for.
 * Errors: `invalid-params` (parameters, order of the range), `not-found` (a position after the end).
 */
function checkRunRequest(request: RunRequest): void {
  const { targets, parameters = {} } = request;
  refuseUnknownParameters(targets, parameters);
  refuseUnreadableParameters(parameters);
  refuseRange(targets, request);
  refuseOnLivePage(request);
}

/** The page as it stands is signed in, or not, as it is, and stands so once. */
function refuseOnLivePage(request: RunRequest): void {
  const { role, repeatEach = 1, fromAction, context = fromAction === undefined ? 'fresh' : 'live' } = request;
  if (context !== 'live') return;
  if (repeatEach > 1)
    throw new AppError('invalid-params', '"repeatEach" needs a new browser context each time, not the live page.', {
      field: 'repeatEach',
      expected: 'context: "fresh" beside it, or no repeatEach',
    });
  if (role !== undefined)
    throw new AppError('invalid-params', '"role" needs a browser context of its own; the live page stays as it is.', {
      field: 'role',
      expected: 'context: "fresh" beside it, or no role',
    });
}

function refuseUnreadableParameters(given: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(given)) {
    const fault = text.includes('{{') ? templateFault(text, syntaxCheck) : undefined;
    const field = `parameters.${name}`;
    if (fault !== undefined) throw new AppError('invalid-params', `"${field}": ${fault}.`, { field });
  }
}

function refuseUnknownParameters(targets: readonly RunTarget[], given: Readonly<Record<string, string>>): void {
  const known = [...new Set(targets.flatMap(({ test }) => (test.parameters ?? []).map(({ name }) => name)))];
  const unknown = Object.keys(given).find(name => !known.includes(name));
  if (unknown === undefined) return;
  const close = nearest(unknown, known);
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  const what = targets.length === 1 ? `Test ${targets[0]?.test.testCode} has` : 'No test has';
  const list = known.length === 0 ? 'There are none' : `There are: ${known.join(', ')}`;
  throw new AppError(
    'invalid-params',
    `${what}${targets.length === 1 ? ' no' : ' a'} parameter "${unknown}".${hint} ${list}.`,
    {
      field: `parameters.${unknown}`,
      expected: known.join(', '),
    },
  );
}

function refuseRange(targets: readonly RunTarget[], { fromAction, toAction }: RunRequest): void {
  if (fromAction !== undefined && toAction !== undefined && toAction < fromAction)
    throw new AppError('invalid-params', `"toAction" must not come before "fromAction": ${toAction} < ${fromAction}.`, {
      field: 'toAction',
      expected: `at least ${fromAction}`,
    });
  for (const { test } of targets)
    for (const [field, index] of Object.entries({ fromAction, toAction }))
      if (index !== undefined && index >= test.actions.length)
        throw new AppError(
          'not-found',
          `No action ${index} in test ${test.testCode}: it has ${test.actions.length} actions.`,
          { field },
        );
}

/** Values of an environment; none of them when no environment is meant. */
export function environmentValues(
  project: { store: { secrets: Pick<RunnableProject['store']['secrets'], 'ofEnvironment'> } },
  content: VersionContent,
  environment: Environment | undefined,
): EnvironmentValues {
  const variables: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  const apps: Record<string, string> = {};
  for (const { name, kind, value = '' } of environment?.items ?? []) {
    if (kind === 'variable') variables[name] = value;
    else if (kind === 'app') apps[name] = value;
    else {
      const secret = environment && project.store.secrets.ofEnvironment(content.version.versionId, environment, name);
      if (secret !== undefined) secrets[name] = secret;
    }
  }
  return { name: environment?.name, variables, secrets, apps };
}

/**
 * Takes from the project all that a run needs, so that later edits do not reach it.
 * Errors: `invalid-project` (problems, missing names), `not-found` (environment), `invalid-params` (parameters, range).
 */
export async function planRun(
  project: RunnableProject,
  apps: AppAddresses,
  request: RunRequest,
): Promise<Omit<RunPlan, 'runId'>> {
  const { content } = request;
  const file = project.store.content.project;
  const { items: planned, features, places, shard, warnings } = await plannedItems(project, request);
  const [first] = request.targets;
  if (planned.length === 0 && request.choice === undefined && first !== undefined)
    throw emptySuite(first.test.testCode, warnings, 'testId');
  const wanted = request.environment ?? file.defaultEnvironment;
  const chosen = wanted === undefined ? content.environments.environments[0] : findEnvironment(content, wanted);
  const environment = environmentValues(project, content, chosen);
  const projectData = file.data ?? {};
  const appUrl = await apps.resolve(file.appUrl, file.settings?.sampleShop ?? false);
  const { role, isTried } = request;
  const items = await withIdentities({ project, content, environment, appUrl, role, isTried }, planned);
  const signIns = signInsOf(items);
  refuseProblems(content, [...new Set(signIns.flatMap(({ test }) => performedTests(content, test)))]);
  refuseMissingNames(environment, neededNames({ ...request, items: [...items, ...signIns], projectData }));
  return {
    projectId: project.projectId,
    ...titled(request),
    ...(await circumstances(project, request)),
    features,
    content,
    projectData,
    appUrl,
    settings: settingsOf(request, file.settings),
    ...issuesOf(file.integration),
    environment,
    ...lanesOf(request, items, file.settings),
    places,
    shard,
    pathOf: (path, field) => projectFilePath(project.folder, path, field),
    ...picturesOf(project, allPerformed(content, items)),
    repair: request.repair ?? true,
    updateScreenshots: request.updateScreenshots ?? false,
    fromAction: request.fromAction,
    toAction: request.toAction,
    context: request.context ?? (request.fromAction === undefined ? 'fresh' : 'live'),
    slowMoMs: request.slowMoMs ?? file.settings?.slowMoMs ?? 0,
    ...evidenceOf(request, file.settings?.evidence),
    headed: request.headed,
  };
}

const issuesOf = (integration: Project['integration']): Pick<RunPlan, 'keyPrefix' | 'issueUrl'> => ({
  keyPrefix: integration?.keyPrefix,
  issueUrl: issueUrlOf(integration),
});

const settingsOf = ({ timeoutMs }: RunRequest, settings: ProjectSettings = {}): ProjectSettings =>
  timeoutMs === undefined ? settings : { ...settings, timeouts: { ...settings.timeouts, actionMs: timeoutMs } };

type PlannedItems = EveryItem & ChosenItems<Asking>;

/** What a run comes to, as far as it is chosen: nobody is signed in yet. Errors: as `planRun`, but for what is missing. */
export async function plannedItems(project: RunnableProject, request: RunRequest): Promise<PlannedItems> {
  const { of = await everyItem(project, request), place } = request.onlyItem ?? {};
  if (place === undefined) return { ...of, ...chooseItems(of.items, request.choice) };
  return { ...of, items: of.items.slice(place, place + 1), places: [place] };
}

/** Planned once by whoever runs its items one by one. Errors: as `plannedItems`. */
export async function everyItem(project: RunnableProject, request: RunRequest): Promise<EveryItem> {
  const { targets, scenarios = [], repeatEach = 1 } = request;
  const { ofScenarios, suites } = await planFeatures(request);
  checkRunRequest(request);
  const ofTests = (await Promise.all(targets.map(target => planItems({ project, request, suites }, target)))).flat();
  const items = withoutFoundAgain([...ofTests, ...ofScenarios]).flatMap(item => repeated(item, repeatEach));
  return { items, features: textsOf([...scenarios, ...suites.targets]), warnings: suites.warnings };
}

/** What is listed only is so once. */
function repeated(item: Asking, count: number): Asking[] {
  if (count === 1 || item.isSkipped) return [item];
  return Array.from({ length: count }, (_, index) => {
    const repeat = { index, count };
    const { scenario } = item;
    return scenario === undefined ? { ...item, repeat } : { ...item, scenario: { ...scenario, repeat } };
  });
}

/** Whoever has one attempt made after another run knows which it is. */
const ofAttempt = (of: KeptOf, attempt = 0): KeptOf => (of === 'retry' && attempt > 0 ? 'on' : of);

const evidenceOf = (
  { screenshots, video, trace, attempt }: RunRequest,
  wanted: ProjectSettings['evidence'] = {},
): Pick<RunPlan, 'screenshots' | 'video' | 'trace'> => ({
  screenshots: screenshots ?? wanted.screenshots ?? 'failure',
  video: ofAttempt(video ?? wanted.video ?? 'off', attempt),
  trace: ofAttempt(trace ?? wanted.trace ?? 'on', attempt),
});

/** The scenarios of a run, those in its suites apart; no test that it performs has problems. */
async function planFeatures(request: RunRequest) {
  const { content, targets } = request;
  const ofScenarios = planScenarios(content, request);
  refuseProblems(content, allPerformed(content, targets));
  const suites = await findForSuites(content, targets);
  refuseProblems(content, allPerformed(content, [...ofScenarios, ...suites.items, ...suites.tests]));
  return { ofScenarios, suites };
}

const allPerformed = (content: VersionContent, items: readonly { test: Test }[]): Test[] => [
  ...new Set(items.flatMap(({ test }) => performedTests(content, test))),
];

const picturesOf = (
  { folder }: Pick<RunnableProject, 'folder'>,
  tests: readonly Test[],
): Pick<RunPlan, 'baselines' | 'comparesPictures'> => ({
  baselines: createBaselines(folder),
  comparesPictures: tests.some(({ actions }) =>
    actions.some(action => action.type === 'assert' && action.matcher === 'toHaveScreenshot'),
  ),
});

/** The tests that sign in for them, each once. */
const signInsOf = (items: readonly PlannedItem[]): SignIn[] => [
  ...new Set(items.flatMap(({ identity }) => [identity?.signIn ?? [], identity?.signOut ?? []].flat())),
];

const circumstances = async ({ folder, runs }: RunnableProject, request: RunRequest) => ({
  options: optionsOf(request),
  known: await runs.elements.read(),
  isRejected: await readRejections(runs.folder),
  git: await readGitHead(folder),
});

function optionsOf({ parameters = {}, keepRunning = false, ...request }: RunRequest): RunOptions {
  const {
    role,
    fromAction,
    toAction,
    context,
    slowMoMs,
    screenshots,
    video,
    trace,
    workers,
    retries,
    repeatEach,
    maxFailures,
    timeoutMs,
  } = request;
  const how = { workers, retries, repeatEach, maxFailures, timeoutMs };
  const given = { role, fromAction, toAction, context, slowMoMs, screenshots, video, trace, ...how };
  return {
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: { ...parameters } }),
    ...(keepRunning ? { keepRunning } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** The plan with the number that its run was given. */
export const withRunId = (plan: Omit<RunPlan, 'runId'>, runId: RunId): RunPlan => ({ ...plan, runId });

function titled({ targets, scenarios = [] }: RunRequest): Pick<RunPlan, 'moduleCode' | 'testCode' | 'title'> {
  const [first] = targets;
  const title = runTitle(targets, scenarios);
  if (first === undefined || targets.length + scenarios.length > 1) return { title };
  return { moduleCode: first.module.moduleCode, testCode: first.test.testCode, title };
}
