import { AppError } from '../../../model/errors/errors.ts';
import type { Bridge, RunStatus } from '../../../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { checkCiUrl } from '../../ci/ci-urls.ts';
import type { Reports } from '../../reports/start-reports.ts';
import { createAppAddresses } from '../../runs/plan/app-addresses.ts';
import { plannedItems } from '../../runs/plan/planned-items.ts';
import type { RunnableProject, RunRequest } from '../../runs/plan/run-request.ts';
import { prepareRun, startRun } from '../../runs/start-run.ts';
import { SAMPLE_STARTERS } from '../../sample/sample-starters.ts';
import type { DamagedFile } from '../../store/edits/damaged-file.ts';
import { privatePath, SECRETS_FILE } from '../../store/edits/private-file.ts';
import { buildServer } from './build-server.ts';
import { chooseRun, wantedBy } from './choose-run.ts';
import { type BrowserAhead, type Cli, EXIT, readAssignments } from './cli.ts';
import { itemsShown, printItems } from './print-items.ts';
import { isCiAddress } from './read-address.ts';
import { readVersion } from './read-version.ts';
import { prepareResumed, refuseWithoutQueue, runByWorkers } from './run-by-workers.ts';
import { printCounts } from './run-counts.ts';
import { defaultWorkers, readRunHow } from './run-how.ts';
import type { RunTestsOptions } from './run-tests-options.ts';

const LONGEST_RUN_MS = 2_147_483_647;

interface RunBasis {
  reports: Reports;
  attachTo: BrowserEndpoint | undefined;
  ahead: BrowserAhead | undefined;
}

/** Returns the exit code. Errors: `invalid-params`, `damaged-file`, those of a run. */
export async function runTests(
  cli: Cli,
  words: readonly string[],
  options: RunTestsOptions,
  basis: RunBasis,
): Promise<number> {
  if (options.json === true && options.dryRun !== true)
    throw new AppError(
      'invalid-params',
      '--json goes with --dry-run; results as JSON are the reporter cucumber or messages.',
      {
        field: '--json',
      },
    );
  refuseWithoutQueue(options);
  const prepare = options.resume === undefined ? prepareTests : prepareResumed;
  const { project, request } = await prepare(cli, words, options);
  if (!(await isAnything({ project, request }))) {
    cli.notify('No test to run.');
    return EXIT.nothingMatched;
  }
  if (options.dryRun === true) {
    const { items } = await plannedItems(project, request);
    printItems(cli, itemsShown(request.content, items), options);
    return EXIT.ok;
  }
  const status = await runWhereAsked(cli, { project, request, ...basis }, options);
  await basis.reports.close();
  if (options.publish === true && status.runId !== undefined && !cli.signal.aborted)
    await publish(cli, { projectId: project.projectId, runId: status.runId }, options);
  return exitCodeOf(status, cli, options);
}

/** Errors: `invalid-params`, `damaged-file`. */
export async function prepareTests(cli: Cli, words: readonly string[], given: RunTestsOptions) {
  const parameters = readAssignments(given.param ?? [], '--param');
  const { wanted, options } = wantedBy(words, given);
  const { project, content, damaged } = await readVersion(cli, options);
  refuseLostSecrets(damaged);
  const { ciUrls } = project.store.content.project;
  for (const sentence of words.filter(isCiAddress).map(word => checkCiUrl(word, ciUrls)))
    if (sentence) cli.notify(sentence);
  if (options.publish === true && project.store.content.project.integration === undefined)
    throw new AppError('invalid-params', '--publish: the project has no feature server that takes results.', {
      next: 'configureFeatureServer',
    });
  const { shard, timings } = options;
  const chosen = await chooseRun(cli, { project, content }, { wanted, shard, timings });
  const { env: environment, role, headed, updateScreenshots, keepRunning } = options;
  const repair = options.repair && buildServer(cli.environment) === undefined;
  const asked = readRunHow(options);
  const workers = asked.workers ?? project.store.content.project.settings?.workers ?? defaultWorkers();
  const how = { environment, role, parameters, headed, updateScreenshots, keepRunning, repair, ...asked, workers };
  const request: RunRequest = { ...chosen, ...how };
  return { project, request };
}

/** Without this, a lack of secrets would only show as tests that fail. */
function refuseLostSecrets(damaged: readonly DamagedFile[]): void {
  const lost = damaged.find(({ path, backup }) => path === privatePath(SECRETS_FILE.name) && backup === undefined);
  if (lost === undefined) return;
  throw new AppError('damaged-file', 'No test was run, since the secrets of the project cannot be read.', {
    next: `fix ${lost.path}, or remove it and set the secrets again`,
  });
}

