import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readGitHead } from '../../../server/runs/plan/git-head.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const exec = promisify(execFile);
const git = async (cwd: string, ...words: string[]) =>
  (await exec('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...words], { cwd })).stdout.trim();

describe('the head of the work tree around a folder', () => {
  it('the branch and commit are read from loose and packed refs and in further work trees', async () => {
    await using directory = await temporaryDirectory();
    const tree = join(directory.path, 'tree');
    const inner = join(tree, 'tests/shop');
    await mkdir(inner, { recursive: true });
    await git(tree, 'init', '-q', '-b', 'main');
    expect(await readGitHead(inner)).toEqual({ branch: 'main' });
    await git(tree, 'commit', '-q', '--allow-empty', '-m', 'first');
    const commit = await git(tree, 'rev-parse', 'HEAD');
    expect(await readGitHead(inner)).toEqual({ branch: 'main', commit });
    await git(tree, 'pack-refs', '--all');
    expect(await readGitHead(inner)).toEqual({ branch: 'main', commit });
    const further = join(directory.path, 'further');
    await git(tree, 'worktree', 'add', '-q', '-b', 'topic/a', further);
    expect(await readGitHead(further)).toEqual({ branch: 'topic/a', commit });
    await git(further, 'checkout', '-q', '--detach');
    expect(await readGitHead(further)).toEqual({ commit });
  });

  it('the branch and commit are unknown outside a work tree and when its files are invalid', async () => {
    await using directory = await temporaryDirectory();
    expect(await readGitHead(directory.path)).toBeUndefined();
    await mkdir(join(directory.path, '.git'));
    expect(await readGitHead(directory.path)).toBeUndefined();
    await writeFile(join(directory.path, '.git/HEAD'), 'nothing of the kind');
    expect(await readGitHead(directory.path)).toBeUndefined();
  });
});
