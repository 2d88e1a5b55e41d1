import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { AppError } from '../../../model/errors/errors.ts';
import { EXPORTERS } from '../../exchange/index.ts';
import { singleLine } from '../../runs/messages/plain-text.ts';
import { makeFolders, systemCode } from '../../store/files/file-system.ts';
import type { Cli, CliCommand } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient, type ToolClient } from '../support/tool-client.ts';

interface ExportOptions {
  format: keyof typeof EXPORTERS;
  output?: string;
  project?: string;
  version?: string;
}

export const exportFiles: CliCommand = (program, cli) => {
  program
    .command('export')
    .description('print a test in the format of another tool, or a feature file')
    .argument('<codes...>', 'tests or features, e.g. t57 f1')
    .addOption(
      new Option('--format <name>', 'what to make of tests').choices(Object.keys(EXPORTERS)).default('playwright-test'),
    )
    .option('-o, --output <folder>', 'write files into a folder rather than to standard output')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--version <id>', 'version of the project (default: its default version)')
    .addHelpText('after', '\nExit codes: 0 exported, 2 wrong usage')
    .action(async (codes: string[], options: ExportOptions) => {
      const projectId = await findProject(cli, options.project);
      if (codes.length > 1 && options.output === undefined)
        throw new AppError('invalid-params', 'Several at a time go into a folder: name it with --output.', {
          field: '--output',
        });
      await using client = await openToolClient(cli);
      const { version } = options;
      const at = { projectId, versionId: version };
      const exported: ExportedFile[] = [];
      for (const code of codes) exported.push(await exportOne(client, { code, at, format: options.format }));
      for (const file of exported) await hand(cli, file, options.output);
    });
};

interface ExportedFile {
  fileName: string;
  text: string;
  notes: readonly string[];
}

interface OneExport {
  code: string;
  at: { projectId: string; versionId?: string };
  format: ExportOptions['format'];
}

async function exportOne(client: ToolClient, { code, at, format }: OneExport): Promise<ExportedFile> {
  if (!/^f\d+$/.test(code)) return client.call('exportTest', { ...at, testCode: code, format });
  const { feature } = await client.call('getFeature', { ...at, feature: code });
  return { fileName: feature.file, text: feature.text, notes: [] };
}

async function hand(cli: Cli, { fileName, text, notes }: ExportedFile, folder: string | undefined): Promise<void> {
  for (const note of notes) cli.notify(`${fileName}: ${singleLine(note)}`);
  if (folder === undefined) {
    cli.print(text.replace(/\n$/, ''));
    return;
  }
  const path = join(resolve(cli.directory, folder), fileName);
  try {
    await makeFolders(dirname(path));
    await writeFile(path, text);
  } catch (cause) {
    const reason = systemCode(cause) ?? String(cause);
    throw new AppError('read-only', `${path} cannot be written (${reason}).`, { field: '--output', cause });
  }
  cli.print(join(folder, fileName));
}
