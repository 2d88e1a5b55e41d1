import { ELEMENT_HELP } from '../../do/questions/help.ts';
import { VERBS } from '../../do/verb-list.ts';
import { main } from '../do/main.ts';
import type { CliCommand } from '../support/cli.ts';

interface DoOptions {
  session?: string;
  project?: string;
  connect?: string;
  json?: boolean;
  headed?: boolean;
  shared?: boolean;
}

/** For help, and behind options of the program; the command alone is answered without loading any of this. */
export const doVerbs: CliCommand = (program, cli) => {
  program
    .command('do')
    .description('drive a browser by verbs, and keep what was done as a test')
    .argument(
      '[verbs...]',
      'verbs with what they take, ";" between them, or one in quotes each; none: from standard input',
    )
    .option('-s, --session <name>', 'whose window it is (default: one for each folder)')
    .option('-p, --project <id>', 'project (default: the one around the folder, else the only one)')
    .option('--shared', 'act in the window that the IDE shows, or in the tab that is lent')
    .option('--headed', 'show windows that open')
    .option('--connect <url>', 'browser to attach to, where this starts the service')
    .option('--json', 'print answers as the tools give them')
    .passThroughOptions()
    .addHelpText('after', () => `\nVerbs:\n${VERBS.map(lineOf).join('\n')}\n\n${ELEMENT_HELP}`)
    .action(async (words: string[], options: DoOptions) => {
      const { workspace } = program.opts<{ workspace?: string }>();
      const { directory, stdout, stderr, input } = cli;
      const terminal = { stdin: input, stdout, stderr, cwd: () => directory };
      cli.exitWith(await main([...optionsOf({ workspace, ...options }), ...words], terminal));
    });
};

const lineOf = ({ usage, about }: { usage: string; about: string }): string => `  ${usage}\n      ${about}`;

const optionsOf = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    return value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
