import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { editFile } from '../../support/outside-edit.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const MODULE = 'versions/main/modules/m1.json';
const LONG = { timeout: 60_000, interval: 50 };
const Shown = z.looseObject({
  damaged: z.array(z.looseObject({ file: z.string(), line: z.number().optional() })).optional(),
});

const damageIn = async ({ client }: Author, tool: string, args: object = {}) =>
  (await client.call(tool, args, Shown)).damaged;
const damageOfProject = async ({ client }: Author) =>
  (await client.call('getProject', {}, z.object({ project: Shown }))).project.damaged;

async function openTwoModules(): Promise<Shop> {
  const shop = await openShop();
  const { author } = shop;
  await author.module('Basket');
  await author.test('m1', 'Add one', { actions: [{ type: 'reload' }] });
  await author.module('Payment');
  return shop;
}

describe('a file that somebody damages while the project is open', () => {
  it('a damaged file keeps its last good state, is reported in every list and is editable once repaired', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    const whole = await readFile(join(shop.app.folder, MODULE), 'utf8');
    await editFile(shop.app.folder, MODULE, text => text.replace('"name": "Add one"', '"name": 7'));
    const line = whole.slice(0, whole.indexOf('"Add one"')).split('\n').length;
    const said = `${MODULE}, line ${line}: "tests[0].name" must be a string, not 7.`;
    const damage = [{ file: MODULE, line, message: said }];
    await vi.waitFor(async () => expect(await damageIn(author, 'getModules')).toEqual(damage), LONG);
    expect(await damageIn(author, 'getTests')).toEqual(damage);
    expect(await damageIn(author, 'getEnvironments')).toEqual(damage);
    expect(await damageOfProject(author)).toEqual(damage);
    expect((await author.tests())[0]?.name).toBe('Add one');

    const failure = await author.client.failure('createTest', { moduleCode: 'm1', name: 'Add two' });
    expect(failure.message).toBe(`${MODULE} is read-only until this is fixed: ${said}`);
    expect(failure.data).toMatchObject({
      reason: 'read-only',
      file: MODULE,
      line,
      next: expect.stringContaining('without a restart'),
    });
    expect((await author.test('m2', 'Pay')).testCode).toBe('t2');

    await writeFile(join(shop.app.folder, MODULE), whole);
    expect((await author.test('m1', 'Add two')).testCode).toBe('t3');
    expect(await damageIn(author, 'getModules')).toBeUndefined();
  });

  it('several damaged files are all reported, and each is repaired on its own', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    const paths = [MODULE, 'versions/main/modules/m2.json', 'project.json'];
    const texts = await Promise.all(paths.map(path => readFile(join(shop.app.folder, path), 'utf8')));
    for (const path of paths) await editFile(shop.app.folder, path, text => `<<<<<<< HEAD\n${text}`);
    const files = async () => (await damageIn(author, 'getModules'))?.map(({ file }) => file).sort();
    await vi.waitFor(async () => expect(await files()).toEqual(paths.toSorted()), LONG);
    expect(await author.refusal('editProject', { name: 'Store' })).toMatch(/^read-only: project\.json .*line 1/);
    expect((await author.module('Third')).moduleCode).toBe('m3');
    await writeFile(join(shop.app.folder, 'project.json'), texts[2] ?? '');
    await vi.waitFor(async () => expect(await files()).toEqual(paths.slice(0, 2)), LONG);
    await author.do('editProject', { name: 'Store' });
    // A file that is gone is no damaged one any more.
    await rm(join(shop.app.folder, MODULE));
    await vi.waitFor(async () => expect(await files()).toEqual(paths.slice(1, 2)), LONG);
    expect((await author.modules()).map(({ name }) => name)).toEqual(['Payment', 'Third']);
  });

  it('what is no file in the place of one is reported until it is gone', async () => {
    await using shop = await openTwoModules();
    const { author, app } = shop;
    const link = join(app.folder, 'versions/main/modules/m7.json');
    await symlink(join(app.folder, MODULE), link);
    await vi.waitFor(async () => expect(await damageIn(author, 'getModules')).toHaveLength(1), LONG);
    await rm(link);
    await vi.waitFor(async () => expect(await damageIn(author, 'getModules')).toBeUndefined(), LONG);
  });

  it('a damaged file that was never read is not overwritten, and its codes are not reused', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    const path = 'versions/main/modules/m3.json';
    const conflict = '<<<<<<< HEAD\n{ "tests": [{ "testCode": "t40", "actions": [{ "actionId": "a50" }] }] }\n';
    await writeFile(join(shop.app.folder, path), conflict);
    await vi.waitFor(async () => expect((await damageIn(author, 'getTests'))?.[0]?.file).toBe(path), LONG);
    expect((await author.module('New')).moduleCode).toBe('m4');
    expect((await author.test('m1', 'New')).testCode).toBe('t41');
    expect((await author.action({ moduleCode: 'm1', testCode: 't41' }, { type: 'reload' })).actionId).toBe('a51');
    expect(await readFile(join(shop.app.folder, path), 'utf8')).toBe(conflict);
  });

  it('a damaged file keeps its version from being deleted', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    await author.do('createVersion', { name: 'Next' });
    await editFile(shop.app.folder, 'versions/next/modules/m2.json', () => '');
    const gone = { versionId: 'next' };
    await vi.waitFor(async () => expect(await damageIn(author, 'getModules', gone)).toHaveLength(1), LONG);
    expect(await damageIn(author, 'getModules')).toBeUndefined();
    expect(await author.refusal('deleteVersion', gone)).toMatch(
      /^read-only: versions\/next\/modules\/m2\.json .*empty/,
    );
    expect((await author.modules(gone)).length).toBe(2);
  });

  it('a missing version.json counts as damage until its version folder is removed', async () => {
    await using shop = await openTwoModules();
    const { author } = shop;
    await author.do('createVersion', { name: 'Next' });
    const gone = { versionId: 'next' };
    await rm(join(shop.app.folder, 'versions/next/version.json'));
    await vi.waitFor(async () => expect(await damageIn(author, 'getModules', gone)).toHaveLength(1), LONG);
    expect((await author.modules(gone)).length).toBe(2);
    expect(await author.refusal('editVersion', { ...gone, name: 'Then' })).toMatch(/^read-only: .*is missing/);
    await rm(join(shop.app.folder, 'versions/next'), { recursive: true });
    await vi.waitFor(async () => expect(await author.refusal('getModules', gone)).toMatch(/^not-found/), LONG);
    expect(await damageOfProject(author)).toBeUndefined();
  });
});
