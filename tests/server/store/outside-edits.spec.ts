import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { editFile as editFileIn } from '../../support/outside-edit.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const MODULE = 'versions/main/modules/m1.json';

const editFile = (app: TestApp, path: string, change: (text: string) => string) => editFileIn(app.folder, path, change);
const textOf = (app: TestApp, path: string) => readFile(join(app.folder, path), 'utf8');

async function startWithTest() {
  const app = await startTestApp();
  const author = new Author(app.client);
  const { moduleCode } = await author.module('Basket');
  const place = await author.test(moduleCode, 'Add one', { actions: [{ type: 'visit', url: '/' }] });
  return { app, author, place, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

describe('files that are changed from outside while the project is open', () => {
  it('a file changed from outside is read again before an edit, which then keeps the change', async () => {
    await using shop = await startWithTest();
    await editFile(shop.app, MODULE, text =>
      text.replace('"Add one"', '"Add two"').replace('"url": "/"', '"url": "/a"'),
    );
    await shop.author.action(shop.place, { type: 'reload' });
    expect((await shop.author.tests())[0]?.name).toBe('Add two');
    expect((await shop.author.actions(shop.place)).map(({ type, url }) => [type, url])).toEqual([
      ['visit', '/a'],
      ['reload', undefined],
    ]);
    expect(await textOf(shop.app, MODULE)).toContain('"Add two"');
  });

  it('a file replaced by one of the same size is noticed before an edit', async () => {
    await using shop = await startWithTest();
    await editFile(shop.app, MODULE, text => text.replace('Add one', 'Add six'));
    await shop.author.do('editModule', { moduleCode: 'm1', comment: 'Hello' });
    expect((await shop.author.tests())[0]?.name).toBe('Add six');
  });

  it('new codes continue after the codes of a module file that was added', async () => {
    await using shop = await startWithTest();
    const text = await textOf(shop.app, MODULE);
    await writeFile(
      join(shop.app.folder, 'versions/main/modules/m2.json'),
      text.replace('"m1"', '"m2"').replace('"t1"', '"t7"').replace('"a1"', '"a9"').replace('Basket', 'Pulled'),
    );
    expect((await shop.author.module('Payment')).moduleCode).toBe('m3');
    expect((await shop.author.modules()).map(({ name }) => name)).toEqual(['Basket', 'Pulled', 'Payment']);
    expect((await shop.author.test('m1', 'Next')).testCode).toBe('t8');
    expect((await shop.author.action({ moduleCode: 'm1', testCode: 't8' }, { type: 'reload' })).actionId).toBe('a10');
  });

  it('an edit of a module whose file was deleted is refused', async () => {
    await using shop = await startWithTest();
    await rm(join(shop.app.folder, MODULE));
    expect(await shop.author.refusal('editModule', { moduleCode: 'm1', name: 'Renamed' })).toMatch(
      /^not-found: No module m1/,
    );
    expect(await shop.author.modules()).toEqual([]);
    expect((await shop.author.module('Basket')).moduleCode).toBe('m2');
  });

  it('an edit with a revision from before the outside change is refused', async () => {
    await using shop = await startWithTest();
    const [test] = await shop.author.tests();
    await editFile(shop.app, MODULE, text => text.replace('Add one', 'Add two'));
    const stale = { moduleCode: 'm1', testCode: 't1', name: 'Add three', ifRevision: test?.revision };
    expect(await shop.author.refusal('editTest', stale)).toMatch(/^conflict: Test t1 was changed/);
  });

  it('undo is refused for a record that was changed from outside', async () => {
    await using shop = await startWithTest();
    await editFile(shop.app, MODULE, text => text.replace('Add one', 'Add two'));
    expect(await shop.author.refusal('undo')).toMatch(/^conflict: "createTest t1" cannot be undone/);
    expect((await shop.author.tests())[0]?.name).toBe('Add two');
  });

  it('a file that cannot be read is left alone, and only edits of it are refused', async () => {
    await using shop = await startWithTest();
    const broken = await editFile(shop.app, MODULE, text => `<<<<<<< HEAD\n${text}=======\n>>>>>>> theirs\n`);
    const [refused, made] = await Promise.all([
      shop.author.refusal('createTest', { moduleCode: 'm1', name: 'Another' }),
      shop.author.module('Payment'),
    ]);
    expect(refused).toMatch(/^read-only: versions\/main\/modules\/m1\.json .*line 1/);
    expect(made.moduleCode).toBe('m2');
    expect(await textOf(shop.app, MODULE)).toBe(broken);
    expect((await shop.author.tests())[0]?.name).toBe('Add one');

    await editFile(shop.app, MODULE, text => text.split('\n').slice(1, -3).join('\n'));
    expect((await shop.author.test('m1', 'Another')).testCode).toBe('t2');
  });

  it('project.json is read again before an edit, which is refused if it is wrong or missing', async () => {
    await using shop = await startWithTest();
    await editFile(shop.app, 'project.json', text => text.replace('"Shop"', '"Outdoor shop"'));
    await shop.author.do('editProject', { appUrl: 'http://localhost:3000' });
    expect(await textOf(shop.app, 'project.json')).toContain('"Outdoor shop"');
    await editFile(shop.app, 'project.json', text => text.replace('"projectId": "shop"', '"projectId": "other"'));
    expect(await shop.author.refusal('editProject', { name: 'Shop' })).toMatch(/^read-only: .*"other"/);
    await rm(join(shop.app.folder, 'project.json'));
    expect(await shop.author.refusal('editProject', { name: 'Shop' })).toMatch(/^read-only: .*project.json is gone/);
  });

  it('modules are not taken for deleted when the whole project folder is missing', async () => {
    await using shop = await startWithTest();
    const { folder } = shop.app;
    await rename(folder, `${folder}-away`);
    for (const [tool, args] of [
      ['editModule', { moduleCode: 'm1', name: 'B' }],
      ['createModule', { name: 'B' }],
    ] as const)
      expect(await shop.author.refusal(tool, args)).toMatch(/^read-only: .*project\.json is gone/);
    expect((await shop.author.modules()).map(({ name }) => name)).toEqual(['Basket']);
    await rename(`${folder}-away`, folder);
    await shop.author.do('editModule', { moduleCode: 'm1', name: 'B' });
    expect((await shop.author.modules()).map(({ name }) => name)).toEqual(['B']);
  });

  it('a file with only a new modification time does not block undo', async () => {
    await using shop = await startWithTest();
    const file = join(shop.app.folder, MODULE);
    const { mtime } = await stat(file);
    await utimes(file, mtime, new Date(mtime.getTime() + 5_000));
    expect(await shop.author.client.call('undo', {}, z.unknown())).toMatchObject({
      undone: { title: 'createTest t1' },
    });
  });

  it('unchanged records in a changed file keep their revisions and can still be undone', async () => {
    await using shop = await startWithTest();
    const { author } = shop;
    await author.test('m1', 'Other');
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', tags: ['@a'], role: 'x', comment: 'c' });
    const [before] = await author.tests();
    await editFile(shop.app, MODULE, text => text.replace('"Other"', '"Changed"'));
    await author.do('editModule', { moduleCode: 'm1', comment: 'c' });
    const [after, other] = await author.tests();
    expect([after, other?.name]).toEqual([before, 'Changed']);
    await author.do('undo');
    await author.do('undo');
    expect((await author.tests())[0]).not.toHaveProperty('tags');
  });
});
