import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { editFile } from '../../support/outside-edit.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { openShop } from '../../support/shop.ts';

const LONG = { timeout: 60_000, interval: 50 };
const MODULE = 'versions/main/modules/m1.json';

const names = async (author: Author) => (await author.tests()).map(({ name }) => name);
const damageIn = async ({ client }: Author) =>
  (await client.call('getTests', {}, z.looseObject({ damaged: z.array(z.unknown()).optional() }))).damaged;

/** What the newest backup of the module holds. */
async function newestBackup(folder: string): Promise<string> {
  const backups = join(folder, '.steploom/backups/versions/main/modules');
  const [newest = ''] = (await readdir(backups))
    .filter(name => name.startsWith('m1.json.'))
    .toSorted()
    .reverse();
  return readFile(join(backups, newest), 'utf8');
}

describe('an edit that somebody writes over with git or an editor', () => {
  it('an edit that is overwritten from outside stays in the newest backup of its file', async () => {
    await using shop = await openShop();
    const { author, app } = shop;
    await author.module('Basket');
    const before = await readFile(join(app.folder, MODULE), 'utf8');
    await author.test('m1', 'Add one');
    const edited = await readFile(join(app.folder, MODULE), 'utf8');
    await writeFile(join(app.folder, MODULE), before);
    await vi.waitFor(async () => expect(await names(author)).toEqual([]), LONG);
    expect(await newestBackup(app.folder)).toBe(edited);
    await author.test('m1', 'Add two');
    expect(await newestBackup(app.folder)).toBe(before);
  });

  it('an edit stays in the newest backup when its file is deleted from outside', async () => {
    await using shop = await openShop();
    const { author, app } = shop;
    await author.module('Basket');
    await author.test('m1', 'Add one');
    const edited = await readFile(join(app.folder, MODULE), 'utf8');
    await rm(join(app.folder, MODULE));
    await vi.waitFor(async () => expect(await author.modules()).toEqual([]), LONG);
    expect(await newestBackup(app.folder)).toBe(edited);
  });

  it('a restart shows the overwritten edit when the file that replaced it is damaged', async () => {
    await using shop = await closedShop(author => author.module('Basket').then(() => {}));
    {
      await using open = await shop.open();
      await open.author.test('m1', 'Add one');
      await writeFile(join(shop.folder, MODULE), '<<<<<<< HEAD\n');
      await vi.waitFor(async () => expect(await damageIn(open.author)).toHaveLength(1), LONG);
      // Damage that goes on is no new one.
      await editFile(shop.folder, MODULE, text => `${text}=======\n`);
      expect(await open.author.refusal('createTest', { moduleCode: 'm1', name: 'Add two' })).toMatch(/^read-only/);
    }
    await using again = await shop.open();
    expect(await names(again.author)).toEqual(['Add one']);
    expect(await damageIn(again.author)).toHaveLength(1);
  });

  it('a project works again after its whole folder was moved away and back', async () => {
    await using shop = await openShop();
    const { author, app } = shop;
    await author.module('Basket');
    await rename(app.folder, `${app.folder}-away`);
    expect(await author.refusal('createModule', { name: 'Payment' })).toMatch(/project\.json is gone/);
    await rename(`${app.folder}-away`, app.folder);
    expect((await author.module('Payment')).moduleCode).toBe('m2');
  });
});
