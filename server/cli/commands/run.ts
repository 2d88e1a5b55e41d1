import { join } from 'node:path';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { collisionsIn } from '../../../model/project/collisions.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import type { BrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { parseTagExpression } from '../../../model/values/tag-expression.ts';
import { catalogOf } from '../../feature-sync/feature-catalog.ts';
import type { Reports } from '../../reports/start-reports.ts';
import { createAppAddresses } from '../../runs/plan/app-addresses.ts';
import type { RunnableProject, RunRequest } from '../../runs/plan/plan-run.ts';
import { type Selected, selectWords } from '../../runs/plan/select-words.ts';
import { SignInStates } from '../../runs/plan/sign-in-states.ts';
import { RunArchive } from '../../runs/record/run-archive.ts';
import { startRun } from '../../runs/start-run.ts';
import { SAMPLE_STARTERS } from '../../sample/sample-starters.ts';
import { type DamagedFile, describeDamage } from '../../store/edits/damaged-file.ts';
import { privatePath, SECRETS_FILE } from '../../store/edits/private-file.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { readProjectFolder } from '../../workspace/read-project-folder.ts';
import { buildServer } from '../support/build-server.ts';
import {
  type Cli,
  type CliCommand,
  CONNECT_HELP,
  collect,
  EXIT,
  readAssignments,
  readConnect,
  secretOverrides,
} from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { notImplementedOption, type ReportOptions, reporterOption, reportsOf } from '../support/report-options.ts';
import { openToolClient } from '../support/tool-client.ts';
import { tellUpload, uploadRun } from '../support/upload-results.ts';

interface RunCommandOptions extends ReportOptions {
  project?: string;
  version?: string;
  tags?: string;
  env?: string;
  role?: string;
  param?: string[];
  headed?: boolean;
  connect?: string;
  updateScreenshots?: boolean;
  repair: boolean;
  keepRunning?: boolean;
  allowNotImplemented?: boolean;
  publish?: boolean;
}

const EXIT_CODES =
  'Exit codes: 0 passed, 1 failed or not implemented, 2 wrong usage, 3 nothing matched, 4 no browser, 130 interrupted';
const LONGEST_RUN_MS = 2_147_483_647;

/** `steploom run [tests…]`: runs tests without a server, one after the other, each in a fresh browser context. */
export const run: CliCommand = (program, cli) => {
  program
    .command('run')
    .description('run tests and features, by code or name; all of them when none is named')
    .argument('[tests...]', 'modules, tests, features or scenarios, e.g. m1 t57 f1 f1.s2 "Valid user"')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('-t, --tags <expression>', 'only tests and scenarios with these tags, e.g. "@smoke and not @slow"')
    .option('-e, --env <name>', 'environment, by code or name')
    .option('--role <name>', 'role to sign in as, whatever the tests say; "none" signs nobody in')
    .option('--param <name=value>', 'value of a parameter; repeatable', collect)
    .option('--headed', 'show the browser window')
    .option('--connect <url>', CONNECT_HELP)
    .option('--update-screenshots', 'replace the screenshots that toHaveScreenshot compares with, in files/baselines')
    .option('--no-repair', 'do not use fallbacks for locators that find nothing (default in CI)')
    .option('--keep-running', 'run the rest of a scenario after a step that is not implemented')
    .option('--allow-not-implemented', 'exit with 0 if steps are not implemented and nothing failed')
    .option('--publish', 'upload the results to the feature server afterwards, as steploom upload does')
    .addOption(reporterOption())
    .addOption(notImplementedOption())
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action(async (words: string[], options: RunCommandOptions) => {
      const attachTo = browserToAttach(cli, options);
      const reports = reportsOf(cli, options);
      const { project, request } = await prepare(cli, words, options);
      if (request.targets.length === 0 && request.scenarios?.length === 0) {
        cli.tell('No test to run.');
        return cli.exitWith(EXIT.nothingMatched);
      }
      if (attachTo === undefined) await requireBrowser(cli);
      const status = await runToEnd(cli, { project, request, reports, attachTo });
      await reports.close();
      cli.exitWith(exitCodeOf(status, cli, options));
      if (options.publish === true && status.runId !== undefined && !cli.signal.aborted)
        await publish(cli, { projectId: project.projectId, runId: status.runId });
    });
};

/** Errors: `invalid-params`. */
function browserToAttach(cli: Cli, { connect, headed }: RunCommandOptions): BrowserEndpoint | undefined {
  const attachTo = readConnect(connect);
  if (attachTo !== undefined && headed)
    cli.tell('--headed has no effect: whether an attached browser shows its windows depends on how it was started.');
  return attachTo;
}

