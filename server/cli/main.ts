/** The command line: reads arguments, calls a command, turns errors into sentences and exit codes. */
import { Command, CommanderError } from 'commander';
import { engineMode } from '../../ide-bridge/browser/engine/engine-mode.ts';
import { findBrowser } from '../../ide-bridge/browser/install/find-browser.ts';
import { thisMachine } from '../../ide-bridge/browser/install/machine.ts';
import { isAppError } from '../../model/errors/errors.ts';
import { readRelease } from '../process/package-root.ts';
import { terminalText } from '../runs/messages/plain-text.ts';
import { commandsFor } from './commands/index.ts';
import { type Cli, EXIT, exitCodeOf } from './support/cli.ts';

interface Terminal {
  stdin: Cli['input'];
  stdout: Cli['stdout'];
  stderr: Cli['stderr'];
  env: Cli['environment'];
  cwd(): string;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
}

/** Nothing is thrown for what a user can do wrong. */
export async function main(argv: readonly string[], terminal: Terminal = process): Promise<number> {
  const { stdin: input, stdout, stderr, env: environment } = terminal;
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) terminal.on(name, onSignal);
  const notify = (text: string) => void stderr.write(`${terminalText(text)}\n`);
  // Nobody reads the output any more, so there is nobody to work for.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') notify(`Standard output cannot be written (${error.code ?? error.message}).`);
    onSignal();
  });
  const program = createProgram(terminal);
  let exitCode: number = EXIT.ok;
  const directory = terminal.cwd();
  const cli: Cli = {
    print: text => stdout.write(`${terminalText(text)}\n`),
    notify,
    stdout,
    stderr,
    input,
    environment,
    directory,
    signal: interrupt.signal,
    workspaceFolder: async () => {
      const { findWorkspace } = await import('./support/find-workspace.ts');
      return findWorkspace({ given: program.opts<{ workspace?: string }>().workspace, environment, directory });
    },
    browsers: BROWSERS,
    readPassword: async which => {
      const { readPassword } = await import('./support/read-password.ts');
      return readPassword({ input, notify, signal: interrupt.signal, interrupt: onSignal }, which);
    },
    explain: async error => {
      const { explainAtCommandLine } = await import('./support/command-words.ts');
      return explainAtCommandLine(error, argv);
    },
    exitWith: code => {
      exitCode = code;
    },
  };
  const words = withCommand(argv);
  try {
    for (const register of await commandsFor(firstWord(words))) register(program, cli);
    // Else it would be noticed where the first page opens, and not at all where none does.
    program.hook('preAction', () => void engineMode(environment.STEPLOOM_ENGINE ?? ''));
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    return await explain(error, cli);
  }
}

const BROWSERS: Cli['browsers'] = {
  createBridge: async ({ attachTo } = {}) => {
    const [{ createBridge }, { WorkerPool }] = await Promise.all([
      import('../../ide-bridge/create-bridge.ts'),
      import('../../ide-bridge/workers/worker-pool.ts'),
    ]);
    if (attachTo !== undefined) {
      const { tryBrowser } = await import('../../ide-bridge/browser/launch/connect-browser.ts');
      await tryBrowser(attachTo);
    }
    return createBridge({ forbiddenOrigins: () => [], attachTo, workers: new WorkerPool() });
  },
  startAhead: ({ workers, ...options }) => {
    const starting = import('../../ide-bridge/browser/launch/launch-ahead.ts').then(each => each.launchAhead(options));
    starting.catch(() => {});
    const pool = import('../../ide-bridge/workers/worker-pool.ts').then(
      ({ WorkerPool }) => new WorkerPool({ ahead: workers - 1 }),
    );
    pool.catch(() => {});
    return {
      async createBridge() {
        const { createBridge } = await import('../../ide-bridge/create-bridge.ts');
        return createBridge({ forbiddenOrigins: () => [], launcher: await starting, workers: await pool });
      },
      async [Symbol.asyncDispose]() {
        await Promise.all([(await starting)[Symbol.asyncDispose](), (await pool).dispose()]);
      },
    };
  },
  find: () => findBrowser(thisMachine()),
  install: async options => {
    const { installBrowser } = await import('../../ide-bridge/browser/install/install-browser.ts');
    return await installBrowser({ machine: thisMachine(), ...options });
  },
  findShell: async () => {
    const { checkedShell } = await import('../../ide-bridge/browser/launch/local-launcher.ts');
    return checkedShell();
  },
  installShell: async options => {
    const { installHeadlessShell } = await import('../../ide-bridge/browser/install/install-browser.ts');
    return installHeadlessShell({ ...options, machine: thisMachine() });
  },
};

const ALONE: readonly string[] = ['-h', '--help', '-V', '--release'];

function withCommand(argv: readonly string[]): string[] {
  const first = firstWord(argv);
  // Behind a command, `--version` names a version of the project.
  if (first === '--version') return ['--release'];
  const namesNothing = first === undefined || (first.startsWith('-') && !ALONE.includes(first));
  return namesNothing ? ['open', ...argv] : [...argv];
}

function firstWord(argv: readonly string[]): string | undefined {
  const at = argv.findIndex(word => word === '-w' || word === '--workspace');
  const rest = at < 0 ? argv : argv.filter((_word, index) => index !== at && index !== at + 1);
  return rest.find(word => !word.startsWith('--workspace='));
}

function createProgram({ stdout, stderr }: Terminal): Command {
  return (
    new Command('steploom')
      .description('Local-first test automation for web applications.')
      .version(readRelease(), '-V, --release', 'print the version of Steploom (also: --version)')
      .option('-w, --workspace <folder>', 'folder that holds the projects')
      // Options behind "do" belong to its verbs.
      .enablePositionalOptions()
      .helpOption('-h, --help', 'show help')
      .showHelpAfterError('Try --help.')
      .configureOutput({ writeOut: text => stdout.write(text), writeErr: text => stderr.write(text) })
      .exitOverride()
  );
}

async function explain(error: unknown, cli: Cli): Promise<number> {
  // Commander has printed its own words already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (cli.signal.aborted) return EXIT.interrupted;
  if (!isAppError(error)) {
    cli.notify(`Steploom failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return EXIT.failed;
  }
  for (const sentence of await cli.explain(error)) cli.notify(sentence);
  return exitCodeOf(error);
}
