import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { steploom } from '../../support/command-line.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const M1 = 'versions/main/modules/m1.json';

it('steploom restore lists the backups of a file and replaces the damaged file with one of them', async () => {
  await using workspace = await temporaryDirectory();
  const run = (...line: string[]) => steploom(workspace.path, ...line);
  await run('init', 'shop');
  for (const name of ['Basket', 'Cart', 'Trolley']) {
    const [tool, args] = name === 'Basket' ? ['createModule', { name }] : ['editModule', { moduleCode: 'm1', name }];
    expect((await run('call', String(tool), JSON.stringify(args))).exitCode).toBe(0);
  }
  const listed = await run('restore', '--list', M1);
  expect(listed.stdout).toMatch(new RegExp(`^${M1} {2}2 {2}.* bytes\n${M1} {2}1 {2}.* bytes\n$`));

  const path = join(workspace.path, 'shop', M1);
  await writeFile(path, '<<<<<<< ours');
  const damaged = await run('verify');
  expect(damaged.exitCode).toBe(1);
  expect(damaged.stdout).toContain(`steploom restore --project shop ${M1}`);
  const restored = await run('restore', M1);
  expect(restored.stdout).toBe(`${M1}: backup 2 is in its place.\n`);
  expect(await readFile(path, 'utf8')).toContain('"Cart"');
  expect((await run('verify')).exitCode).toBe(0);
  expect((await run('restore', '--list', M1)).stdout.split('\n')[0]).toMatch(/ {2}3 {2}.* {2}12 bytes$/);

  expect((await run('restore', M1, '--backup', '1')).exitCode).toBe(0);
  expect(await readFile(path, 'utf8')).toContain('"Basket"');
});

it('steploom restore explains a missing file name, a wrong backup number and a missing backup', async () => {
  await using workspace = await temporaryDirectory();
  await steploom(workspace.path, 'init', 'shop');
  const nothing = await steploom(workspace.path, 'restore');
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, expect.stringContaining('restore --list')]);
  const number = await steploom(workspace.path, 'restore', M1, '--backup', 'last');
  expect([number.exitCode, number.stderr]).toEqual([2, expect.stringContaining('not "last"')]);
  const none = await steploom(workspace.path, 'restore', M1);
  expect(none.exitCode).not.toBe(0);
  expect(none.stderr).toContain(`No backup of ${M1} is kept.`);
});
