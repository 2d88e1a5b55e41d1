import { Option } from 'commander';
import { isAppError } from '../../../model/errors/errors.ts';
import { terminalJson } from '../../runs/messages/plain-text.ts';
import { type CliCommand, collect, EXIT } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';
import { printUpload, type UploadOptions, uploadRun } from '../support/upload-results.ts';

export const upload: CliCommand = (program, cli) => {
  program
    .command('upload')
    .description('send the results of runs to the feature server')
    .argument('[runs...]', 'their IDs, e.g. r12 (default: the last finished run)')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--dry-run', 'show what would be sent, send nothing')
    .option('--execution-key <key>', 'execution to fill (default: the service creates one)')
    .option('--plan-key <key>', 'plan that the results belong to')
    .option(
      '--test-env <name>',
      "the service's name of the environment; repeatable (default: as in the settings)",
      collect,
    )
    .option('--fix-version <name>', 'version of the application')
    .addOption(
      new Option('--evidence <which>', 'pictures to send along (default: all)').choices(['all', 'failures', 'none']),
    )
    .option('--json', 'print what was sent and the response as JSON')
    .addHelpText(
      'after',
      '\nCLIENT_ID and CLIENT_SECRET of the environment override those of the project.\n' +
        '\nExit codes: 0 sent, 1 the feature server failed, 2 wrong usage or settings, 3 no run',
    )
    .action(async (named: string[], options: UploadOptions & { project?: string; json?: boolean }) => {
      const projectId = await findProject(cli, options.project);
      await using client = await openToolClient(cli);
      for (const runId of named.length === 0 ? [undefined] : named) {
        const reply = await uploadRun(client, { projectId, runId }, options).catch(unlessNoRun);
        if (reply === undefined) {
          cli.notify('There is no run yet; start one with steploom run.');
          return cli.exitWith(EXIT.nothingMatched);
        }
        if (options.json === true) cli.print(terminalJson(reply));
        else printUpload(cli, reply);
      }
    });
};

function unlessNoRun(error: unknown): undefined {
  if (!isAppError(error, 'no-run')) throw error;
}
