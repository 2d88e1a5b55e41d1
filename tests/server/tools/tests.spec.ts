import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const WHOLE = {
  type: 'web',
  comment: 'The usual way',
  tags: ['@smoke', 'shop'],
  skip: true,
  role: 'customer',
  app: 'STORE',
  parameters: [{ name: 'user', default: 'ann', comment: 'Who' }, { name: 'count' }],
  data: { rows: [{ user: 'ann', count: 2, vip: true }, { user: 'bob' }] },
};

const names = async (author: Author, args: object = {}) => (await author.tests(args)).map(({ name }) => name);
const codes = async (author: Author, moduleCode: string) =>
  (await author.tests({ moduleCode })).map(({ testCode }) => testCode);

describe('tests', () => {
  it('a test is created whole in one call and reads back the same', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const actions = [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: "getByLabel('Count')", value: 3 },
    ];
    const test = await author.test('m1', 'Buy', { ...WHOLE, actions });
    expect(test).toMatchObject({
      testCode: 't1',
      testId: 't1',
      moduleCode: 'm1',
      moduleId: 'm1',
      name: 'Buy',
      ...WHOLE,
    });
    expect(test.actions).toEqual([
      { actionIndex: 0, actionId: 'a1', type: 'visit', url: '/' },
      { actionIndex: 1, actionId: 'a2', type: 'fill', locator: "getByLabel('Count')", value: '3' },
    ]);
    expect(await author.tests({ includeActions: true })).toEqual([test]);
    const [read] = await author.tests();
    expect(read).not.toHaveProperty('actions');
    expect(read?.actionCount).toBe(2);
  });

  it('a new test accepts actions read from another test and gives them new ids', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const test = await author.test('m1', 'Buy', { actions: [{ type: 'visit', url: '/' }, { type: 'reload' }] });
    const copy = await author.test('m1', 'Copy', { actions: test.actions });
    expect(copy.actions?.map(({ actionId }) => actionId)).toEqual(['a3', 'a4']);
  });

  it('null removes an optional field of a test, and an array is replaced as a whole', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Buy', WHOLE);
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', tags: ['@slow'], data: { file: 'rows.csv' } });
    expect((await author.tests())[0]).toMatchObject({ ...WHOLE, tags: ['@slow'], data: { file: 'rows.csv' } });
    const cleared = { comment: null, tags: null, skip: null, role: null, app: null, parameters: null, data: null };
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', ...cleared });
    expect(Object.keys((await author.tests())[0] ?? {}).sort()).toEqual(
      ['actionCount', 'moduleCode', 'moduleId', 'name', 'revision', 'testCode', 'testId', 'type'].sort(),
    );
  });

  it('editTest replaces all actions and gives them new ids', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Buy', { actions: [{ type: 'reload' }, { type: 'goBack' }] });
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', actions: [{ type: 'visit', url: '/' }] });
    expect(await author.actions({ moduleCode: 'm1', testCode: 't1' })).toEqual([
      { actionIndex: 0, actionId: 'a3', type: 'visit', url: '/' },
    ]);
    await author.do('editTest', { moduleCode: 'm1', testCode: 't1', actions: [] });
    expect((await author.tests())[0]?.actionCount).toBe(0);
  });

  it('a test keeps its code and actions when it moves within its module or to another', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    for (const name of ['One', 'Two', 'Three']) await author.test('m1', name, { actions: [{ type: 'reload' }] });
    await author.do('editTest', { moduleCode: 'm1', testCode: 't3', order: 0 });
    expect(await codes(author, 'm1')).toEqual(['t3', 't1', 't2']);
    await author.do('editTest', { moduleCode: 'm1', testCode: 't3', order: 99 });
    expect(await codes(author, 'm1')).toEqual(['t1', 't2', 't3']);
    const Moved = z.object({ test: z.looseObject({}) });
    const move = { moduleCode: 'm1', testCode: 'm1.t2', newModuleCode: 'm2', name: 'Second' };
    expect((await author.client.call('editTest', move, Moved)).test).toMatchObject({
      moduleCode: 'm2',
      testCode: 't2',
    });
    expect([await codes(author, 'm1'), await codes(author, 'm2')]).toEqual([['t1', 't3'], ['t2']]);
    expect(await author.actions({ moduleCode: 'm2', testCode: 'm2.t2' })).toMatchObject([{ actionId: 'a2' }]);
    await author.do('editTest', { moduleCode: 'm1', testCode: 't3', newModuleCode: 'm2', order: 0 });
    expect(await codes(author, 'm2')).toEqual(['t3', 't2']);
    expect(await author.refusal('editTest', { moduleCode: 'm2', testCode: 't3', newModuleCode: 'm9' })).toMatch(
      /^not-found: No module m9/,
    );
  });

  it('a test is found by its code with or without the module, but not in another module', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'One');
    for (const testCode of ['t1', 'm1.t1']) await author.do('editTest', { moduleCode: 'm1', testCode, name: 'Uno' });
    const wrong = await author.client.failure('editTest', { moduleCode: 'm2', testCode: 't1', name: 'X' });
    expect(wrong.message).toBe('Test t1 is in module m1, not in m2.');
    expect(wrong.data).toMatchObject({ reason: 'not-found', field: 'moduleCode', expected: 'm1' });
    expect(await author.refusal('editTest', { moduleCode: 'm1', testCode: 'm2.t1' })).toMatch(
      /^not-found|^invalid-params/,
    );
    expect(await author.refusal('deleteTest', { moduleCode: 'm1', testCode: 't9' })).toMatch(
      /^not-found: No test t9 in module m1\. Tests: t1 Uno\./,
    );
    expect(await author.refusal('editTest', { moduleCode: 'm9', testCode: 't1' })).toMatch(/^not-found: No module m9/);
  });

  it('getTests filters by module, by code and by tags that must all match, and answers in pages', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.module('B');
    await author.test('m1', 'One', { tags: ['@smoke', '@slow'] });
    await author.test('m2', 'Two', { tags: ['smoke'] });
    await author.test('m2', 'Three');
    expect(await names(author)).toEqual(['One', 'Two', 'Three']);
    expect(await names(author, { moduleCode: 'm2' })).toEqual(['Two', 'Three']);
    expect(await names(author, { tags: ['@smoke'] })).toEqual(['One', 'Two']);
    expect(await names(author, { tags: ['smoke', '@slow'] })).toEqual(['One']);
    expect(await names(author, { filter: 't3' })).toEqual(['Three']);
    expect(await names(author, { limit: 1, cursor: '1' })).toEqual(['Two']);
    expect(await author.refusal('getTests', { moduleCode: 'm9' })).toMatch(/^not-found/);
  });

  it('a test that another one plugs in is deleted only with force', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'Log in');
    await author.test('m1', 'Buy', { actions: [{ type: 'reload' }, { type: 'plugTest', test: 't1' }] });
    expect(await author.refusal('deleteTest', { moduleCode: 'm1', testCode: 't1' })).toBe(
      'in-use: Test t1 is in use: m1.t2 action 1 uses t1. "force": true deletes it anyway.',
    );
    await author.do('deleteTest', { moduleCode: 'm1', testCode: 't1', force: true });
    expect(await names(author)).toEqual(['Buy']);
  });

  it('a test cannot plug in a missing test, nor itself directly or through another test', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const plug = (test: string) => ({ actions: [{ type: 'plugTest', test }] });
    expect(await author.refusal('createTest', { moduleCode: 'm1', name: 'X', ...plug('t9') })).toMatch(
      /^not-found: No test t9/,
    );
    await author.test('m1', 'One');
    await author.test('m1', 'Two', plug('t1'));
    const circle = { moduleCode: 'm1', testCode: 't1', ...plug('m1.t2') };
    expect(await author.refusal('editTest', circle)).toMatch(
      /^invalid-project: Test t1 would plug itself: t1 → t2 → t1/,
    );
    expect(
      await author.refusal('createAction', { moduleCode: 'm1', testCode: 't2', type: 'plugTest', test: 't2' }),
    ).toMatch(/^invalid-project/);
    expect((await author.tests({ filter: 't1' }))[0]?.actionCount).toBe(0);
  });

  it('an edit reports the problems that would keep the test from running', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One');
    const Reply = z.object({ problems: z.array(z.looseObject({ message: z.string() })).optional() });
    const place = { moduleCode: 'm1', testCode: 't1' };
    const add = (fields: object) => author.client.call('createAction', { ...place, ...fields }, Reply);
    expect((await add({ type: 'if', condition: 'true' })).problems).toHaveLength(1);
    expect((await add({ type: 'end' })).problems).toBeUndefined();
    const suite = await author.client.call('editTest', { ...place, type: 'suite' }, Reply);
    expect(suite.problems?.[0]?.message).toMatch(/a suite holds only/);
  });

  it('an edit of a test with an outdated revision is refused and names who changed it', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const { revision } = await author.test('m1', 'One');
    const colleague = await shop.colleague();
    await colleague.action({ moduleCode: 'm1', testCode: 't1' }, { type: 'reload' });
    const place = { moduleCode: 'm1', testCode: 't1', ifRevision: revision };
    for (const [tool, args] of [
      ['editTest', { name: 'Two' }],
      ['deleteTest', {}],
      ['createAction', { type: 'reload' }],
      ['createActions', { actions: [{ type: 'reload' }] }],
      ['editAction', { actionIndex: 0, comment: 'x' }],
      ['moveAction', { actionIndex: 0, to: 0 }],
      ['deleteAction', { actionIndex: 0 }],
    ] as const) {
      const { message, data } = await author.client.failure(tool, { ...place, ...args });
      expect(message).toMatch(/^Test t1 was changed since you read it, last by write 2 \(createAction reload in t1\)/);
      expect(data).toMatchObject({ reason: 'conflict', changedBy: { by: 'write 2' } });
    }
    const [fresh] = await author.tests();
    await author.do('editTest', { ...place, name: 'Two', ifRevision: fresh?.revision });
    expect(await names(author)).toEqual(['Two']);
  });

  it.each([
    [{ moduleCode: 'm1' }, /"name" is missing/],
    [{ name: 'A' }, /"moduleCode" is missing/],
    [
      { name: 'A', moduleCode: 'm1', type: 'api-test' },
      /"type" must be one of "web", "api", "suite".*Did you mean "api"/,
    ],
    [{ name: 'A', moduleCode: 'm1', tags: ['two words'] }, /"tags\[0\]".*a tag/],
    [{ name: 'A', moduleCode: 'm1', tags: '@smoke' }, /"tags" must be an array/],
    [{ name: 'A', moduleCode: 'm1', parameters: [{ name: '1st' }] }, /"parameters\[0\].name"/],
    [{ name: 'A', moduleCode: 'm1', parameters: [{ name: 'secret' }] }, /“secret” is reserved for secret\.NAME/],
    [{ name: 'A', moduleCode: 'm1', parameters: [{ nam: 'x', name: 'x' }] }, /Unknown parameter "parameters\[0\].nam"/],
    [{ name: 'A', moduleCode: 'm1', data: { rows: [{ user: ['x'] }] } }, /"data/],
    [{ name: 'A', moduleCode: 'm1', data: [] }, /"data"/],
    [{ name: 'A', moduleCode: 'm1', skip: 'yes' }, /"skip" must be a boolean/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'klick' }] }, /"actions\[0\].type".*Did you mean "click"/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'click' }] }, /"actions\[0\].locator" is missing/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'reload', url: '/' }] }, /"reload" has no field "url"/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'click', locator: 'getByRole(' }] }, /"actions\[0\].locator"/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'if', condition: '1' }] }, /"actions\[0\]"/],
    [{ name: 'A', moduleCode: 'm1', actions: [{ type: 'end' }] }, /"actions\[0\]"/],
    [{ name: 'A', moduleCode: 'm1', type: 'suite', actions: [{ type: 'reload' }] }, /a suite holds only/],
  ])('createTest refuses %j', async (args, message) => {
    await using shop = await openShop();
    await shop.author.module('A');
    const failure = await shop.author.client.failure('createTest', args);
    expect(failure.code).toBe(-32602);
    expect(failure.message).toMatch(message);
    expect(await shop.author.tests()).toEqual([]);
  });
});
