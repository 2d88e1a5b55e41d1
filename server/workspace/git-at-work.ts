import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { systemCode } from '../store/files/file-system.ts';
import { nodeFileSystem } from '../store/files/node-file-system.ts';

/** Where git keeps the state of a working tree: `.git`, or what the file `.git` of a second tree names. */
async function gitFolderOf(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  const stat = await nodeFileSystem.stat(path);
  if (stat === undefined || stat.isDirectory) return stat && path;
  const named = /^gitdir: (.+?)\s*$/m.exec(await readFile(path, 'utf8').catch(() => ''))?.[1];
  if (named === undefined) return undefined;
  return isAbsolute(named) ? named : join(folder, named);
}

async function isLocked(folder: string): Promise<boolean> {
  const git = await gitFolderOf(folder);
  if (git !== undefined) return (await nodeFileSystem.stat(join(git, 'index.lock'))) !== undefined;
  return dirname(folder) === folder ? false : isLocked(dirname(folder));
}

/**
 * Whether git is rewriting the working tree around a folder: a checkout replaces its files one after the other. Of a
 * link, the tree around the folder itself counts. False where this cannot be told.
 */
export async function isGitAtWork(folder: string): Promise<boolean> {
  try {
    return await isLocked(await realpath(folder));
  } catch (error) {
    if (systemCode(error) !== undefined) return false;
    throw error;
  }
}
