import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { ReplyOf } from '../../tools/index.ts';
import type { CliCommand } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient, type ToolClient } from '../support/tool-client.ts';

interface RestoreOptions {
  project?: string;
  backup?: string;
  list?: boolean;
}

export const restore: CliCommand = (program, cli) => {
  program
    .command('restore')
    .description('restore files of a project from their backups')
    .argument('[files...]', 'files within the project, e.g. versions/main/modules/m1.json')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('-b, --backup <number>', 'which backup (default: the newest that can be read)')
    .option('-l, --list', 'list the backups instead')
    .action(async (files: string[], { project, backup, list = false }: RestoreOptions) => {
      if (files.length === 0 && !list)
        throw new AppError('invalid-params', 'Name the files to restore; steploom restore --list shows the backups.');
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      if (list) return printBackups(client, { projectId, files, print: text => cli.print(text) });
      const number = backup === undefined ? undefined : numberOf(backup);
      const wanted = files.map(file => ({ file, backup: number }));
      const { restored } = await client.call('restoreBackups', { projectId, files: wanted });
      for (const each of restored) cli.print(`${each.file}: backup ${each.backup} is in its place.`);
      cli.notify('The previous content is now the newest backup of each file.');
    });
};

function numberOf(text: string): number {
  const number = z.coerce.number().int().min(1).safeParse(text);
  if (number.success) return number.data;
  throw new AppError('invalid-params', `--backup takes the number of a backup, not "${text}".`);
}

interface Listing {
  projectId: string;
  files: readonly string[];
  print(text: string): void;
}

async function printBackups(client: ToolClient, { projectId, files, print }: Listing): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const page = { limit: 1_000, cursor };
    const reply: ReplyOf<'getBackups'> = await client.call('getBackups', { projectId, ...page });
    const { backups, nextCursor } = reply;
    for (const { file, backup, writtenAt, sizeBytes } of backups)
      if (files.length === 0 || files.includes(file))
        print(`${file}  ${backup}  ${writtenAt.slice(0, 19).replace('T', ' ')}  ${sizeBytes} bytes`);
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}
