import { createInterface } from 'node:readline';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { type Service, startService } from '../../main.ts';
import { ServiceOfWorkspace } from '../../stdio/service-of-workspace.ts';
import { refuseStdio, serveStdio } from '../../stdio/stdio-bridge.ts';
import { nodeFileSystem } from '../../store/files/file-system.ts';
import { isWellFormedToken } from '../../store/tokens/token-file.ts';
import { projectIdsIn } from '../../workspace/project-ids.ts';
import { type Cli, type CliCommand, DEFAULT_PORT, secretOverrides } from '../support/cli.ts';
import { serviceAccess } from '../support/service-access.ts';

export const mcp: CliCommand = (program, cli) => {
  program
    .command('mcp')
    .description('connect an MCP client over standard input and output')
    .option('-t, --token <token>', 'token of the project; better: the environment variable STEPLOOM_TOKEN')
    .option(
      '--tools <list>',
      'tools to list: lean (eight, in few words), all, or groups and names, e.g. runs,createTest',
    )
    .addHelpText(
      'after',
      '\nThe token comes from "steploom token create". The client has its rights, never those of the owner.\n' +
        'If no service runs on the workspace, one is started that ends with the client.',
    )
    .action(async (options: { token?: string; tools?: string }) => {
      const { input, signal, print: send } = cli;
      const client = {
        // Reading begins when it is asked for: what was read before would be lost.
        get lines() {
          return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
        },
        send,
        signal,
      };
      try {
        await serve(cli, client, options);
      } catch (error) {
        // A person at a terminal reads the reason there.
        if (isAppError(error) && input.isTTY !== true) await refuseStdio(client, error);
        throw error;
      } finally {
        input.destroy();
      }
    });
};

type StdioClient = Parameters<typeof refuseStdio>[0];

async function serve(
  cli: Cli,
  client: StdioClient,
  { token, tools }: { token?: string; tools?: string },
): Promise<void> {
  const known = readToken(token ?? cli.environment.STEPLOOM_TOKEN);
  const workspaceFolder = await cli.workspaceFolder();
  const start = () => startOwn(cli, workspaceFolder);
  await using service = new ServiceOfWorkspace({ workspaceFolder, start, signal: cli.signal });
  await service.find();
  await serveStdio({ ...client, log: cli.notify, token: known, tools, findService: () => service.find() });
}

/** The text that was given is not shown: it may be a token all the same. */
function readToken(given: string | undefined): string {
  if (given !== undefined && isWellFormedToken(given)) return given;
  const what = given === undefined || given === '' ? 'A token is needed' : 'The token is not valid, perhaps mistyped';
  throw new AppError('unauthorized', `${what}: set STEPLOOM_TOKEN, or use --token.`, {
    next: 'steploom token create --project ID --name NAME --access read|write',
  });
}

async function startOwn(cli: Cli, workspaceFolder: string): Promise<Service> {
  if ((await projectIdsIn(nodeFileSystem, workspaceFolder)).length === 0)
    throw new AppError('invalid-params', `There are no projects in ${workspaceFolder}.`, {
      next: 'Name the folder that contains them with --workspace, or create a project with steploom init.',
    });
  const service = await startService({
    workspaceFolder,
    port: DEFAULT_PORT,
    secretOverrides: secretOverrides(cli.environment),
    testManagement: serviceAccess(cli.environment),
    refuseAllLocked: true,
  });
  cli.notify(`No service ran on ${workspaceFolder}; this one runs until the client ends: ${service.url}`);
  return service;
}
