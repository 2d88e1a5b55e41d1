import type { CliCommand } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

export const password: CliCommand = (program, cli) => {
  program
    .command('password')
    .description('set the password of a project; it is asked for, or read from standard input')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .action(async ({ project }: { project?: string }) => {
      const projectId = await findProject(cli, project);
      const typed = await cli.readPassword('new');
      await using client = await openToolClient(cli);
      await client.call('setProjectPassword', { projectId, password: typed });
      cli.notify(`The password of project "${projectId}" is set.`);
    });
};
