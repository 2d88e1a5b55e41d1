import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acquireProjectLock } from '../../../server/store/files/project-lock.ts';
import type { Author } from '../../support/author.ts';
import { breakableDisk } from '../../support/breakable-disk.ts';
import { ownerOf } from '../../support/owner.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop } from '../../support/shop.ts';

const Project = z.object({ project: z.looseObject({ readOnly: z.string().optional() }) });
const readOnly = async ({ client }: Author) => (await client.call('getProject', {}, Project)).project.readOnly;
const furnish = (author: Author) => author.module('Basket').then(() => {});
const shop = { projectId: 'shop' };

describe('a project whose disk failed', () => {
  it.each(['fsync of a file', 'fsync of a folder'] as const)(
    'after a failed %s a project takes no edit until it is opened again',
    async call => {
      const disk = breakableDisk();
      await using open = await openShop({ fileSystem: disk });
      const { author } = open;
      await author.module('A');
      await author.environment('staging', [{ name: 'password', kind: 'secret', value: 'first-Secret' }]);
      const owner = await ownerOf(dirname(open.app.folder));

      disk.failingSync = call === 'fsync of a file' ? 'file' : 'folder';
      const failure = await author.client.failure('createModule', { name: 'B', idempotencyKey: 'b' });
      expect(failure.data.reason).toBe('store-failed');
      expect(failure.message).toMatch(/^The disk failed while writing .* \(EIO\); it is unknown whether/);
      expect(failure.data.next).toContain('steploom call openProject');
      disk.failingSync = undefined;

      expect(await author.refusal('createModule', { name: 'C' })).toMatch(/^store-failed: /);
      expect(await author.refusal('undo')).toMatch(/^store-failed: /);
      expect(await owner.refusal('createToken', { ...shop, name: 'x', access: 'read' })).toMatch(/^store-failed: /);
      expect((await author.modules()).map(({ name }) => name)).toEqual(['A']);
      expect(await readOnly(author)).toMatch(/^The disk failed/);

      await owner.do('openProject', shop);
      expect(await readOnly(author)).toBeUndefined();
      expect((await author.module('B', { idempotencyKey: 'b' })).name).toBe('B');
      await author.do('createTest', { moduleCode: 'm1', name: 'One' });
      expect((await author.modules()).map(({ name }) => name)).toEqual(['A', 'B']);
      expect((await author.environments())[0]?.items).toEqual([{ name: 'password', kind: 'secret', set: true }]);
      await author.do('undo');
      expect(await author.tests()).toEqual([]);
    },
  );

  it('a project is only shown and says why while its disk keeps failing', async () => {
    const disk = breakableDisk();
    await using open = await openShop({ fileSystem: disk });
    const { author } = open;
    await author.module('A');
    const owner = await ownerOf(dirname(open.app.folder));
    disk.failingSync = 'folder';
    expect(await author.refusal('createModule', { name: 'B' })).toMatch(/^store-failed: /);
    expect(await owner.refusal('openProject', shop)).toMatch(/^store-failed: /);
    expect(await owner.refusal('createModule', { ...shop, name: 'B' })).toMatch(/^store-failed: /);
    await author.modules();
    disk.failingSync = undefined;
    await owner.do('openProject', shop);
    await author.module('C');
    expect((await author.modules()).map(({ name }) => name)).toContain('C');
  });
});

describe('openProject', () => {
  it('openProject leaves a healthy open project alone', async () => {
    await using open = await openShop();
    await open.author.module('A');
    const owner = await ownerOf(dirname(open.app.folder));
    await owner.do('openProject', shop);
    await open.author.do('undo');
    expect(await open.author.modules()).toEqual([]);
    expect(await open.author.refusal('openProject', shop)).toMatch(/^forbidden: /);
    expect(await owner.refusal('openProject', { projectId: 'gone' })).toMatch(/^not-found: .*"gone"/);
  });

  it('openProject opens a project once the process that held it has released it', async () => {
    await using closed = await closedShop(furnish);
    const stateDirectory = join(closed.folder, '.steploom');
    const holder = { pid: 1, url: 'http://127.0.0.1:1' };
    const lock = await acquireProjectLock({ directory: closed.folder, stateDirectory, owner: holder });
    await using open = await closed.open();
    const owner = await ownerOf(closed.workspace);
    expect(await owner.refusal('openProject', shop)).toMatch(/^project-locked: .*use http:\/\/127\.0\.0\.1:1/);
    await lock.release();
    await owner.do('openProject', shop);
    expect((await open.author.module('Payment')).moduleCode).toBe('m2');
  });

  it('openProject refuses a damaged project until it is repaired', async () => {
    await using closed = await closedShop(furnish);
    const path = join(closed.folder, 'project.json');
    const whole = await readFile(path, 'utf8');
    await writeFile(path, '{');
    await using open = await closed.open();
    const owner = await ownerOf(closed.workspace);
    expect(await owner.refusal('openProject', shop)).toMatch(/^damaged-file: .*project\.json/);
    await writeFile(path, whole);
    await owner.do('openProject', shop);
    expect((await open.author.modules()).map(({ name }) => name)).toEqual(['Basket']);
  });
});
