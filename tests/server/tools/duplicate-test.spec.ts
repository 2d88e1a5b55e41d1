import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Author, TestReply } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Duplicate = z.object({ test: TestReply, problems: z.array(z.unknown()).optional() });
const duplicate = async (author: Author, args: object) =>
  (await author.client.call('duplicateTest', args, Duplicate)).test;
const namesIn = async (author: Author, moduleCode: string) =>
  (await author.tests({ moduleCode })).map(({ testCode, name }) => `${testCode} ${name}`);

describe('duplicateTest', () => {
  it('duplicateTest inserts a copy with its own codes right after the test', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Helper');
    const fields = { tags: ['@smoke'], parameters: [{ name: 'user', default: 'ann' }], comment: 'c', skip: true };
    const actions = [
      { type: 'visit', url: '/' },
      { type: 'plugTest', test: 't1' },
    ];
    const original = await author.test('m1', 'One', { ...fields, actions });
    await author.test('m1', 'Last');
    const copy = await duplicate(author, { testCode: 't2' });
    expect(copy).toMatchObject({ testCode: 't4', testId: 't4', name: 'One (copy)', ...fields, actionCount: 2 });
    expect(await namesIn(author, 'm1')).toEqual(['t1 Helper', 't2 One', 't4 One (copy)', 't3 Last']);
    const [, visited] = [original, await author.actions({ moduleCode: 'm1', testCode: 't4' })];
    expect(visited.map(({ actionId }) => actionId)).toEqual(['a3', 'a4']);
    expect(visited[1]).toMatchObject({ type: 'plugTest', test: 't1' });
    await author.do('editAction', { moduleCode: 'm1', testCode: 't4', actionIndex: 0, url: '/other' });
    expect((await author.actions({ moduleCode: 'm1', testCode: 't2' }))[0]).toMatchObject({ url: '/' });
    await author.do('undo');
    await author.do('undo');
    expect(await namesIn(author, 'm1')).toEqual(['t1 Helper', 't2 One', 't3 Last']);
  });

  it('duplicateTest accepts a name, a module and a position, and shortens a long name', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'One');
    await author.test('m2', 'Two');
    const elsewhere = { testCode: 'm1.t1', moduleCode: 'm1', name: 'First', newModuleCode: 'm2', order: 0 };
    expect(await duplicate(author, elsewhere)).toMatchObject({ moduleCode: 'm2', name: 'First' });
    expect(await namesIn(author, 'm2')).toEqual(['t3 First', 't2 Two']);
    expect(await namesIn(author, 'm1')).toEqual(['t1 One']);
    const long = await author.test('m1', 'x'.repeat(200));
    expect((await duplicate(author, { testCode: long.testCode })).name).toBe(`${'x'.repeat(193)} (copy)`);
  });

  it('duplicateTest makes one copy for calls with one key, and none of a test changed since it was read', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const { revision } = await author.test('m1', 'One');
    const call = { testCode: 't1', idempotencyKey: 'once', ifRevision: revision };
    expect(await duplicate(author, call)).toEqual(await duplicate(author, call));
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', name: 'Uno' });
    expect(await author.refusal('duplicateTest', { testCode: 't1', ifRevision: revision })).toMatch(/^conflict/);
    expect(await author.refusal('duplicateTest', { testCode: 't1', newModuleCode: 'm9' })).toMatch(/^not-found/);
    expect(await namesIn(author, 'm1')).toEqual(['t1 Uno', 't2 One (copy)']);
  });
});
