import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { terminalJson } from '../../runs/messages/plain-text.ts';
import { createToolRegistry } from '../../tools/index.ts';
import type { CliCommand } from '../support/cli.ts';
import { findProject, projectAround } from '../support/find-project.ts';
import { openToolClient } from '../support/tool-client.ts';

const Arguments = z.record(z.string(), z.unknown());

function readArguments(text: string): Record<string, unknown> {
  try {
    return Arguments.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it must be a JSON object';
    throw new AppError('invalid-params', `The arguments are invalid: ${reason}. Example: '{"projectId":"sample"}'`);
  }
}

export const call: CliCommand = (program, cli) => {
  program
    .command('call')
    .description('call a tool and print its reply as JSON')
    .argument('[tool]', 'name of the tool, e.g. getModules')
    .argument('[arguments]', 'JSON object of its parameters', '{}')
    .option('-p, --project <id>', 'project, if the workspace has several')
    .option('--list', 'list all tools')
    .addHelpText(
      'after',
      `\nExample:\n  steploom call getModules '{"projectId":"sample","includeTests":true}'\n\n` +
        'A long call continues as a job of the service: its progress is printed to stderr, and Ctrl+C cancels it.',
    )
    .action(async (name: string | undefined, text: string, { list, project }: { list?: boolean; project?: string }) => {
      if (list || name === undefined) {
        const tools = [...createToolRegistry().values()];
        const width = Math.max(...tools.map(tool => tool.name.length));
        for (const tool of tools)
          cli.print(`${tool.name.padEnd(width)}  ${tool.scope.padEnd(5)}  ${tool.summary.split('. ')[0]}`);
        return;
      }
      const given = readArguments(text);
      const args =
        project === undefined
          ? { projectId: await projectAround(cli), ...given }
          : { ...given, projectId: await findProject(cli, project) };
      await using client = await openToolClient(cli);
      cli.print(terminalJson(await client.callAny(name, args)));
    });
};
