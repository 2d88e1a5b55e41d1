import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { counted } from '../../../model/names/counted.ts';
import { lookAtParts, mergeRuns } from '../../../model/run/merge-runs.ts';
import type { Run } from '../../../model/run/run.ts';
import { readRelease } from '../../process/package-root.ts';
import { type ReportedPart, readPart, withOwnFiles } from '../../reports/merge/read-part.ts';
import { describeMachine } from '../../runs/messages/machine.ts';
import { runMessages } from '../../runs/messages/run-messages.ts';
import { RunArchive } from '../../runs/record/run-archive.ts';
import { STATE_FOLDER } from '../../store/edits/stored.ts';
import { makeFolders, nodeFileSystem, PRIVATE_FILE, PRIVATE_FOLDER } from '../../store/files/file-system.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import { type Cli, type CliCommand, EXIT } from '../support/cli.ts';
import { notImplementedOption, type ReportOptions, reporterOption, reportsOf } from '../support/report-options.ts';

interface MergeOptions extends ReportOptions {
  allowPartial?: boolean;
}

export const mergeReports: CliCommand = (program, cli) => {
  program
    .command('merge-reports')
    .description('create the reports of a run that several machines shared, from what the reporter blob wrote on each')
    .argument('<files...>', 'a report of each part: blob, or messages of steploom run --shard')
    .addOption(reporterOption())
    .addOption(notImplementedOption())
    .option('--allow-partial', 'create reports also when parts are missing')
    .addHelpText(
      'after',
      '\nIn a workspace that has the project, the merged run is kept among its runs, for the page and steploom upload.\n' +
        '\nExit codes: 0 made, 2 wrong usage, or parts that are missing or there twice',
    )
    .action(async (files: string[], options: MergeOptions) => {
      const reports = await reportsOf(cli, options);
      const read = await Promise.all(files.map(file => readPart(resolve(cli.directory, file), file)));
      const parts = partsInOrder(cli, read, options);
      const named =
        parts.length === 1 ? parts : parts.map((part, index) => ({ ...part, ...withOwnFiles(part, index + 1) }));
      const merged = mergeRuns(nonEmpty(named.map(({ run }) => run)));
      await using place = await placeOf(cli, merged);
      await makeReports(place, { ...merged, runId: place.runId }, named, reports);
      cli.notify(`${counted(parts.length, 'part')} merged into ${place.isKept ? `run ${place.runId}` : 'one run'}.`);
      cli.exitWith(EXIT.ok);
    });
};

function partsInOrder(cli: Cli, read: readonly ReportedPart[], { allowPartial }: MergeOptions): ReportedPart[] {
  const { parts, faults, missing } = lookAtParts(read);
  const refused = allowPartial ? faults : [...faults, ...missing];
  if (refused.length > 0) {
    const hint = faults.length > 0 ? '' : ' With --allow-partial, reports are created of what is there.';
    throw new AppError('invalid-params', `${refused.join('\n')}${hint}`, { field: 'files' });
  }
  for (const sentence of missing) cli.notify(sentence);
  return parts.flatMap(part => read.find(one => one.name === part.name && one.run === part.run) ?? []);
}

function nonEmpty([first, ...others]: readonly Run[]): [Run, ...Run[]] {
  if (first === undefined) throw new AppError('invalid-params', 'There is nothing to merge.', { field: 'files' });
  return [first, ...others];
}

interface MergedRun extends AsyncDisposable {
  runId: Run['runId'];
  runs: RunArchive;
  isKept: boolean;
}

/** In a workspace without the project, the merged run is in a folder that goes away. */
async function placeOf(cli: Cli, { projectId, runId }: Run): Promise<MergedRun> {
  const workspace = await cli.workspaceFolder();
  const ids: string[] = await projectIdsIn(nodeFileSystem, workspace);
  if (ids.includes(projectId)) {
    const runs = new RunArchive(join(workspace, projectId, STATE_FOLDER, 'runs'));
    return { runId: await runs.begin(), runs, isKept: true, async [Symbol.asyncDispose]() {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'steploom-merge-'));
  const runs = new RunArchive(join(folder, projectId, STATE_FOLDER, 'runs'));
  return {
    ...{ runId, runs, isKept: false },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeReports(
  { runs, isKept }: MergedRun,
  run: Run,
  parts: readonly ReportedPart[],
  reports: Awaited<ReturnType<typeof reportsOf>>,
): Promise<void> {
  for (const { files } of parts) for (const [name, bytes] of files) await writeBelow(runs.path(run.runId, name), bytes);
  const features = new Map(parts.flatMap(part => [...part.features]));
  const machine = parts[0]?.machine ?? describeMachine(readRelease());
  const messages = runMessages(run, machine, features);
  if (isKept) {
    await runs.save(run);
    await runs.saveMessages(
      run.runId,
      messages.map(message => JSON.stringify(message)),
    );
  }
  const { keyPrefix, issueUrl } = parts[0] ?? {};
  await reports.finished({ run, messages, folder: runs.path(run.runId), keyPrefix, issueUrl });
  await reports.close();
}

async function writeBelow(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolders(dirname(path), PRIVATE_FOLDER);
  await writeFile(path, bytes, { mode: PRIVATE_FILE });
}
