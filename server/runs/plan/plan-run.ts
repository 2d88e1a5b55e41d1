import type { RunId } from '../../../model/names/codes.ts';
import { FilePath } from '../../../model/names/file-path.ts';
import { DEFAULT_SCREENSHOTS } from '../../../model/project/defaults.ts';
import { findEnvironment } from '../../../model/project/edits/environments.ts';
import { issueUrlOf } from '../../../model/project/feature-server.ts';
import type { KeptOf } from '../../../model/project/kept-of.ts';
import type { Project, ProjectSettings } from '../../../model/project/project.ts';
import type { Test } from '../../../model/project/test.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';
import type { Identity, SignIn } from '../../../model/protocol/identity.ts';
import type { RunOptions } from '../../../model/run/run.ts';
import type { AppAddresses } from './app-addresses.ts';
import { createBaselines } from './baselines.ts';
import { environmentValues } from './environment-values.ts';
import { projectFilePath } from './find-project-file.ts';
import { readGitHead } from './git-head.ts';
import { runTitle } from './item-names.ts';
import { neededNames, refuseMissingNames } from './needed-names.ts';
import { performedTests, refuseProblems } from './performed-tests.ts';
import { withBrowsers } from './plan-browsers.ts';
import { withIdentities } from './plan-identities.ts';
import { lanesOf } from './plan-lanes.ts';
import { emptySuite } from './plan-suite.ts';
import { allPerformed, plannedItems } from './planned-items.ts';
import { readRejections } from './rejected-repairs.ts';
import type { RunnableProject, RunRequest } from './run-request.ts';

/** Later edits do not reach the plan. Errors: `invalid-project`, `not-found` (environment), `invalid-params`. */
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
  const identified = await withIdentities({ project, content, environment, appUrl, role, isTried }, planned);
  const items = withBrowsers({ settings: file.settings, environment: chosen }, identified);
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
    putFile: async (path, bytes) => void (await project.userFiles.write(FilePath.parse(path), bytes)),
    ...picturesOf(project, allPerformed(content, items)),
    repair: request.repair ?? true,
    updateScreenshots: request.updateScreenshots ?? false,
    ...rangeOf(request),
    slowMoMs: request.slowMoMs ?? file.settings?.slowMoMs ?? 0,
    ...evidenceOf(request, file.settings?.evidence),
    headed: request.headed,
  };
}

const rangeOf = ({
  fromAction,
  toAction,
  context = fromAction === undefined ? 'fresh' : 'live',
}: RunRequest): Pick<RunPlan, 'fromAction' | 'toAction' | 'context'> => ({ fromAction, toAction, context });

const issuesOf = (integration: Project['integration']): Pick<RunPlan, 'keyPrefix' | 'issueUrl'> => ({
  keyPrefix: integration?.keyPrefix,
  issueUrl: issueUrlOf(integration),
});

const settingsOf = ({ timeoutMs }: RunRequest, settings: ProjectSettings = {}): ProjectSettings =>
  timeoutMs === undefined ? settings : { ...settings, timeouts: { ...settings.timeouts, actionMs: timeoutMs } };

/** Where each attempt is a run of its own, those after the first are the retries. */
const ofAttempt = (of: KeptOf, attempt = 0): KeptOf => (of === 'retry' && attempt > 0 ? 'on' : of);

const evidenceOf = (
  { screenshots, video, trace, attempt }: RunRequest,
  wanted: ProjectSettings['evidence'] = {},
): Pick<RunPlan, 'screenshots' | 'video' | 'trace'> => ({
  screenshots: screenshots ?? wanted.screenshots ?? DEFAULT_SCREENSHOTS,
  video: ofAttempt(video ?? wanted.video ?? 'off', attempt),
  trace: ofAttempt(trace ?? wanted.trace ?? 'on', attempt),
});

const picturesOf = (
  { folder }: Pick<RunnableProject, 'folder'>,
  tests: readonly Test[],
): Pick<RunPlan, 'baselines' | 'comparesPictures'> => ({
  baselines: createBaselines(folder),
  comparesPictures: tests.some(({ actions }) =>
    actions.some(action => action.type === 'assert' && action.matcher === 'toHaveScreenshot'),
  ),
});

const allIdentities = (items: readonly PlannedItem[]): Identity[] =>
  items.flatMap(({ identity, actors = [] }) =>
    [identity, ...actors.map(actor => actor.identity)].flatMap(one => one ?? []),
  );

const signInsOf = (items: readonly PlannedItem[]): SignIn[] => [
  ...new Set(allIdentities(items).flatMap(({ signIn = [], signOut = [] }) => [signIn, signOut].flat())),
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
    row,
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
    devices,
    isolation,
    maxFailures,
    timeoutMs,
  } = request;
  const how = { workers, retries, repeatEach, devices, isolation, maxFailures, timeoutMs };
  const given = { role, row, fromAction, toAction, context, slowMoMs, screenshots, video, trace, ...how };
  return {
    ...(Object.keys(parameters).length === 0 ? {} : { parameters: { ...parameters } }),
    ...(keepRunning ? { keepRunning } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

export const withRunId = (plan: Omit<RunPlan, 'runId'>, runId: RunId): RunPlan => ({ ...plan, runId });

function titled({ targets, scenarios = [] }: RunRequest): Pick<RunPlan, 'moduleCode' | 'testCode' | 'title'> {
  const [first] = targets;
  const title = runTitle(targets, scenarios);
  if (first === undefined || targets.length + scenarios.length > 1) return { title };
  return { moduleCode: first.module.moduleCode, testCode: first.test.testCode, title };
}
