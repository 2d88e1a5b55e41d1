import { AppError } from '../../../model/errors/errors.ts';
import type { RunId } from '../../../model/names/codes.ts';
import { findEnvironment } from '../../../model/project/edits/environments.ts';
import type { Environment } from '../../../model/project/environment.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Debugging, EnvironmentValues, PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import type { SignIn } from '../../../model/protocol/identity.ts';
import type { RunOptions } from '../../../model/run/run.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import type { RunArchive } from '../record/run-archive.ts';
import type { AppAddresses } from './app-addresses.ts';
import { createBaselines } from './baselines.ts';
import { checkRunRequest } from './check-run-request.ts';
import { projectFilePath } from './find-project-file.ts';
import { readGitHead } from './git-head.ts';
import { neededNames } from './needed-names.ts';
import { performedTests } from './performed-tests.ts';
import { withIdentities } from './plan-identities.ts';
import { planScenarios, type ScenarioTarget, textsOf } from './plan-scenarios.ts';
import { planItems, plugScenarios } from './plan-suite.ts';
import { refuseProblems } from './refuse-problems.ts';
import { readRejections } from './rejected-repairs.ts';
import { runTitle } from './run-title.ts';
import type { SignInStates } from './sign-in-states.ts';

/** As much of a project as a run needs; it may be one that is only read. */
export interface RunnableProject {
  readonly projectId: string;
  readonly folder: string;
  readonly store: Pick<ProjectStore, 'content' | 'secrets'>;
  readonly runs: RunArchive;
  readonly signIns: SignInStates;
}

export interface RunTarget {
  module: Module;
  test: Test;
}

export interface RunRequest {
  content: VersionContent;
  /** What to run, in order. */
  targets: readonly RunTarget[];
  /** Scenarios, which run after them. */
  scenarios?: readonly ScenarioTarget[] | undefined;
  /** Whether steps behind one that nothing implements run all the same. */
  keepRunning?: boolean | undefined;
  environment?: string | undefined;
  parameters?: Readonly<Record<string, string>> | undefined;
  fromAction?: number | undefined;
  toAction?: number | undefined;
  context?: 'fresh' | 'live' | undefined;
  slowMoMs?: number | undefined;
  screenshots?: 'off' | 'failure' | 'each' | undefined;
  headed?: boolean | undefined;
  /** Who every test is signed in as, whatever it says itself. */
  role?: string | undefined;
  /** Signing in is all that it is for: there may be nothing yet that a role could be signed in by. */
  isTried?: boolean | undefined;
  updateScreenshots?: boolean | undefined;
  /** Default: true. */
  repair?: boolean | undefined;
  /** Left out, the run goes through without a pause. */
  debugging?: Debugging | undefined;
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
  const { content, targets } = request;
  const file = project.store.content.project;
  const { ofScenarios, suites } = await planFeatures(request);
  checkRunRequest(request);
  const wanted = request.environment ?? file.defaultEnvironment;
  const chosen = wanted === undefined ? content.environments.environments[0] : findEnvironment(content, wanted);
  const environment = environmentValues(project, content, chosen);
  const projectData = file.data ?? {};
  const appUrl = await apps.resolve(file.appUrl, file.settings?.sampleShop ?? false);
  const ofTests = (await Promise.all(targets.map(target => planItems({ project, request, suites }, target)))).flat();
  const { role, isTried } = request;
  const planned = [...ofTests, ...ofScenarios];
  const items = await withIdentities({ project, content, environment, appUrl, role, isTried }, planned);
  const signIns = signInsOf(items);
  refuseProblems(content, [...new Set(signIns.flatMap(({ test }) => performedTests(content, test)))]);
  refuseMissingNames(environment, neededNames({ ...request, items: [...items, ...signIns], projectData }));
  return {
    projectId: project.projectId,
    ...titled(request),
    ...(await circumstances(project, request)),
    features: textsOf([...(request.scenarios ?? []), ...suites.targets]),
    content,
    projectData,
    appUrl,
    settings: file.settings ?? {},
    keyPrefix: file.integration?.keyPrefix,
    environment,
    items,
    pathOf: (path, field) => projectFilePath(project.folder, path, field),
    baselines: createBaselines(project.folder),
    repair: request.repair ?? true,
    updateScreenshots: request.updateScreenshots ?? false,
    fromAction: request.fromAction,
    toAction: request.toAction,
    context: request.context ?? (request.fromAction === undefined ? 'fresh' : 'live'),
    slowMoMs: request.slowMoMs ?? 0,
    screenshots: request.screenshots ?? file.settings?.evidence?.screenshots ?? 'failure',
    headed: request.headed,
    debugging: request.debugging,
  };
}

/** The scenarios of a run, those in its suites apart; no test that it performs has problems. */
async function planFeatures(request: RunRequest) {
  const { content, targets } = request;
  const ofScenarios = planScenarios(content, request);
  refuseProblems(content, allPerformed(content, targets));
  const suites = await plugScenarios(content, targets);
  refuseProblems(content, allPerformed(content, [...ofScenarios, ...suites.items]));
  return { ofScenarios, suites };
}

const allPerformed = (content: VersionContent, items: readonly { test: Test }[]): Test[] => [
  ...new Set(items.flatMap(({ test }) => performedTests(content, test))),
];

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
  const { role, fromAction, toAction, context, slowMoMs, screenshots } = request;
  const given = { role, fromAction, toAction, context, slowMoMs, screenshots };
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

function refuseMissingNames(environment: EnvironmentValues, needed: readonly string[]): void {
  const missing = needed.filter(full => {
    const [group, name = ''] = full.split('.');
    return !Object.hasOwn(group === 'env' ? environment.variables : environment.secrets, name);
  });
  if (missing.length === 0) return;
  const [where, next] =
    environment.name === undefined
      ? ['there is no environment', 'createEnvironment']
      : [`the environment "${environment.name}" does not have them`, 'editEnvironment'];
  throw new AppError('invalid-project', `The test needs ${missing.join(', ')}, but ${where}. Set them with ${next}.`, {
    field: 'environment',
    next,
    facts: { missing },
  });
}
