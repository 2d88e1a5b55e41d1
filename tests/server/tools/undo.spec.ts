import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Step = z.strictObject({ title: z.string(), by: z.string() });
const undo = async ({ client }: Author, args: object = {}) =>
  (await client.call('undo', args, z.strictObject({ undone: Step }))).undone;
const redo = async ({ client }: Author, args: object = {}) =>
  (await client.call('redo', args, z.strictObject({ redone: Step }))).redone;
const place = { moduleCode: 'm1', testCode: 't1' };
const moduleText = ({ app }: Shop, code = 'm1') =>
  readFile(join(app.folder, `versions/main/modules/${code}.json`), 'utf8').catch(() => 'none');

/** A project in which every kind of edit can be made. */
async function furnish(author: Author): Promise<void> {
  await author.module('A');
  await author.module('B', { parentModule: 'm1' });
  await author.test('m1', 'One', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
  await author.test('m1', 'Two');
  await author.test('m2', 'Three');
  await author.environment('staging', [{ name: 'user', value: 'ann' }]);
}

describe('undo and redo', () => {
  it.each([
    ['createModule', { name: 'C' }],
    ['editModule', { moduleCode: 'm2', name: 'B2', parentModule: null, order: 0, data: { a: 1 } }],
    ['deleteModule', { moduleCode: 'm1' }],
    ['createTest', { moduleCode: 'm1', name: 'Four', actions: [{ type: 'reload' }] }],
    ['editTest', { ...place, name: 'Uno', tags: ['@a'], order: 1 }],
    ['editTest', { ...place, newModuleCode: 'm2', order: 0, name: 'Moved' }],
    ['deleteTest', place],
    ['createAction', { ...place, type: 'goForward', actionIndex: 1 }],
    ['createActions', { ...place, actions: [{ type: 'reload' }, { type: 'visit', url: '/' }] }],
    ['editAction', { ...place, actionIndex: 0, comment: 'x' }],
    ['moveAction', { ...place, actionIndex: 0, to: 1 }],
    ['deleteAction', { ...place, actionIndex: 0 }],
    ['editActions', { ...place, edits: [0, 1].map(actionIndex => ({ actionIndex, disabled: true })) }],
    ['moveActions', { ...place, actionIndexes: [1], to: 0 }],
    ['deleteActions', { ...place, actionIndexes: [1, 0] }],
    ['createEnvironment', { name: 'live' }],
    ['editEnvironment', { environmentCode: 'e1', items: [] }],
    ['deleteEnvironment', { environmentCode: 'e1' }],
    ['provisionEnvironments', { environments: [{ name: 'live' }, { name: 'staging', items: [] }] }],
    ['createVersion', { name: 'Next' }],
    ['editVersion', { versionId: 'main', name: 'Trunk' }],
    ['editProject', { name: 'Store' }],
    ['configureAuth', { method: 'basic' }],
  ])('undo reverts %s with %j and redo repeats it', async (tool, args) => {
    await using shop = await openShop();
    const { author } = shop;
    await furnish(author);
    const look = async () => [
      await author.modules({ includeTests: true }),
      await author.tests({ includeActions: true }),
      await author.environments(),
      await author.client.call('getProject', {}, z.unknown()),
      await author.client.call('getVersions', {}, z.unknown()),
      await author.client.call('getAuthConfig', {}, z.unknown()),
      await moduleText(shop),
      await moduleText(shop, 'm2'),
    ];
    const before = await look();
    await author.do(tool, args);
    const after = await look();
    expect(after).not.toEqual(before);
    expect((await undo(author)).title).toMatch(new RegExp(`^${tool}`));
    expect(await look()).toEqual(before);
    expect((await redo(author)).title).toMatch(new RegExp(`^${tool}`));
    expect(await look()).toEqual(after);
    await undo(author);
    expect(await look()).toEqual(before);
  });

  it('undo works step by step, and a new edit discards what could be redone', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C']) await author.module(name);
    expect((await undo(author)).title).toBe('createModule m3');
    expect((await undo(author)).title).toBe('createModule m2');
    expect((await redo(author)).title).toBe('createModule m2');
    await author.module('D');
    expect(await author.refusal('redo')).toMatch(/^nothing-to-undo: There is nothing of yours to redo/);
    expect((await author.modules()).map(({ name }) => name)).toEqual(['A', 'B', 'D']);
    for (let step = 0; step < 3; step++) await undo(author);
    expect(await author.refusal('undo')).toMatch(/^nothing-to-undo: There is nothing of yours to undo/);
    expect((await author.module('E')).moduleCode).toBe('m5');
  });

  it('undo and redo affect only the edits of their caller unless "any" is set', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const colleague = await shop.colleague();
    await author.module('Mine');
    await colleague.module('Theirs');
    expect(await undo(author)).toEqual({ title: 'createModule m1', by: 'write 1' });
    expect(await author.refusal('undo')).toMatch(/^nothing-to-undo.*"any": true/);
    expect(await undo(author, { any: true })).toEqual({ title: 'createModule m2', by: 'write 2' });
    expect(await author.refusal('undo', { any: true })).toBe(
      'nothing-to-undo: There is nothing to undo in this version.',
    );
    expect(await redo(author, { any: true })).toEqual({ title: 'createModule m2', by: 'write 2' });
    expect(await redo(author)).toEqual({ title: 'createModule m1', by: 'write 1' });
  });

  it('undo is refused when somebody else has since changed the record, and names them', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One');
    const colleague = await shop.colleague();
    await colleague.action(place, { type: 'reload' });
    const { message, data } = await author.client.failure('undo', {});
    expect(message).toBe(
      '"createTest t1" cannot be undone: write 2 (createAction reload in t1) changed test t1 since.',
    );
    expect(data).toMatchObject({ reason: 'conflict', changedBy: { by: 'write 2' } });
    await undo(colleague);
    expect((await undo(author)).title).toBe('createTest t1');
    await colleague.test('m1', 'Theirs');
    expect(await author.refusal('undo')).toMatch(
      /^conflict: "createModule m1" cannot be undone: write 2 \(createTest t2\)/,
    );
  });

  it('undo works in spite of later edits to other records in the same file', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await furnish(author);
    const colleague = await shop.colleague();
    await author.do('editTest', { ...place, name: 'Uno' });
    await colleague.test('m1', 'Theirs');
    await colleague.do('editModule', { moduleCode: 'm1', comment: 'theirs' });
    await undo(author);
    expect((await author.tests({ moduleCode: 'm1' })).map(({ name }) => name)).toEqual(['One', 'Two', 'Theirs']);
    await author.do('editTest', { ...place, order: 1 });
    await colleague.test('m1', 'Also theirs');
    await undo(author);
    expect((await author.tests({ moduleCode: 'm1' })).map(({ name }) => name)).toEqual([
      'One',
      'Two',
      'Theirs',
      'Also theirs',
    ]);
  });

  it('undo works in spite of later edits to other environments', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const colleague = await shop.colleague();
    const staging = await author.environment('staging');
    await author.environment('live');
    await author.do('editEnvironment', { environmentCode: 'e1', name: 'test' });
    await colleague.do('editEnvironment', { environmentCode: 'e2', name: 'production' });
    const stale = { environmentCode: 'e1', name: 'local', ifRevision: staging.revision };
    expect(await author.refusal('editEnvironment', stale)).toContain('last by write 1 (editEnvironment e1)');
    await author.do('undo');
    expect((await author.environments()).map(({ name }) => name)).toEqual(['staging', 'production']);
  });

  it('undo is refused when it would remove something that others now use', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'One');
    const colleague = await shop.colleague();
    await colleague.test('m2', 'Uses it', { actions: [{ type: 'plugTest', test: 't1' }] });
    expect(await author.refusal('undo')).toBe(
      'conflict: "createTest t1" cannot be undone: m2.t2 action 0 now uses t1.',
    );
    await using other = await openShop();
    await other.author.module('A');
    await (await other.colleague()).module('Below', { parentModule: 'm1' });
    expect(await other.author.refusal('undo')).toMatch(/^conflict: "createModule m1".*Module m2 is below m1/);
    expect((await other.author.modules()).length).toBe(2);
  });

  it('undo is refused for a version in which somebody else has worked', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.do('createVersion', { name: 'Next' });
    const colleague = await shop.colleague();
    await colleague.module('Theirs', { versionId: 'next' });
    expect(await author.refusal('undo')).toMatch(
      /^conflict: "createVersion next" cannot be undone: write 2 \(createModule m1\)/,
    );
    await undo(colleague, { versionId: 'next' });
    expect((await undo(author)).title).toBe('createVersion next');
  });

  it('undo is refused when somebody else has set a newer secret', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const items = (value: string) => [{ name: 'password', kind: 'secret', value }];
    await author.environment('staging', items('first-Secret'));
    const colleague = await shop.colleague();
    await colleague.do('editEnvironment', { environmentCode: 'e1', items: items('second-Secret') });
    expect(await author.refusal('undo')).toMatch(/^conflict: "createEnvironment e1" cannot be undone/);
    await undo(colleague);
    expect(await readFile(join(shop.app.folder, '.steploom/secrets.json'), 'utf8')).toContain('first-Secret');
    await undo(author);
    expect(await author.environments()).toEqual([]);
  });

  it('undo reverts edits that arrived together one by one', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const items = (value: string) => [{ name: 'password', kind: 'secret', value }];
    await author.environment('staging', items('secret-0'));
    const edit = (value: string) => author.do('editEnvironment', { environmentCode: 'e1', items: items(value) });
    await Promise.all(['secret-1', 'secret-2', 'secret-3', 'secret-4'].map(edit));
    const text = () => readFile(join(shop.app.folder, '.steploom/secrets.json'), 'utf8');
    for (const value of ['secret-4', 'secret-3', 'secret-2', 'secret-1', 'secret-0']) {
      expect(await text()).toContain(value);
      await undo(author);
    }
    expect(await author.environments()).toEqual([]);
  });

  it('undo and redo reach back over the last hundred edits of a version', { tags: 'full' }, async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    for (let count = 0; count < 105; count++) await author.do('editModule', { moduleCode: 'm1', name: `A${count}` });
    for (let count = 0; count < 100; count++) await undo(author);
    expect((await author.modules())[0]?.name).toBe('A4');
    expect(await author.refusal('undo')).toMatch(/^nothing-to-undo/);
    for (let count = 0; count < 100; count++) await redo(author);
    expect((await author.modules())[0]?.name).toBe('A104');
  });
});
