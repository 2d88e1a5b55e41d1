import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Reply = z.looseObject({
  differences: z.array(z.looseObject({})),
  counts: z.record(z.string(), z.number()),
  total: z.number(),
  nextCursor: z.string().optional(),
});
const next = { versionId: 'next' };
const compare = (author: Author, args: object = {}) =>
  author.client.call('compareVersions', { from: 'main', to: 'next', ...args }, Reply);
const place = { ...next, moduleCode: 'm1', testCode: 't1' };

describe('compareVersions', () => {
  it('compareVersions finds no difference between a version and its copy', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    await shop.author.test('m1', 'One');
    await shop.author.do('createVersion', { name: 'Next' });
    const nothing = { differences: [], counts: { added: 0, removed: 0, changed: 0, moved: 0 }, total: 0 };
    expect(await compare(shop.author)).toEqual(nothing);
  });

  it('compareVersions lists what was added, removed, changed and moved', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C']) await author.module(name);
    await author.test('m1', 'One', {
      actions: [{ type: 'visit', url: '/' }, { type: 'reload' }, { type: 'goBack' }],
    });
    for (const name of ['Two', 'Three', 'Four']) await author.test('m1', name);
    await author.do('createVersion', { name: 'Next' });
    await author.do('deleteModule', { ...next, moduleCode: 'm3' });
    await author.module('D', next);
    await author.do('editModule', { ...next, moduleCode: 'm2', name: 'Bee', parentModule: 'm1' });
    await author.do('editTest', { ...place, tags: ['@smoke'] });
    await author.do('editAction', { ...place, actionIndex: 0, url: '/start' });
    await author.do('deleteAction', { ...place, actionIndex: 1 });
    await author.do('createAction', { ...place, type: 'goForward' });
    await author.do('editTest', { ...next, moduleCode: 'm1', testCode: 't2', newModuleCode: 'm2' });
    await author.do('editTest', { ...next, moduleCode: 'm1', testCode: 't4', order: 0 });
    await author.do('deleteTest', { ...next, moduleCode: 'm1', testCode: 't3' });
    await author.test('m1', 'Five', next);
    const { differences, counts } = await compare(author);
    expect(differences).toEqual([
      { kind: 'module', state: 'removed', moduleCode: 'm3', name: 'C' },
      { kind: 'module', state: 'added', moduleCode: 'm4', name: 'D' },
      {
        kind: 'module',
        state: 'changed',
        moduleCode: 'm2',
        name: 'Bee',
        movedFrom: 'the top level',
        fields: [{ field: 'name', from: 'B', to: 'Bee' }],
      },
      { kind: 'test', state: 'removed', moduleCode: 'm1', testCode: 't3', name: 'Three' },
      { kind: 'test', state: 'added', moduleCode: 'm1', testCode: 't5', name: 'Five' },
      { kind: 'test', state: 'moved', moduleCode: 'm1', testCode: 't4', name: 'Four', movedFrom: 'another position' },
      {
        kind: 'test',
        state: 'changed',
        moduleCode: 'm1',
        testCode: 't1',
        name: 'One',
        fields: [{ field: 'tags', to: '["@smoke"]' }],
        actions: [
          { state: 'removed', actionId: 'a2', fromIndex: 1, title: expect.any(String) },
          { state: 'added', actionId: 'a4', toIndex: 2, title: expect.any(String) },
          {
            state: 'changed',
            actionId: 'a1',
            fromIndex: 0,
            toIndex: 0,
            title: expect.any(String),
            fields: [{ field: 'url', from: '/', to: '/start' }],
          },
        ],
      },
      { kind: 'test', state: 'moved', moduleCode: 'm2', testCode: 't2', name: 'Two', movedFrom: 'm1' },
    ]);
    expect(counts).toEqual({ added: 2, removed: 2, changed: 2, moved: 2 });
  });

  it('compareVersions compares environments, but not the values of secrets', async () => {
    await using shop = await openShop();
    const { author } = shop;
    const secret = { name: 'password', kind: 'secret', value: 'spring-Rain-4711' };
    await author.environment('staging', [{ name: 'user', value: 'ann' }, secret]);
    await author.do('createVersion', { name: 'Next' });
    const items = [
      { name: 'user', value: 'bob' },
      { ...secret, value: 'autumn-Wind-0815' },
      { name: 'base', value: '/' },
    ];
    await author.do('editEnvironment', { ...next, environmentCode: 'e1', items });
    const { differences } = await compare(author);
    expect(differences).toEqual([
      {
        kind: 'environment',
        state: 'changed',
        environmentCode: 'e1',
        name: 'staging',
        items: [
          { state: 'added', name: 'base' },
          { state: 'changed', name: 'user', fields: [{ field: 'value', from: 'ann', to: 'bob' }] },
        ],
      },
    ]);
  });

  it('compareVersions answers in pages and refuses a missing version or a version compared with itself', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.do('createVersion', { name: 'Next' });
    for (let index = 1; index <= 5; index++)
      await author.test('m1', `Test ${index}`, { ...next, comment: 'x'.repeat(9_000) });
    const first = await compare(author, { limit: 3 });
    expect([first.differences.length, first.total]).toEqual([3, 5]);
    const { differences } = await compare(author, { limit: 3, cursor: first.nextCursor });
    expect(differences).toHaveLength(2);
    expect((await compare(author, { filter: 'test 4' })).differences).toHaveLength(1);
    expect(await author.refusal('compareVersions', { from: 'main', to: 'gone' })).toMatch(/^not-found/);
    expect(await author.refusal('compareVersions', { from: 'main', to: 'main' })).toMatch(/^invalid-params/);
  });
});
