import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { editFile, PATIENT } from '../../support/outside-edit.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const MODULE = 'versions/main/modules/m1.json';
const LONG = { timeout: 60_000, interval: 50 };

const nameOfTests = async (author: Author) => (await author.tests()).map(({ name }) => name);
const names = async (author: Author) => (await author.modules()).map(({ name }) => name);
const projectOf = async ({ client }: Author) =>
  (await client.call('getProject', {}, z.object({ project: z.looseObject({ name: z.string() }) }))).project;

/** Waits until a call answers as expected, however long the machine takes to notice. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, LONG);

async function openTwoModules(): Promise<Shop> {
  const shop = await openShop({ settling: PATIENT });
  await shop.author.module('Basket');
  await shop.author.test('m1', 'Add one', { actions: [{ type: 'reload' }] });
  await shop.author.module('Payment');
  return shop;
}

describe('a project whose files are changed from outside', () => {
  it('a project shows changes from outside without an edit of its own', async () => {
    await using shop = await openTwoModules();
    await editFile(shop.app.folder, MODULE, text => text.replace('Add one', 'Add two'));
    await eventually(async () => expect(await nameOfTests(shop.author)).toEqual(['Add two']));
    await editFile(shop.app.folder, 'project.json', text => text.replace('"Shop"', '"Store"'));
    await eventually(async () => expect((await projectOf(shop.author)).name).toBe('Store'));
  });

  it('a project shows a file that was written in place', async () => {
    await using shop = await openTwoModules();
    const file = join(shop.app.folder, MODULE);
    await writeFile(file, (await readFile(file, 'utf8')).replace('Add one', 'Add six'));
    await eventually(async () => expect(await nameOfTests(shop.author)).toEqual(['Add six']));
  });

  it('a module file that is added or removed changes the list of modules', async () => {
    await using shop = await openTwoModules();
    const folder = join(shop.app.folder, 'versions/main/modules');
    const text = await readFile(join(folder, 'm2.json'), 'utf8');
    await writeFile(join(folder, 'm9.json'), text.replace('"m2"', '"m9"').replace('Payment', 'Pulled'));
    await rm(join(folder, 'm1.json'));
    await eventually(async () => expect(await names(shop.author)).toEqual(['Payment', 'Pulled']));
    expect((await shop.author.module('Next')).moduleCode).toBe('m10');
  });

  it('a version folder that is removed and restored is noticed, as are later changes in it', async () => {
    await using shop = await openTwoModules();
    const versions = join(shop.app.folder, 'versions');
    await shop.author.do('createVersion', { name: 'Next' });
    const away = join(shop.app.folder, 'next-away');
    await rename(join(versions, 'next'), away);
    const gone = { versionId: 'next' };
    await eventually(async () =>
      expect(await shop.author.refusal('getModules', gone)).toMatch(/^not-found: No version/),
    );
    await rename(away, join(versions, 'next'));
    await eventually(async () => expect((await shop.author.modules(gone)).length).toBe(2));
    await editFile(shop.app.folder, 'versions/next/modules/m2.json', text => text.replace('Payment', 'Paying'));
    await eventually(async () => expect((await shop.author.modules(gone))[1]?.name).toBe('Paying'));
  });

  it('the files of one git checkout are taken over together', async () => {
    await using shop = await openTwoModules();
    const { folder } = shop.app;
    await mkdir(join(folder, '.git'));
    const lock = join(folder, '.git/index.lock');
    await writeFile(lock, '');
    await editFile(folder, MODULE, text => text.replace('Basket', 'Cart'));
    const seen: string[][] = [];
    // Each call waits for what is on its way, at most two seconds: longer than a change alone would be left lying.
    seen.push(await names(shop.author));
    await editFile(folder, 'versions/main/modules/m2.json', text => text.replace('Payment', 'Checkout'));
    await rm(lock);
    await eventually(async () => {
      seen.push(await names(shop.author));
      expect(seen.at(-1)).toEqual(['Cart', 'Checkout']);
    });
    for (const both of seen.slice(0, -1)) expect(both).toEqual(['Basket', 'Payment']);
  });

  it('a leftover git lock delays changes only for a limited time', async () => {
    await using shop = await openShop({ settling: { busyMs: 0 } });
    await shop.author.module('Basket');
    await mkdir(join(shop.app.folder, '.git'));
    await writeFile(join(shop.app.folder, '.git/index.lock'), '');
    await editFile(shop.app.folder, MODULE, text => text.replace('Basket', 'Cart'));
    await eventually(async () => expect(await names(shop.author)).toEqual(['Cart']));
  });

  it('an edit waits while a git checkout has removed its file', async () => {
    await using shop = await openTwoModules();
    const { folder } = shop.app;
    await mkdir(join(folder, '.git'));
    const lock = join(folder, '.git/index.lock');
    await writeFile(lock, '');
    const text = await readFile(join(folder, MODULE), 'utf8');
    await rm(join(folder, MODULE));
    const made = shop.author.test('m1', 'Add three');
    const listed = names(shop.author);
    expect(await listed).toEqual(['Basket', 'Payment']);
    await writeFile(join(folder, MODULE), text.replace('Add one', 'Add two'));
    await rm(lock);
    expect((await made).testCode).toBe('t2');
    expect(await nameOfTests(shop.author)).toEqual(['Add two', 'Add three']);
  });

  it('a change from outside cannot be undone, and blocks undo of the record that it changed', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', name: 'Add some' });
    const [test] = await author.tests();
    await editFile(shop.app.folder, MODULE, text => text.replace('Add some', 'Add two').replace('Basket', 'Cart'));
    await eventually(async () => expect(await nameOfTests(author)).toEqual(['Add two']));
    expect(await author.refusal('undo', { any: true })).toBe(
      'conflict: "editTest t1" cannot be undone: someone outside Steploom (changed the files) changed test t1 since.',
    );
    const stale = { moduleCode: 'm1', testCode: 't1', name: 'Other', ifRevision: test?.revision };
    expect(await author.refusal('editTest', stale)).toContain('last by someone outside Steploom (changed the files)');
    await editFile(shop.app.folder, MODULE, text => text.replace('Add two', 'Add some'));
    await eventually(async () => expect(await nameOfTests(author)).toEqual(['Add some']));
    await author.do('undo');
    expect(await nameOfTests(author)).toEqual(['Add one']);
    expect(await names(author)).toEqual(['Cart', 'Payment']);
  });
});
