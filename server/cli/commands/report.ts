import { join } from 'node:path';
import type { RunId } from '../../../model/names/codes.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import { lastFinished, readFinishedRun } from '../../runs/record/read-finished-run.ts';
import { RunArchive } from '../../runs/record/run-archive.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { readProjectFolder } from '../../workspace/read-project-folder.ts';
import { type Cli, type CliCommand, EXIT, secretOverrides } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { readRunId } from '../support/read-run-id.ts';
import { notImplementedOption, type ReportOptions, reporterOption, reportsOf } from '../support/report-options.ts';

export const report: CliCommand = (program, cli) => {
  program
    .command('report')
    .description('create reports of a finished run')
    .argument('[run]', 'its ID, e.g. r12 (default: the last finished run)')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .addOption(reporterOption())
    .addOption(notImplementedOption())
    .addHelpText('after', '\nExit codes: 0 made, 2 wrong usage, 3 no run')
    .action(async (named: string | undefined, options: ReportOptions & { project?: string }) => {
      const reports = await reportsOf(cli, options);
      const folder = join(await cli.workspaceFolder(), await findProject(cli, options.project));
      const runs = new RunArchive(join(folder, STATE_FOLDER, 'runs'));
      const runId = named === undefined ? await lastFinished(runs) : readRunId(named);
      if (runId === undefined) {
        cli.notify('There is no run yet; start one with steploom run.');
        return cli.exitWith(EXIT.nothingMatched);
      }
      await reports.finished(await readRun(cli, { folder, runs }, runId));
      await reports.close();
    });
};

async function readRun(cli: Cli, { folder, runs }: { folder: string; runs: RunArchive }, runId: RunId) {
  const { content, secrets } = await readProjectFolder({
    fs: nodeFileSystem,
    folder,
    secretOverrides: secretOverrides(cli.environment),
  });
  return readFinishedRun({ runs, content, redact: createRedactor(secrets.values()) }, runId);
}
