import { basename, join } from 'node:path';
import { ProjectId } from '../../../model/project/codes.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import type { CliCommand } from '../cli.ts';
import { openToolClient } from '../tool-client.ts';

function readProjectId(text: string): ProjectId {
  const parsed = ProjectId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'invalid-params',
    `"${text}" cannot be a project id: lower-case letters, digits, "-" and "_", at most 64.`,
  );
}

/** `steploom init [id]`: makes an empty project in the workspace. */
export const init: CliCommand = (program, cli) => {
  program
    .command('init')
    .description('make an empty project in the workspace')
    .argument('[project]', 'id and folder name of the project', 'project')
    .option('-n, --name <name>', 'what people call it')
    .option('-u, --app-url <address>', 'address of the application under test')
    .action(async (id: string, { name, appUrl }: { name?: string; appUrl?: string }) => {
      const newProjectId = readProjectId(id);
      await using client = await openToolClient(cli);
      const given = { newProjectId, name: name ?? newProjectId, ...(appUrl === undefined ? {} : { appUrl }) };
      await client.call('createProject', given);
      const folder = join(await cli.workspaceFolder(), newProjectId);
      cli.tell(
        `Project "${basename(folder)}" is ready in ${folder}. Commit the folder to git; its .gitignore is in place.`,
      );
      cli.tell('Next: steploom open');
    });
};
