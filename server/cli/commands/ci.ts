import { access, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Option } from 'commander';
import { AppError } from '../../../model/errors/errors.ts';
import { CI_DEFAULTS } from '../../../model/project/ci-defaults.ts';
import { CI_REPORTS } from '../../ci/ci-options.ts';
import { CI_TARGETS, type CiTargetName } from '../../ci/index.ts';
import { failedWrite, makeFolders } from '../../store/files/file-system.ts';
import type { ArgumentsOf, ReplyOf } from '../../tools/index.ts';
import { type Cli, type CliCommand, collect } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient, type ToolClient } from '../support/tool-client.ts';

type CiArguments = ArgumentsOf<'generateCIScript'>;
type CiReport = NonNullable<NonNullable<CiArguments['options']>['reports']>[number];

interface CiCommandOptions {
  project?: string;
  version?: string;
  test?: string[];
  feature?: string[];
  scenario?: string[];
  tags?: string;
  env?: string;
  device?: string[];
  workers?: number;
  shards?: number;
  retries?: number;
  maxFailures?: number;
  report?: CiReport[];
  upload?: boolean;
  planKey?: string;
  fixVersion?: string;
  cache: boolean;
  installBrowser: boolean;
  node?: string;
  timeout?: number;
  write?: boolean;
  force?: boolean;
}

const URL_TARGET = 'url';
const targets = Object.keys(CI_TARGETS);
const PASSWORD_HELP = `\nFor ${URL_TARGET}, if the project has a password, it is asked for, or read from standard input.`;

export const ci: CliCommand = (program, cli) => {
  program
    .command('ci')
    .description('print the script with which a CI server runs the tests; it holds no secret')
    .argument('<target>', `${targets.join(', ')}; or ${URL_TARGET}: an address that steploom run takes`)
    .argument('[suite]', 'suite to run, by code or name (default: everything)')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('--test <test>', 'test or module to run; repeatable', collect)
    .option('--feature <feature>', 'feature to run; repeatable', collect)
    .option('--scenario <scenario>', 'scenario to run; repeatable', collect)
    .option('-t, --tags <expression>', 'only what has these tags, e.g. "@smoke and not @slow"')
    .option('-e, --env <name>', 'environment, by code or name')
    .option('--device <name>', 'device to run each test on, such as "iPhone 15"; repeatable', collect)
    .option('--workers <number>', 'tests at a time', whole)
    .option('--shards <number>', 'machines that share the tests; their reports are merged', whole)
    .option('--retries <number>', 'further tries of a test that fails', whole)
    .option('--max-failures <number>', 'stop after so many failures', whole)
    .addOption(reportOption())
    .option('--upload', 'send the results to the feature server')
    .option('--plan-key <key>', 'with --upload: plan that the results belong to')
    .option('--fix-version <name>', 'with --upload: version of the application')
    .option('--no-cache', 'keep neither packages nor browser between builds')
    .option('--no-install-browser', 'the machine has a browser')
    .option('--node <version>', 'version of Node (default: 22)')
    .option('--timeout <minutes>', 'limit of a job (default: 60)', whole)
    .option('--write', 'write the script to where the CI server looks for it, in the current folder')
    .option('--force', 'with --write: overwrite what is there')
    .addHelpText('after', PASSWORD_HELP)
    .action(async (target: string, suite: string | undefined, options: CiCommandOptions) => {
      const projectId = await findProject(cli, options.project);
      await using client = await openToolClient(cli);
      const chosen = choiceOf({ projectId, suite, options });
      if (target === URL_TARGET) {
        const { workers, retries, maxFailures, upload, planKey, fixVersion } = options;
        const { needsPassword } = await client.call('getCITargets', { projectId });
        const password = needsPassword ? await cli.readPassword('known') : undefined;
        const given = { ...chosen, password, options: { workers, retries, maxFailures, upload, planKey, fixVersion } };
        cli.print((await client.call('generateCIUrl', given)).url);
      } else await script(cli, client, { target: readTarget(target), chosen, options });
    });
};

const reportOption = (): Option =>
  new Option(
    '--report <name>',
    `${CI_REPORTS.join(', ')}; repeatable (default: ${CI_DEFAULTS.reports.join(', ')})`,
  ).argParser((name: string, list: CiReport[] = []) => [...list, readReport(name)]);

function readReport(text: string): CiReport {
  const found = CI_REPORTS.find(name => name === text);
  if (found !== undefined) return found;
  throw new AppError('invalid-params', `--report takes ${CI_REPORTS.join(', ')}, not "${text}".`, {
    field: '--report',
  });
}

/** The tool checks the range. */
function whole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new AppError('invalid-params', `A whole number is needed, not "${text}".`, { expected: 'e.g. 2' });
}

function readTarget(text: string): CiTargetName {
  const found = targets.find((name): name is CiTargetName => name === text);
  if (found !== undefined) return found;
  const message = `No script can be made for "${text}". There are: ${[...targets, URL_TARGET].join(', ')}.`;
  throw new AppError('invalid-params', message, { field: 'target' });
}

interface CiChoiceOptions {
  projectId: string;
  suite: string | undefined;
  options: CiCommandOptions;
}

function choiceOf({ projectId, suite, options }: CiChoiceOptions) {
  const { version: versionId, env: environment, test: tests, feature: features, scenario: scenarios, tags } = options;
  return { projectId, versionId, suite, tests, features, scenarios, tags, environment };
}

interface CiScriptOptions {
  target: CiTargetName;
  chosen: ReturnType<typeof choiceOf>;
  options: CiCommandOptions;
}

async function script(cli: Cli, client: ToolClient, { target, chosen, options }: CiScriptOptions): Promise<void> {
  const { workers, shards, retries, maxFailures, report, upload, cache, installBrowser, node, timeout } = options;
  const how = {
    devices: options.device,
    workers,
    shards,
    retries,
    maxFailures,
    reports: report,
    upload,
    cache,
    installBrowser,
  };
  const reply = await client.call('generateCIScript', {
    target,
    ...chosen,
    options: {
      ...how,
      planKey: options.planKey,
      fixVersion: options.fixVersion,
      nodeVersion: node,
      timeoutMinutes: timeout,
    },
  });
  if (options.write === true) await write(cli, reply, options.force === true);
  else cli.print(reply.script.trimEnd());
  printNotes(cli, reply);
}

type ScriptReply = ReplyOf<'generateCIScript'>;

async function write(cli: Cli, { fileName, script: text, syntax }: ScriptReply, isForced: boolean): Promise<void> {
  const path = join(cli.directory, fileName);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && !isForced)
    throw new AppError('invalid-params', `${fileName} is there already; nothing was written.`, {
      next: 'add --force to overwrite it, or leave out --write to see the script',
    });
  try {
    await makeFolders(dirname(path));
    await writeFile(path, text, { mode: syntax === 'shell' ? 0o755 : 0o644 });
  } catch (error) {
    throw failedWrite(error, path);
  }
  cli.notify(`Written: ${fileName}`);
}

/** Standard output is only for the script. */
function printNotes(cli: Cli, { secrets, secretStore, notes, warnings = [] }: ScriptReply): void {
  for (const warning of warnings) cli.notify(`Warning: ${warning}`);
  if (secrets.length > 0) cli.notify(`Set in ${secretStore}:`);
  for (const { name, use } of secrets) cli.notify(`  ${name}  ${use}`);
  for (const note of notes) cli.notify(note);
}
