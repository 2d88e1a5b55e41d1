import { counted } from '../../../model/names/counted.ts';
import { singleLine, terminalJson } from '../../runs/messages/plain-text.ts';
import { ARCHIVE_LIMITS } from '../../test-management/archive/check-entry.ts';
import type { ReplyOf } from '../../tools/index.ts';
import type { Cli, CliCommand } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

interface SyncOptions {
  project?: string;
  version?: string;
  dryRun?: boolean;
  json?: boolean;
}

type SyncedFeatures = ReplyOf<'importFeatures'>;

const MOST_FEATURES = ARCHIVE_LIMITS.entries;

export const sync: CliCommand = (program, cli) => {
  program
    .command('sync')
    .description('import the features of the feature server into the project')
    .argument('[features...]', 'only these: names, files or codes')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .option('--dry-run', 'show what would be imported, change nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nCLIENT_ID and CLIENT_SECRET of the environment override those of the project.\n' +
        '\nExit codes: 0 up to date, 1 the feature server failed, 2 wrong usage or settings',
    )
    .action(async (features: string[], { project, version, dryRun, json }: SyncOptions) => {
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      const reply = await client.call('importFeatures', {
        projectId,
        versionId: version,
        source: 'server',
        limit: MOST_FEATURES,
        ...(features.length === 0 ? {} : { select: features }),
        ...(dryRun === true ? { dryRun } : {}),
      });
      if (json === true) cli.print(terminalJson(reply));
      else printSync(cli, reply, dryRun === true);
    });
};

function printSync(cli: Cli, reply: SyncedFeatures, isDry: boolean): void {
  const { added, changed, removed, same, failed, total, stepsLinked, stepsUnlinked, note, alike = [] } = reply;
  if (note !== undefined) cli.notify(note);
  for (const { file, line, message } of failed)
    cli.notify(
      `cannot be read: ${singleLine(file)}${line === undefined ? '' : `, line ${line}`}: ${singleLine(message)}`,
    );
  const show = (word: string, features: SyncedFeatures['added']) => {
    const width = Math.min(MOST_WIDTH, Math.max(0, ...features.map(({ name }) => singleLine(name).length)));
    const counts = Math.max(0, ...features.map(({ scenarios }) => counted(scenarios, 'scenario').length));
    for (const { featureCode = '', name, scenarios, file } of features)
      cli.print(
        `${word.padEnd(9)}${featureCode.padEnd(5)} ${singleLine(name).padEnd(width)}  ${counted(scenarios, 'scenario').padEnd(counts)}  ${singleLine(file)}`,
      );
  };
  show('new', added);
  show('changed', changed);
  show('removed', removed);
  const counts = [`${added.length} new`, `${changed.length} changed`, `${same.length} as before`];
  const gone = removed.length === 0 ? '' : `, ${removed.length} on the server no more (kept until you remove them)`;
  cli.print(`${counted(total, 'feature')}: ${counts.join(', ')}${gone}.`);
  cli.print(`${stepsLinked} of ${counted(stepsLinked + stepsUnlinked, 'step')} linked.`);
  if (alike.length > 0) {
    const many = alike.length === 1 ? '1 new text differs' : `${alike.length} new texts differ`;
    const end = reply.linksAlike ? 'linked the same way' : 'not linked, because the setting features.linkLike is off';
    cli.print(`${many} from linked ones only in values: ${end}.`);
  }
  if (isDry) cli.notify('Nothing was changed: --dry-run.');
}

const MOST_WIDTH = 50;