/** For one machine of several: whether any of them has something to run. */
async function isAnything({ project, request }: Pick<Runnable, 'project' | 'request'>): Promise<boolean> {
  const { targets, scenarios = [], choice } = request;
  if (targets.length + scenarios.length === 0) return false;
  if (choice?.shard === undefined && !targets.some(({ test }) => test.type === 'suite')) return true;
  const { items, shard } = await plannedItems(project, request);
  return (shard?.of ?? items).length > 0;
}

/** Errors: `browser-missing`. */
export async function requireBrowser({ browsers }: Cli): Promise<void> {
  if ((await browsers.find()) !== undefined) return;
  throw new AppError(
    'browser-missing',
    'No browser was found. Install Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one.',
  );
}

interface Runnable extends RunBasis {
  project: RunnableProject;
  request: RunRequest;
}

async function runToEnd(cli: Cli, runnable: Runnable): Promise<RunStatus> {
  const { ahead, attachTo } = runnable;
  const bridge = await (ahead?.createBridge() ?? cli.browsers.createBridge({ attachTo }));
  try {
    return await runOn(bridge, cli, runnable);
  } finally {
    await bridge.dispose();
  }
}

/** The bridge stays open. Errors: those of a run. */
export async function runOn(
  bridge: Bridge,
  cli: Cli,
  { project, request, reports }: Pick<Runnable, 'project' | 'request' | 'reports'>,
): Promise<RunStatus> {
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const log = { warn: (_facts: object, message: string) => cli.notify(message) };
  const stop = () => void bridge.stopRun(project.projectId, 'interrupted').catch(() => {});
  cli.signal.addEventListener('abort', stop, { once: true });
  try {
    const ci = buildServer(cli.environment);
    const counts = printCounts(cli);
    const watchers = [counts.before, reports, counts];
    await startRun({ bridge, apps, log }, { project, startedBy: 'command line', ci, watchers, request });
    if (cli.signal.aborted) stop();
    return await bridge.waitForRun(project.projectId, {
      timeoutMs: LONGEST_RUN_MS,
      signal: new AbortController().signal,
    });
  } finally {
    cli.signal.removeEventListener('abort', stop);
    await apps.dispose();
  }
}

type EndOfRun = Pick<RunStatus, 'state' | 'errorKind' | 'runId'>;

async function runWhereAsked(cli: Cli, runnable: Runnable, options: RunTestsOptions): Promise<EndOfRun> {
  const { project, request } = runnable;
  if (request.choice?.shard !== undefined && (await plannedItems(project, request)).items.length === 0)
    return runNothing(cli, runnable);
  if (options.queue !== undefined) return runByWorkers(cli, runnable, { ...options, queue: options.queue });
  if (runnable.attachTo === undefined) await requireBrowser(cli);
  return runToEnd(cli, runnable);
}

/** A part with nothing to run has its reports all the same, so that none is missing. */
async function runNothing(cli: Cli, { project, request, reports }: Runnable): Promise<EndOfRun> {
  cli.notify(`Part ${request.choice?.shard?.index} has nothing to run: there are fewer tests than parts.`);
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const log = { warn: (_facts: object, message: string) => cli.notify(message) };
  try {
    const asked = {
      project,
      startedBy: 'command line',
      ci: buildServer(cli.environment),
      watchers: [reports],
      request,
    };
    const { plan, record } = await prepareRun({ apps, log }, asked);
    await record().finished({ outcome: 'passed', elapsedMs: 0 });
    return { state: 'passed', runId: plan.runId };
  } finally {
    await apps.dispose();
  }
}

/** Standard output is only for the reports. */
async function publish(
  cli: Cli,
  run: { projectId: string; runId: string },
  { planKey, fixVersion }: Pick<RunTestsOptions, 'planKey' | 'fixVersion'>,
): Promise<void> {
  const [{ openToolClient }, { printUpload, uploadRun }] = await Promise.all([
    import('./tool-client.ts'),
    import('./upload-results.ts'),
  ]);
  const how = { ...(planKey && { planKey }), ...(fixVersion && { fixVersion }) };
  await using client = await openToolClient(cli);
  printUpload({ print: cli.notify, notify: cli.notify }, await uploadRun(client, run, how));
}

export function exitCodeOf({ state, errorKind }: EndOfRun, { signal }: Cli, options: RunTestsOptions): number {
  if (signal.aborted) return EXIT.interrupted;
  if (errorKind === 'browser-missing' || errorKind === 'queue-failed') return EXIT.cannotStart;
  const isFine = state === 'passed' || (state === 'notImplemented' && options.allowNotImplemented === true);
  return isFine ? EXIT.ok : EXIT.failed;
}
