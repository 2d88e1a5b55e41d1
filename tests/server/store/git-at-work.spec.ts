import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isGitAtWork } from '../../../server/workspace/open-project.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('isGitAtWork sees the lock of git in the surrounding repository and in a second working tree', async () => {
  await using home = await temporaryDirectory();
  const project = join(home.path, 'repository/tests/shop');
  await mkdir(project, { recursive: true });
  await mkdir(join(home.path, 'repository/.git/worktrees/second'), { recursive: true });
  const lock = join(home.path, 'repository/.git/index.lock');
  expect(await isGitAtWork(project)).toBe(false);
  await writeFile(lock, '');
  expect(await isGitAtWork(project)).toBe(true);
  await rm(lock);
  expect(await isGitAtWork(project)).toBe(false);

  const second = join(home.path, 'second/shop');
  await mkdir(second, { recursive: true });
  await writeFile(join(home.path, 'second/.git'), 'gitdir: ../repository/.git/worktrees/second\n');
  expect(await isGitAtWork(second)).toBe(false);
  await writeFile(join(home.path, 'repository/.git/worktrees/second/index.lock'), '');
  expect(await isGitAtWork(second)).toBe(true);
  expect(await isGitAtWork(project)).toBe(false);
});

it('isGitAtWork follows a link and looks at the repository of its target', async () => {
  await using home = await temporaryDirectory();
  const workspace = join(home.path, 'workspace');
  await mkdir(join(workspace, '.git'), { recursive: true });
  await mkdir(join(home.path, 'repository/.git'), { recursive: true });
  await mkdir(join(home.path, 'repository/shop'));
  await symlink(join(home.path, 'repository/shop'), join(workspace, 'shop'));
  await writeFile(join(workspace, '.git/index.lock'), '');
  expect(await isGitAtWork(join(workspace, 'shop'))).toBe(false);
  await writeFile(join(home.path, 'repository/.git/index.lock'), '');
  expect(await isGitAtWork(join(workspace, 'shop'))).toBe(true);
  expect(await isGitAtWork(join(home.path, 'nowhere'))).toBe(false);
});
