import { scryptSync } from 'node:crypto';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Low, type SyncAdapter } from 'lowdb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { startService } from '../../../server/main.ts';
import { type PasswordData, ProjectPassword } from '../../../server/workspace/project-password.ts';
import { steploom } from '../../support/command-line.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const PASSWORD = 'long grass by the river';
const Stored = z.object({
  password: z.object({
    cost: z.number(),
    blockSize: z.number(),
    parallelism: z.number(),
    salt: z.string(),
    hash: z.string(),
  }),
});

const passwordOf = ({ service }: TestApp): ProjectPassword => {
  const [project] = service.workspace.projects();
  if (project === undefined) throw new Error('There is no project.');
  return project.password;
};
const fileOf = (folder: string) => join(folder, '.steploom', 'password.json');

describe('the password of a project', () => {
  it('the password is stored as a slow hash with its own salt in a private file', async () => {
    await using app = await startTestApp();
    const password = passwordOf(app);
    expect(password.isSet).toBe(false);
    expect(await password.matches('')).toBe(false);
    await password.set(PASSWORD);
    const text = await readFile(fileOf(app.folder), 'utf8');
    expect(text).not.toContain(PASSWORD);
    expect((await stat(fileOf(app.folder))).mode & 0o777).toBe(0o600);
    const { cost, blockSize, parallelism, salt, hash } = Stored.parse(JSON.parse(text)).password;
    expect([cost, blockSize, parallelism]).toEqual([2 ** 15, 8, 1]);
    const options = { cost, blockSize, parallelization: parallelism, maxmem: 2 ** 26 };
    expect(scryptSync(PASSWORD, Buffer.from(salt, 'base64'), 32, options).toString('base64')).toBe(hash);
    await password.set(PASSWORD);
    expect(Stored.parse(JSON.parse(await readFile(fileOf(app.folder), 'utf8'))).password.salt).not.toBe(salt);
  });

  it('a password matches in any Unicode form of its letters, but no other text does', { tags: ['full'] }, async () => {
    await using app = await startTestApp();
    const password = passwordOf(app);
    await password.set('gr\u00fcne Wiese');
    const tries = ['gr\u00fcne Wiese', 'gru\u0308ne Wiese', 'grune Wiese', 'gr\u00fcne Wiese ', ''];
    expect(await Promise.all(tries.map(text => password.matches(text)))).toEqual([true, true, false, false, false]);
  });

  it('the password set last is valid and survives a restart', async () => {
    await using shop = await closedShop(async () => undefined);
    const start = () => startService({ workspaceFolder: shop.workspace, port: 0, logLevel: 'silent' });
    const first = await start();
    await Promise.all(['first password', PASSWORD].map(text => first.workspace.project('shop')?.password.set(text)));
    await first.dispose();
    const second = await start();
    expect(await second.workspace.project('shop')?.password.matches(PASSWORD)).toBe(true);
    expect(await second.workspace.project('shop')?.password.matches('first password')).toBe(false);
    await second.dispose();
  });

  it('the old password stays valid when the new one cannot be written', async () => {
    let isFull = false;
    const adapter: SyncAdapter<PasswordData> = {
      read: () => null,
      write: () => {
        if (isFull) throw new AppError('disk-full', 'There is no space.');
      },
    };
    const password = new ProjectPassword(
      new Low({ read: async () => adapter.read(), write: async data => adapter.write(data) }, { format: 1 }),
    );
    await password.set(PASSWORD);
    isFull = true;
    await expect(password.set('another password')).rejects.toMatchObject({ kind: 'disk-full' });
    expect(await password.matches(PASSWORD)).toBe(true);
    await password.changes.close();
    await expect(password.set('another password')).rejects.toMatchObject({ kind: 'read-only' });
  });

  it('a damaged password file lets nobody in, keeps no project closed and is reported by steploom verify', async () => {
    await using shop = await closedShop(async () => undefined);
    await writeFile(fileOf(shop.folder), '{"format":1,"password":');
    await chmod(fileOf(shop.folder), 0o600);
    await using opened = await shop.open();
    const password = opened.service.workspace.project('shop')?.password;
    // So that the service may still be opened to other machines: it is no project without a password.
    expect(password?.isSet).toBe(true);
    expect(await password?.matches('')).toBe(false);
    const { stdout, exitCode } = await steploom(shop.workspace, 'verify');
    expect(stdout).toContain('.steploom/password.json');
    expect(exitCode).toBe(1);
  });
});
