import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const COPIED = [
  'bin',
  'scripts/build.mjs',
  'scripts/prepare',
  'scripts/prepare.mjs',
  'package.json',
  'package-lock.json',
  ...['tsconfig.json', 'model/tsconfig.json', 'ide-bridge/page/tsconfig.json'],
  'model/errors/errors.ts',
  'ide-bridge/browser/install',
];

/** The command line of the clone: prints much, so that a lost rest would show. */
const COMMAND_LINE = `
export async function main(argv: readonly string[]): Promise<number> {
  process.stdout.write(\`\${argv.join(' ')}\\n\${'x'.repeat(1_000_000)}end\`);
  return 7;
}
`;

/** Other parts of the program that are asked for from outside. */
const PARTS = [
  'server/main.ts',
  'server/reference/index.ts',
  'server/do/verb-list.ts',
  'server/cli/do/main.ts',
  'server/store/tokens/token-file.ts',
  'ide-bridge/runner/values/expression-child.mjs',
  'ide-bridge/runner/files/file-content-child.mjs',
  'ide-bridge/workers/worker-process.ts',
];

/** The page of the clone: a script that is beside it. */
const PAGE = '<!doctype html><title>Clone</title><script type="module" src="./app/main.ts"></script>\n';

/** The browser extension of the clone: a page each, and no code but one line. */
const EXTENSION = {
  'background/main.ts': 'console.log(1);\n',
  'popup.html': '<!doctype html><title>Popup</title>\n',
  'devtools/devtools.html': '<!doctype html><title>Tools</title>\n',
  'public/manifest.json': '{ "manifest_version": 3 }\n',
};

/** Stands in for npm: notes start and end, waits while the file npm-hangs exists, and links the packages of a build. */
const NPM = `#!/bin/sh
echo "start $*" >> npm-calls
while [ -e npm-hangs ]; do echo $$ > npm-pid; sleep 0.05; done
if [ -e npm-fails ]; then echo "npm error code ETARGET" >&2; exit 1; fi
rm -rf node_modules
mkdir node_modules
for package in playwright playwright-core vite; do
  ln -s "REPOSITORY/node_modules/$package" node_modules/
done
echo end >> npm-calls
`;

export interface Outcome {
  exitCode: unknown;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  pid: number;
  ended: Promise<Outcome>;
}

/** What hangs is ended with what it has printed, before the spec is. */
const RUN_LIMIT_MS = 100_000;

/** A copy of the repository's set-up with few sources, where npm is a program of our own. */
export interface Clone extends AsyncDisposable {
  inside(file: string): string;
  /** Starts `node` with the arguments in a process group of its own. */
  start(args: readonly string[], environment?: Record<string, string>): Started;
  run(args: readonly string[], environment?: Record<string, string>): Promise<Outcome>;
  put(file: string, content: string): Promise<void>;
  read(file: string): Promise<string>;
}

export async function createClone(): Promise<Clone> {
  const root = await mkdtemp(path.join(tmpdir(), 'steploom-clone-'));
  for (const file of COPIED) await cp(path.join(REPOSITORY, file), path.join(root, file), { recursive: true });
  const clone = openClone(root);
  await clone.put('server/cli/main.ts', COMMAND_LINE);
  for (const part of PARTS) await clone.put(part, 'export {};\n');
  await clone.put('ide/index.html', PAGE);
  await clone.put('ide/app/main.ts', "import { page } from './page.ts';\ndocument.title = page;\n");
  await clone.put('ide/app/page.ts', "export const page: string = 'first page';\n");
  for (const [file, content] of Object.entries(EXTENSION)) await clone.put(`extension/${file}`, content);
  await clone.put('programs/npm', NPM.replace('REPOSITORY', REPOSITORY));
  await chmod(clone.inside('programs/npm'), 0o755);
  return clone;
}

/** A copy of a clone as it is, e.g. installed and built. */
export async function copyClone(clone: Clone): Promise<Clone> {
  const root = await mkdtemp(path.join(tmpdir(), 'steploom-clone-'));
  await cp(clone.inside('.'), root, { recursive: true, verbatimSymlinks: true });
  return openClone(root);
}

function openClone(root: string): Clone {
  const inside = (file: string) => path.join(root, file);
  const { npm_execpath: _, ...inherited } = process.env;
  const start = (args: readonly string[], environment: Record<string, string> = {}): Started => {
    const PATH = `${inside('programs')}:${process.env.PATH}`;
    const env = { ...inherited, PATH, TMPDIR: root, STEPLOOM_BROWSER: process.execPath, ...environment };
    const child = spawn(process.execPath, args, { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const { pid = 0 } = child;
    const limit = setTimeout(() => process.kill(-pid, 'SIGKILL'), RUN_LIMIT_MS);
    const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
      .then(([[exitCode], stdout, stderr]) => ({ exitCode, stdout, stderr }))
      .finally(() => clearTimeout(limit));
    return { child, pid, ended };
  };
  return {
    inside,
    start,
    run: (args, environment) => start(args, environment).ended,
    put: async (file, content) => {
      await mkdir(path.dirname(inside(file)), { recursive: true });
      await writeFile(inside(file), content);
    },
    read: file => readFile(inside(file), 'utf8'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
