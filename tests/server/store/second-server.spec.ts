import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { steploom } from '../../support/command-line.ts';
import { startSteploom } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

it('a second server on the same project is refused with the address of the first', async () => {
  await using workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop');
  await using first = await startSteploom(workspace.path);
  const author = new Author(await first.client('shop'));
  await author.module('A');
  // Without the file that names the running server, only the lock of the project is left to tell.
  const serverFile = join(workspace.path, '.steploom/server.json');
  await rename(serverFile, `${serverFile}.away`);
  const second = await steploom(workspace.path, 'open', '--port', '0', '--no-open', '--json');
  await rm(serverFile, { force: true });
  await rename(`${serverFile}.away`, serverFile);
  expect(second).toMatchObject({ exitCode: 4, stdout: '' });
  expect(second.stderr).toContain(first.url);
  expect(second.stderr).toContain('shop');
  expect((await author.module('B')).moduleCode).toBe('m2');

  await first.kill();
  await using next = await startSteploom(workspace.path);
  const again = await (await next.client('shop')).call('getModules', {}, z.object({ total: z.number() }).loose());
  expect(again.total).toBe(2);
});

const LINKS: readonly (readonly [
  what: string,
  exitCode: number,
  make: (whole: string, link: string) => Promise<void>,
])[] = [
  // Whoever opens a workspace that is served already is led to its server.
  ['a link to the workspace', 0, (whole, link) => symlink(whole, link)],
  [
    'a workspace with a link to the project',
    4,
    async (whole, link) => {
      await mkdir(link);
      await symlink(join(whole, 'shop'), join(link, 'shop'));
    },
  ],
];

it.each(LINKS)(
  'a second server on %s gets the address of the first',
  { tags: 'full' },
  async (_, exitCode, makeLink) => {
    await using directory = await temporaryDirectory();
    const workspace = join(directory.path, 'workspace');
    const link = join(directory.path, 'link');
    await mkdir(workspace);
    await steploom(workspace, 'init', 'shop');
    await makeLink(workspace, link);
    await using first = await startSteploom(workspace);
    const author = new Author(await first.client('shop'));
    const second = await steploom(link, 'open', '--port', '0', '--no-open', '--json');
    expect(second.exitCode).toBe(exitCode);
    expect(second.stdout + second.stderr).toContain(first.url);
    expect((await author.module('A')).moduleCode).toBe('m1');
  },
);
