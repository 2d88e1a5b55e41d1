import type { AppError } from '../../../model/errors/errors.ts';
import { createToolRegistry } from '../../tools/index.ts';

/** These commands do better than `steploom call` would. */
const COMMANDS_OF: Readonly<Record<string, string>> = {
  getBackups: 'restore --list',
  restoreBackups: 'restore',
  runTest: 'run',
  runFeatures: 'run',
  createToken: 'token create',
  getTokens: 'token list',
  createProject: 'init',
};

/** Only programs that call the service can follow this advice. */
const LISTING = /^tools\/list\b.*$/;

/** The project that the command line names is named again. */
function inCommandWords(text: string, words: readonly string[]): string {
  if (LISTING.test(text)) return 'steploom call --list';
  const registry = createToolRegistry();
  const project = projectIn(words);
  const commandOf = (name: string): string | undefined => {
    if (registry.get(name) === undefined) return undefined;
    const command = COMMANDS_OF[name] ?? `call ${name}`;
    return ['steploom', command, ...(project === undefined ? [] : ['--project', project])].join(' ');
  };
  return text
    .replace(/\bCall (\w+) to\b/g, (all, name) => (commandOf(name) === undefined ? all : `Use ${commandOf(name)} to`))
    .replace(/^\w+/, name => commandOf(name) ?? name);
}

export function explainAtCommandLine({ message, detail }: AppError, words: readonly string[]): string[] {
  const said = inCommandWords(message, words);
  const next = detail.next === undefined ? undefined : inCommandWords(detail.next, words);
  return [said, ...(next === undefined || said.includes(next) ? [] : [`Next: ${next}`])];
}

function projectIn(words: readonly string[]): string | undefined {
  const joined = words.find(word => word.startsWith('--project='));
  if (joined !== undefined) return joined.slice('--project='.length);
  const at = words.findIndex(word => word === '-p' || word === '--project');
  return at < 0 ? undefined : words[at + 1];
}
