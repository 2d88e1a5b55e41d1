import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { GitHead } from '../../../model/run/run.ts';

const COMMIT = /^[0-9a-f]{40,64}$/;
const BRANCH = /^ref: refs\/heads\/(.{1,250})$/;

/** Reads git's files: git need not be installed. */
export async function readGitHead(folder: string): Promise<GitHead | undefined> {
  const git = await gitFolder(folder);
  const head = git && (await textOf(join(git, 'HEAD')));
  if (git === undefined || head === undefined) return undefined;
  const branch = BRANCH.exec(head)?.[1];
  const commit = branch === undefined ? head : await commitOf(git, `refs/heads/${branch}`);
  const known = commit !== undefined && COMMIT.test(commit) ? { commit } : {};
  if (branch === undefined) return 'commit' in known ? known : undefined;
  return { branch, ...known };
}

/** A linked work tree has a `.git` file that names the folder. */
export async function gitFolder(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const named = found && /^gitdir: (.+)$/.exec((await textOf(path)) ?? '')?.[1];
  if (named !== undefined) return resolve(folder, named);
  return dirname(folder) === folder ? undefined : await gitFolder(dirname(folder));
}

/** A linked work tree stores its branches with those of the main one. */
async function commitOf(git: string, name: string): Promise<string | undefined> {
  const shared = await textOf(join(git, 'commondir'));
  const common = shared === undefined ? git : resolve(git, shared);
  const loose = await textOf(join(common, name));
  if (loose !== undefined) return loose;
  const packed = (await textOf(join(common, 'packed-refs'))) ?? '';
  return packed
    .split('\n')
    .find(line => line.endsWith(` ${name}`))
    ?.split(' ')[0];
}

const textOf = async (path: string): Promise<string | undefined> =>
  (await readFile(path, 'utf8').catch(() => undefined))?.trim();
