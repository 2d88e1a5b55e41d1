import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };

async function openTest(actions: readonly object[] = []) {
  const shop = await openShop();
  await shop.author.module('A');
  await shop.author.test('m1', 'One', { actions });
  const { author } = shop;
  return {
    author,
    order: async () => (await author.actions(place)).map(({ actionId }) => actionId),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}

const THREE = [{ type: 'reload' }, { type: 'goBack' }, { type: 'goForward' }];

describe('actions', () => {
  it('a new action is put at the end of a test or at a given position', async () => {
    await using shop = await openTest();
    const { author } = shop;
    expect(await author.action(place, { type: 'reload' })).toEqual({ actionIndex: 0, actionId: 'a1', type: 'reload' });
    expect(await author.action(place, { type: 'goBack', actionIndex: 0 })).toMatchObject({
      actionIndex: 0,
      actionId: 'a2',
    });
    expect(await author.action(place, { type: 'goForward', actionIndex: 2 })).toMatchObject({ actionIndex: 2 });
    expect(await shop.order()).toEqual(['a2', 'a1', 'a3']);
    const { data, message } = await author.client.failure('createAction', { ...place, type: 'reload', actionIndex: 4 });
    expect(data).toMatchObject({ reason: 'not-found', field: 'actionIndex', expected: '0 to 3' });
    expect(message).toContain('it has actions 0 to 2');
  });

  it('the code of a test is enough to edit it, without that of its module', async () => {
    await using shop = await openTest(THREE);
    const { author } = shop;
    await author.do('editAction', { testCode: 't1', actionIndex: 0, type: 'goBack' });
    await author.do('deleteAction', { testCode: 'm1.t1', actionIndex: 1 });
    await author.do('createAction', { testCode: 't1', type: 'reload' });
    await author.do('editTest', { testCode: 't1', name: 'Two' });
    expect((await author.actions(place)).map(({ type }) => type)).toEqual(['goBack', 'goForward', 'reload']);
    expect((await author.tests()).map(({ name }) => name)).toEqual(['Two']);
    await author.do('deleteTest', { testCode: 't1' });
    expect(await author.tests()).toEqual([]);
  });

  it('createActions adds all of its actions or none of them', async () => {
    await using shop = await openTest(THREE);
    const Reply = z.object({ actions: z.array(z.looseObject({ actionIndex: z.number(), actionId: z.string() })) });
    const actions = [{ type: 'visit', url: '/' }, { type: 'reload' }];
    const made = await shop.author.client.call('createActions', { ...place, actions, actionIndex: 1 }, Reply);
    expect(made.actions.map(action => [action.actionIndex, action.actionId])).toEqual([
      [1, 'a4'],
      [2, 'a5'],
    ]);
    const half = { ...place, actions: [{ type: 'reload' }, { type: 'visit' }] };
    const { code, data } = await shop.author.client.failure('createActions', half);
    expect([code, data.field]).toEqual([-32602, 'actions[1].url']);
    const missing = { ...place, actions: [{ type: 'reload' }, { type: 'plugTest', test: 't9' }] };
    expect(await shop.author.refusal('createActions', missing)).toMatch(/^not-found/);
    expect(await shop.author.refusal('createActions', { ...place, actions: [] })).toMatch(/^invalid-params/);
    expect(await shop.order()).toEqual(['a1', 'a4', 'a5', 'a2', 'a3']);
  });

  it('an action is found by its position or by its id, which stays the same when it moves', async () => {
    await using shop = await openTest(THREE);
    const { author } = shop;
    await author.do('moveAction', { ...place, actionIndex: 0, to: 2 });
    expect(await shop.order()).toEqual(['a2', 'a3', 'a1']);
    await author.do('moveAction', { ...place, actionId: 'a1', to: 0 });
    expect(await shop.order()).toEqual(['a1', 'a2', 'a3']);
    await author.do('editAction', { ...place, actionId: 'a2', actionIndex: 1, comment: 'both' });
    expect(await author.refusal('editAction', { ...place, actionId: 'a2', actionIndex: 0, comment: 'x' })).toMatch(
      /^conflict: Action a2 is at 1 now, not at 0/,
    );
    expect(await author.refusal('editAction', { ...place, comment: 'x' })).toMatch(/^invalid-params.*actionId/);
    for (const tool of ['editAction', 'deleteAction']) {
      expect(await author.refusal(tool, { ...place, actionIndex: 3 })).toMatch(
        /^not-found: No action 3 in test t1: it has actions 0 to 2/,
      );
      expect(await author.refusal(tool, { ...place, actionId: 'a9' })).toMatch(/^not-found: No action a9/);
    }
    expect(await author.refusal('moveAction', { ...place, actionIndex: 0, to: 3 })).toMatch(
      /^not-found.*to|^not-found/,
    );
  });

  it('editAction changes only the fields that are given, and null removes a field', async () => {
    await using shop = await openTest([{ type: 'fill', locator: '#a', value: 'x', timeoutMs: 500 }]);
    const edit = (fields: object) => shop.author.do('editAction', { ...place, actionIndex: 0, ...fields });
    const read = async () => (await shop.author.actions(place))[0];
    await edit({ value: 42, comment: 'why', onFailure: 'continue', disabled: true });
    expect(await read()).toMatchObject({
      value: '42',
      comment: 'why',
      onFailure: 'continue',
      disabled: true,
      timeoutMs: 500,
    });
    await edit({ timeoutMs: null, comment: null, onFailure: null, disabled: null });
    expect(await read()).toEqual({ actionIndex: 0, actionId: 'a1', type: 'fill', locator: '#a', value: '42' });
    expect(await shop.author.refusal('editAction', { ...place, actionIndex: 0, value: null })).toMatch(
      /^invalid-params: "value" is missing/,
    );
    expect(await shop.author.refusal('editAction', { ...place, actionIndex: 0, url: '/' })).toMatch(
      /^invalid-params: "fill" has no field "url"\. It takes locator, value/,
    );
  });

  it('an action that changes its type keeps the fields that both types have', async () => {
    await using shop = await openTest([{ type: 'fill', locator: '#a', value: 'x', comment: 'c' }]);
    await shop.author.do('editAction', { ...place, actionIndex: 0, type: 'click' });
    expect(await shop.author.actions(place)).toEqual([
      { actionIndex: 0, actionId: 'a1', type: 'click', locator: '#a', comment: 'c' },
    ]);
    expect(await shop.author.refusal('editAction', { ...place, actionIndex: 0, type: 'visit' })).toMatch(
      /^invalid-params: "url" is missing/,
    );
    expect(await shop.author.refusal('editAction', { ...place, actionIndex: 0, type: 'clik' })).toMatch(/"click"/);
  });

  it('the actions after a deleted one move up, and its id is never used again', async () => {
    await using shop = await openTest(THREE);
    const reply = await shop.author.client.call('deleteAction', { ...place, actionIndex: 1 }, z.unknown());
    expect(reply).toEqual({ deleted: ['a2'] });
    await shop.author.do('deleteAction', { ...place, actionId: 'a3' });
    expect((await shop.author.action(place, { type: 'reload' })).actionId).toBe('a4');
    expect(await shop.order()).toEqual(['a1', 'a4']);
    await shop.author.do('deleteAction', { ...place, actionIndex: 0 });
    expect(await shop.author.refusal('deleteAction', { ...place, actionIndex: 1 })).toMatch(/it has one action, 0/);
    await shop.author.do('deleteAction', { ...place, actionIndex: 0 });
    expect(await shop.author.refusal('deleteAction', { ...place, actionIndex: 0 })).toMatch(/it has no actions/);
  });

  it('a plugTest action stores the code of its test without the module', async () => {
    await using shop = await openTest();
    const { author } = shop;
    await author.test('m1', 'Two');
    await author.action(place, { type: 'plugTest', test: 'm1.t2' });
    expect(await author.actions(place)).toMatchObject([{ type: 'plugTest', test: 't2' }]);
  });

  it('a number is accepted for a text field, in lists and records too, and is stored as text', async () => {
    await using shop = await openTest();
    const { author } = shop;
    await author.test('m1', 'Two', { parameters: [{ name: 'count' }] });
    await author.action(place, { type: 'select', locator: '#a', values: [1, 'two'] });
    await author.action(place, { type: 'select', locator: '#a', values: 3 });
    await author.action(place, { type: 'plugTest', test: 't2', parameters: { count: 5 } });
    await author.action(place, { type: 'assert', matcher: 'toHaveCount', locator: '#a', expected: 2 });
    expect(await author.actions(place)).toMatchObject([
      { values: ['1', 'two'] },
      { values: ['3'] },
      { parameters: { count: '5' } },
      { expected: '2' },
    ]);
  });

  it('getActions lists actions in pages, together with the revision of their test', async () => {
    await using shop = await openTest(THREE);
    const Reply = z.looseObject({ actions: z.array(z.looseObject({ type: z.string() })), revision: z.string() });
    const list = (args: object) => shop.author.client.call('getActions', { ...place, ...args }, Reply);
    expect(await list({ filter: 'go' })).toMatchObject({ total: 2 });
    expect(await list({ limit: 2 })).toMatchObject({ total: 3, nextCursor: '2' });
    expect((await list({ cursor: '2' })).actions).toMatchObject([{ type: 'goForward', actionIndex: 2 }]);
    expect((await list({})).revision).toBe((await shop.author.tests())[0]?.revision);
    expect(await shop.author.refusal('getActions', { moduleCode: 'm1', testCode: 't9' })).toMatch(/^not-found/);
    expect(await shop.author.refusal('getActions', { moduleCode: 'm1' })).toMatch(
      /^invalid-params: "testCode" is missing/,
    );
  });
});