async function prepare(cli: Cli, words: readonly string[], options: RunCommandOptions) {
  const parameters = readAssignments(options.param ?? [], '--param');
  const folder = join(await cli.workspaceFolder(), await findProject(cli, options.project));
  const snapshot = await readProjectFolder({
    fs: nodeFileSystem,
    folder,
    secretOverrides: secretOverrides(cli.environment),
  });
  for (const damage of snapshot.damaged) cli.tell(describeDamage(damage));
  refuseLostSecrets(snapshot.damaged);
  const { project, versions } = snapshot.content;
  if (options.publish === true && project.integration === undefined)
    throw new AppError('invalid-params', '--publish: the project has no feature server that takes results.', {
      next: 'configureFeatureServer',
    });
  const content = versions.get(options.version ?? project.defaultVersion);
  if (content === undefined)
    throw new AppError(
      'invalid-params',
      `No version "${options.version}". There are: ${[...versions.keys()].join(', ')}.`,
    );
  const runnable: RunnableProject = {
    projectId: project.projectId,
    folder,
    store: { content: snapshot.content, secrets: snapshot.secrets },
    runs: new RunArchive(join(folder, STATE_FOLDER, 'runs')),
    signIns: new SignInStates(join(folder, STATE_FOLDER, 'sign-in')),
  };
  for (const { message } of collisionsIn(content)) cli.tell(message);
  const isMeant = options.tags === undefined ? () => true : parseTagExpression(options.tags);
  const catalog = await catalogOf(content);
  const { warnings, ...chosen } = select(cli, () => selectWords({ content, catalog }, words, isMeant));
  for (const warning of warnings) cli.tell(warning);
  const { env: environment, role, headed, updateScreenshots, keepRunning } = options;
  const repair = options.repair && buildServer(cli.environment) === undefined;
  const how = { environment, role, parameters, headed, updateScreenshots, keepRunning, repair };
  const request: RunRequest = { content, ...chosen, ...how };
  return { project: runnable, request };
}

/** Without them tests would fail for reasons of their own. Errors: `damaged-file`. */
function refuseLostSecrets(damaged: readonly DamagedFile[]): void {
  const lost = damaged.find(({ path, backup }) => path === privatePath(SECRETS_FILE.name) && backup === undefined);
  if (lost === undefined) return;
  throw new AppError('damaged-file', 'No test was run, since the secrets of the project cannot be read.', {
    next: `fix ${lost.path}, or remove it and set the secrets again`,
  });
}

/** Names that nothing has are told, and count as nothing to run. */
function select(cli: Cli, find: () => Selected): Selected {
  try {
    return find();
  } catch (error) {
    if (!isAppError(error, 'not-found')) throw error;
    for (const sentence of cli.explain(error)) cli.tell(sentence);
    return { targets: [], scenarios: [], warnings: [] };
  }
}

async function requireBrowser({ browsers }: Cli): Promise<void> {
  if ((await browsers.find()) !== undefined) return;
  throw new AppError(
    'browser-missing',
    'No browser was found. Install Chrome or Chromium, or set STEPLOOM_BROWSER to the path of one.',
  );
}

interface Runnable {
  project: RunnableProject;
  request: RunRequest;
  reports: Reports;
  attachTo: BrowserEndpoint | undefined;
}

async function runToEnd(cli: Cli, { project, request, reports, attachTo }: Runnable): Promise<RunStatus> {
  const bridge = await cli.browsers.createBridge({ attachTo });
  const apps = createAppAddresses(SAMPLE_STARTERS);
  const log = { warn: (_facts: object, message: string) => cli.tell(message) };
  const stop = () => void bridge.stopRun(project.projectId, 'interrupted').catch(() => {});
  cli.signal.addEventListener('abort', stop, { once: true });
  try {
    const ci = buildServer(cli.environment);
    await startRun({ bridge, apps, log }, { project, startedBy: 'command line', ci, watchers: [reports], request });
    return await bridge.waitForRun(project.projectId, {
      timeoutMs: LONGEST_RUN_MS,
      signal: new AbortController().signal,
    });
  } finally {
    cli.signal.removeEventListener('abort', stop);
    await bridge.dispose();
    await apps.dispose();
  }
}

/** Standard output is left to the reports. */
async function publish(cli: Cli, run: { projectId: string; runId: string }): Promise<void> {
  await using client = await openToolClient(cli);
  tellUpload({ print: cli.tell, tell: cli.tell }, await uploadRun(client, run, {}));
}

function exitCodeOf({ state, errorKind }: RunStatus, { signal }: Cli, options: RunCommandOptions): number {
  if (signal.aborted) return EXIT.interrupted;
  if (errorKind === 'browser-missing') return EXIT.cannotStart;
  const isFine = state === 'passed' || (state === 'notImplemented' && options.allowNotImplemented === true);
  return isFine ? EXIT.ok : EXIT.failed;
}
