/** Which tests are not as they were at a commit. */
import { execFile } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../model/errors/errors.ts';
import type { ModuleCode } from '../../../model/names/codes.ts';
import type { Module } from '../../../model/project/module.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { modulePath, readStored } from '../../store/edits/stored.ts';
import { performedTests } from './performed-tests.ts';
import type { RunTarget } from './plan-run.ts';

interface Since {
  /** Of the project. */
  folder: string;
  /** A commit, branch or tag. */
  commit: string;
  signal: AbortSignal;
}

/**
 * Tells tests that have changed since a commit, or that perform some that have. Errors: `invalid-params` for a commit that
 * there is not; `invalid-project` outside of git.
 */
export async function changedSince(content: VersionContent, since: Since): Promise<(target: RunTarget) => boolean> {
  const commit = await commitNamed(since);
  const old = await modulesAt(content, { ...since, commit });
  const changed = new Set([...content.modules.values()].flatMap(now => changedTests(old.get(now.moduleCode), now)));
  return ({ test }) => performedTests(content, test).some(({ testCode }) => changed.has(testCode));
}

async function commitNamed({ folder, commit, signal }: Since): Promise<string> {
  if ((await askGit(['rev-parse', '--git-dir'], { folder, signal })) === undefined)
    throw new AppError('invalid-project', 'The project is not in a git repository.', { field: 'changedSince' });
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const found = (await askGit(words, { folder, signal }))?.toString('utf8').trim();
  if (found !== undefined && /^[0-9a-f]{40,64}$/.test(found)) return found;
  throw new AppError('invalid-params', `Git knows no commit or branch “${commit}”.`, { field: 'changedSince' });
}

/** The modules as they were; those that there were not, or that cannot be read, are left out. */
async function modulesAt(content: VersionContent, { folder, commit, signal }: Since): Promise<Map<ModuleCode, Module>> {
  const paths = [...content.modules.keys()].map(code => modulePath(content.version.versionId, code));
  const input = paths.map(path => `${commit}:./${path}\n`).join('');
  const answer = await askGit(['cat-file', '--batch'], { folder, signal, input });
  const texts = answer === undefined ? [] : batchOf(answer);
  const modules = paths.flatMap((path, index) => moduleIn(path, texts[index]) ?? []);
  return new Map(modules.map(module => [module.moduleCode, module]));
}

/** What `cat-file --batch` answers: for each name a line, and after that what is there. */
function batchOf(answer: Buffer): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf('\n', at);
    const size = / blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1];
    const start = end + 1;
    const length = Number(size ?? 0);
    texts.push(size === undefined ? undefined : answer.toString('utf8', start, start + length));
    at = size === undefined ? start : start + length + 1;
  }
  return texts;
}

function moduleIn(path: string, text: string | undefined): Module | undefined {
  if (text === undefined) return undefined;
  try {
    const stored = readStored(path, JSON.parse(text));
    return stored.kind === 'module' ? stored.value : undefined;
  } catch {
    // One that was damaged then has changed since.
    return undefined;
  }
}

/** All of a module whose data or hooks have changed. */
function changedTests(old: Module | undefined, now: Module): string[] {
  const around = ({ data, before, after }: Module) => [data, before, after];
  const isAsBefore = old !== undefined && isDeepStrictEqual(around(old), around(now));
  const known = new Map(old?.tests.map(test => [test.testCode, test]));
  return now.tests.flatMap(test =>
    isAsBefore && isDeepStrictEqual(known.get(test.testCode), test) ? [] : [test.testCode],
  );
}

const MOST_CHOICES = 20;
const FIELD = '\t';

interface CommitChoice {
  name: string;
  title: string;
}

/** Branches, those with the newest commits first, and the last commits; none outside of git. */
export async function commitChoices(folder: string, signal: AbortSignal): Promise<CommitChoice[]> {
  const most = String(MOST_CHOICES);
  const branches = [
    'for-each-ref',
    `--count=${most}`,
    '--sort=-committerdate',
    `--format=%(refname:short)${FIELD}%(contents:subject)`,
  ];
  const commits = ['log', '-n', most, '--no-show-signature', `--format=%h${FIELD}%s`];
  const answers = await Promise.all([
    askGit([...branches, 'refs/heads', 'refs/remotes'], { folder, signal }),
    askGit(commits, { folder, signal }),
  ]).catch(() => []);
  return answers.flatMap(answer => linesOf(answer));
}

const linesOf = (answer: Buffer | undefined): CommitChoice[] =>
  (answer?.toString('utf8') ?? '').split('\n').flatMap(line => {
    const [name = '', title = ''] = line.split(FIELD);
    return name === '' || name.endsWith('/HEAD') ? [] : [{ name, title }];
  });

const LIMIT_MS = 15_000;
const MOST_BYTES = 200_000_000;

/** A project may come from strangers: nothing that its repository names is started, and nothing fetched. */
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-pager', '--no-optional-locks'];
const SAFE_SETTINGS = { GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

interface GitCall {
  folder: string;
  signal?: AbortSignal | undefined;
  input?: string;
}

/** What git answers in a folder; undefined where it refuses. Errors: `invalid-project` without git. */
function askGit(words: readonly string[], { folder, signal, input }: GitCall): Promise<Buffer | undefined> {
  const options = { cwd: folder, signal, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, encoding: 'buffer' as const };
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...SAFE_SETTINGS };
    const program = execFile('git', [...SAFELY, ...words], { ...options, env }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') reject(new AppError('invalid-project', 'Git is not installed here.'));
      else if (signal?.aborted) reject(error);
      else resolve(undefined);
    });
    // It may have ended before all is written.
    program.stdin?.on('error', () => {});
    program.stdin?.end(input ?? '');
  });
}
