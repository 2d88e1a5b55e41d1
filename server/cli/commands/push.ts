import { counted } from '../../../model/names/counted.ts';
import { singleLine, terminalJson } from '../../runs/messages/plain-text.ts';
import type { ReplyOf } from '../../tools/index.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

interface PushOptions {
  project?: string;
  version?: string;
  projectKey?: string;
  dryRun?: boolean;
  json?: boolean;
}

type PushResult = ReplyOf<'pushFeatures'>;

export const push: CliCommand = (program, cli) => {
  program
    .command('push')
    .description("send the project's own features to the feature server, which makes tests of them")
    .argument('[features...]', 'only these: names, files or codes')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('--project-key <key>', 'project of the service, e.g. SHOP (default: as configured)')
    .option('--dry-run', 'show what would be sent, send nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nKeys of new tests are written above their scenarios, as tags.\n' +
        'CLIENT_ID and CLIENT_SECRET of the environment override those of the project.\n' +
        '\nExit codes: 0 pushed, 1 the feature server failed or did not take all, 2 wrong usage or settings',
    )
    .action(async (features: string[], { project, version, projectKey, dryRun, json }: PushOptions) => {
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      const reply = await client.call('pushFeatures', {
        projectId,
        versionId: version,
        ...(features.length === 0 ? {} : { features }),
        projectKey,
        ...(dryRun === true ? { dryRun } : {}),
      });
      if (json === true) cli.print(terminalJson(reply));
      else printPush(cli, reply);
      if (reply.errors.length > 0 || reply.fault !== undefined) cli.exitWith(EXIT.failed);
    });
};

function printPush(cli: Cli, reply: PushResult): void {
  const { scenarios, features, total, to, projectKey, pushed, unreadable, preconditions, errors, fault, note } = reply;
  if (note !== undefined) cli.notify(note);
  for (const file of unreadable) cli.notify(`cannot be read, and stays here: ${singleLine(file)}`);
  const width = Math.max(0, ...scenarios.map(({ key = '' }) => key.length));
  for (const { state, key = '', scenario, name } of scenarios)
    cli.print(`${state.padEnd(8)}${key.padEnd(width)} ${scenario.padEnd(7)} ${singleLine(name)}`);
  if (total > scenarios.length) cli.print(`and ${total - scenarios.length} more`);
  const what = `${counted(features.length, 'feature')} with ${counted(total, 'scenario')}`;
  cli.print(
    pushed ? `${what} pushed to ${projectKey} at ${to}.` : `${what} would be pushed to ${projectKey} at ${to}.`,
  );
  if (preconditions.length > 0) cli.print(`Preconditions: ${preconditions.join(', ')}`);
  for (const error of errors) cli.notify(`the service: ${singleLine(error)}`);
  if (fault !== undefined) cli.notify(`No keys were written: ${fault}`);
  if (!pushed) cli.notify('Nothing was sent: --dry-run.');
}
