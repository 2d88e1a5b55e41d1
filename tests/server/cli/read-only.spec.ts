import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steploom, steploomIn } from '../../support/command-line.ts';
import { type LockableFolder, lockableFolder, NEEDS_MOUNT } from '../../support/mounted-folders.ts';

/** A checkout of git: the project is there, the state that git ignores is not. */
const workspace = await lockedCheckout();
afterAll(async () => {
  await workspace?.makeReadOnly(false);
  await workspace?.[Symbol.asyncDispose]();
});

async function lockedCheckout(): Promise<LockableFolder | undefined> {
  const folder = await lockableFolder();
  if (folder === undefined) return undefined;
  await steploom(folder.path, 'init', 'shop');
  await steploom(folder.path, 'call', 'createModule', '{"name": "Basket"}');
  await steploom(folder.path, 'call', 'createTest', '{"name": "Fill", "moduleCode": "m1"}');
  for (const state of ['.steploom', 'shop/.steploom'])
    await rm(join(folder.path, state), { recursive: true, force: true });
  await folder.makeReadOnly(true);
  return folder;
}

describe.skipIf(workspace === undefined)(
  `a workspace that cannot be written${workspace === undefined ? `, ${NEEDS_MOUNT}` : ''}`,
  () => {
    let path: string;
    beforeAll(() => {
      path = workspace?.path ?? '';
    });

    it.each([['list'], ['verify'], ['call', 'getTests'], ['token', 'list'], ['export', 'm1.t1'], ['ci', 'github']])(
      'is read by steploom %s %s',
      async (...line) => {
        expect(await steploom(path, ...line)).toMatchObject({ exitCode: 0 });
      },
    );

    it.each([
      ['init', 'other'],
      ['token', 'create', '--name', 'ci', '--access', 'read'],
      ['call', 'createModule', '{"name": "Orders"}'],
      ['call', 'putFile', '{"path": "a.txt", "text": "a"}'],
      ['call', 'deleteProject', '{"projectId": "shop", "name": "shop"}'],
      ['run', 'm1.t1'],
      ['ci', 'github', '--write'],
      ['export', 'm1.t1', '--output', 'exported'],
      ['agents', 'init', 'claude'],
      ['--workspace', 'none', 'open', '--no-open', '--port', '0'],
      ['--workspace', 'none', 'init', 'shop'],
    ])('is told in one sentence by steploom %s %s %s', async (...line) => {
      const { exitCode, stdout, stderr } = await steploomIn(path, ...line);
      expect(stderr).toMatch(/^\S+ cannot be written \(EROFS\)[^\n]*\.\n$/);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    });
  },
);
