import { AppError } from '../../../model/errors/errors.ts';
import type { ArgumentsOf, ReplyOf } from '../../tools/index.ts';
import type { CliCommand } from '../support/cli.ts';
import { findProject } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

interface TokenOptions {
  project?: string;
  name: string;
  /** Unchecked text; the tool validates it. */
  access: ArgumentsOf<'createToken'>['access'];
  expires?: string;
}

export const token: CliCommand = (program, cli) => {
  const group = program.command('token').description('manage the API tokens of a project');
  group
    .command('create')
    .description('create a token and print it, only this once')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .requiredOption('-n, --name <name>', 'what it is for')
    .requiredOption('-a, --access <access>', 'read or write')
    .option('--expires <date>', 'when it stops working, e.g. 2027-01-31')
    .action(async ({ project, name, access, expires }: TokenOptions) => {
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      const before = await client.call('getTokens', { projectId });
      const request = { projectId, name, access, enable: true, ...expiry(expires) };
      const created = await client.call('createToken', request);
      if (!before.toolApi) cli.notify('The switch "Enable MCP API (LLM access)" of the project is on now.');
      cli.print(created.value);
    });
  group
    .command('list')
    .description('list the tokens, without their values')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .action(async ({ project }: TokenOptions) => {
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      const { tokens, toolApi } = await client.call('getTokens', { projectId });
      if (!toolApi) cli.notify('The switch "Enable MCP API (LLM access)" is off: no token works.');
      if (tokens.length === 0) cli.notify('No tokens. Programs cannot use this project.');
      for (const item of tokens) cli.print(tokenLine(item));
    });
  group
    .command('revoke')
    .description('revoke a token; it stops working at once')
    .argument('<token>', 'its name')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .action(async (name: string, { project }: TokenOptions) => {
      const projectId = await findProject(cli, project);
      await using client = await openToolClient(cli);
      await client.call('revokeToken', { projectId, token: name });
      cli.notify(`Token "${name}" is revoked.`);
    });
};

function tokenLine({ name, access, lastFour, createdAt, lastUsedAt }: ReplyOf<'getTokens'>['tokens'][number]): string {
  const used = lastUsedAt === undefined ? 'never used' : `last used ${lastUsedAt.slice(0, 16).replace('T', ' ')}`;
  return `${name}  ${access}  svcmcp_…${lastFour}  created ${createdAt.slice(0, 10)}  ${used}`;
}

function expiry(date: string | undefined): { expiresAt?: string } {
  if (date === undefined) return {};
  const time = new Date(date);
  if (Number.isNaN(time.getTime()))
    throw new AppError('invalid-params', `--expires takes a date such as 2027-01-31, not "${date}".`);
  return { expiresAt: time.toISOString() };
}
