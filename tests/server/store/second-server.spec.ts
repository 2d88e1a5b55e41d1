import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { startSteploom, steploom } from '../../support/running-steploom.ts';
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
