import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../model/errors/errors.ts';
import { ProjectId } from '../../../model/names/codes.ts';
import type { CliCommand } from '../support/cli.ts';
import { openToolClient } from '../support/tool-client.ts';

/** Names that say where projects are, not what they are about. */
const NAMELESS: readonly string[] = ['workspace'];

function folderName(directory: string): string {
  const name = basename(directory);
  return NAMELESS.includes(name) ? basename(dirname(directory)) : name;
}

function asProjectId(name: string): ProjectId {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, LONGEST_ID);
  return ProjectId.parse(id === '' ? 'project' : id);
}

const LONGEST_ID = 64;

function readProjectId(text: string): ProjectId {
  const parsed = ProjectId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid-params',
    `"${text}" cannot be a project id: lower-case letters, digits, "-" and "_", at most 64. This one can: ${asProjectId(text)}; --name takes the display name.`,
  );
}

function namesOf(id: string | undefined, name: string | undefined, directory: string) {
  if (id !== undefined) return { newProjectId: readProjectId(id), name: name ?? id };
  const folder = folderName(directory);
  return { newProjectId: asProjectId(name ?? folder), name: name ?? (folder || 'Project') };
}

export const init: CliCommand = (program, cli) => {
  program
    .command('init')
    .description('create an empty project in the workspace')
    .argument('[project]', 'id and folder name of the project (default: made from --name, or from the current folder)')
    .option('-n, --name <name>', 'display name')
    .option('-u, --app-url <address>', 'address of the application under test')
    .action(async (id: string | undefined, { name, appUrl }: { name?: string; appUrl?: string }) => {
      const names = namesOf(id, name, cli.directory);
      await using client = await openToolClient(cli);
      await client.call('createProject', { ...names, appUrl });
      const folder = join(await cli.workspaceFolder(), names.newProjectId);
      cli.notify(
        `Project "${names.newProjectId}" is ready in ${folder}. Commit the folder to git; its .gitignore is in place.`,
      );
      cli.notify('Next: steploom open');
    });
};
