import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const Problem = z.looseObject({ message: z.string() });
const Changed = z.strictObject({
  actions: z.array(z.looseObject({ actionIndex: z.number(), actionId: z.string() })),
  problems: z.array(Problem).optional(),
});
const Deleted = z.strictObject({ deleted: z.array(z.string()), problems: z.array(Problem).optional() });

/** A test whose actions are comments with the words, `a1` first. */
async function openTest(words: readonly string[], more: readonly object[] = []) {
  const shop = await openShop();
  const { author } = shop;
  await author.module('A');
  await author.test('m1', 'One', { actions: [...words.map(text => ({ type: 'comment', text })), ...more] });
  const call = <Reply>(tool: string, args: object, schema: z.ZodType<Reply>) =>
    author.client.call(tool, { ...place, ...args }, schema);
  return {
    author,
    order: async () => (await author.actions(place)).map(({ actionId }) => actionId),
    change: (tool: string, args: object) => call(tool, args, Changed),
    remove: (args: object) => call('deleteActions', args, Deleted),
    refusal: (tool: string, args: object) => author.refusal(tool, { ...place, ...args }),
    undo: () => author.do('undo'),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  };
}

const LETTERS = ['a', 'b', 'c', 'd'];
const BLOCK = [{ type: 'if', condition: 'true' }, { type: 'reload' }, { type: 'end' }];

describe('several actions', () => {
  it('extractTest makes a test of actions right after theirs and plugs it in, as one edit', async () => {
    await using test = await openTest(['a', 'with {{user}}', 'c'], BLOCK);
    const { author } = test;
    await author.do('editTest', { ...place, parameters: [{ name: 'user' }, { name: 'other' }] });
    await author.test('m1', 'Last');
    const extract = (args: object) =>
      author.client.call('extractTest', { ...place, name: 'New', ...args }, Changed.extend({ extracted: z.string() }));
    for (const actionIndexes of [
      [0, 2],
      [3, 4],
    ])
      expect(await test.refusal('extractTest', { actionIndexes, name: 'New' })).toMatch(/^invalid-params: Only /);
    const before = await test.order();
    const reply = await extract({ actionIndexes: [2, 1] });
    expect(reply).toMatchObject({
      extracted: 't3',
      actions: [{ actionIndex: 1, type: 'plugTest', test: 't3', parameters: { user: '{{user}}' } }],
    });
    expect(await author.actions({ moduleCode: 'm1', testCode: 't3' })).toMatchObject([
      { text: 'with {{user}}' },
      { text: 'c' },
    ]);
    const Tests = z.object({ tests: z.array(z.looseObject({ testCode: z.string() })) });
    const codes = async () =>
      (await author.client.call('getTests', { moduleCode: 'm1' }, Tests)).tests.map(({ testCode }) => testCode);
    expect(await codes()).toEqual(['t1', 't3', 't2']);
    await test.undo();
    expect([await test.order(), await codes()]).toEqual([before, ['t1', 't2']]);
  });

  it('deleteActions deletes actions by positions or ids in any order, as one edit', async () => {
    await using test = await openTest(LETTERS);
    expect(await test.remove({ actionIndexes: [2, 0] })).toEqual({ deleted: ['a3', 'a1'] });
    expect(await test.order()).toEqual(['a2', 'a4']);
    expect(await test.remove({ actionIds: ['a4', 'a2'] })).toEqual({ deleted: ['a4', 'a2'] });
    expect(await test.order()).toEqual([]);
    await test.undo();
    expect(await test.order()).toEqual(['a2', 'a4']);
    await test.undo();
    expect(await test.order()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('moveActions brings actions together at the target position and keeps their order', async () => {
    await using test = await openTest(LETTERS);
    const { actions } = await test.change('moveActions', { actionIndexes: [3, 0], to: 1 });
    expect(actions.map(({ actionIndex, actionId }) => [actionIndex, actionId])).toEqual([
      [1, 'a1'],
      [2, 'a4'],
    ]);
    expect(await test.order()).toEqual(['a2', 'a1', 'a4', 'a3']);
    await test.change('moveActions', { actionIds: ['a3', 'a2'], to: 2 });
    expect(await test.order()).toEqual(['a1', 'a4', 'a2', 'a3']);
    await test.undo();
    expect(await test.order()).toEqual(['a2', 'a1', 'a4', 'a3']);
    expect(await test.refusal('moveActions', { actionIndexes: [0, 1], to: 3 })).toMatch(
      /^not-found: No position 3 in test t1 for the first of the moved actions: it can go to 0 to 2/,
    );
    const { data } = await test.author.client.failure('moveActions', { ...place, actionIndexes: [0, 1], to: 3 });
    expect(data.expected).toBe('0 to 2');
  });

  it('editActions changes each action in its own fields, as one edit', async () => {
    await using test = await openTest(LETTERS);
    const edits = [
      { actionIndex: 3, disabled: true },
      { actionId: 'a1', text: 'first', comment: 'why' },
      { actionIndex: 1, actionId: 'a2', type: 'visit', url: '/' },
    ];
    expect(await test.change('editActions', { edits })).toEqual({
      actions: [
        { actionIndex: 0, actionId: 'a1', type: 'comment', text: 'first', comment: 'why' },
        { actionIndex: 1, actionId: 'a2', type: 'visit', url: '/' },
        { actionIndex: 3, actionId: 'a4', type: 'comment', text: 'd', disabled: true },
      ],
    });
    await test.undo();
    const actions = await test.author.actions(place);
    expect(actions.map(({ text, disabled }) => [text, disabled])).toEqual(LETTERS.map(text => [text, undefined]));
  });

  it('a call for several actions changes nothing when any part of it is wrong', async () => {
    await using test = await openTest(LETTERS);
    const before = await test.author.actions(place);
    for (const [tool, args, refusal] of [
      ['deleteActions', { actionIndexes: [0, 4] }, /^not-found: No action 4 in test t1: it has actions 0 to 3/],
      ['deleteActions', { actionIds: ['a1', 'a9'] }, /^not-found: No action a9 in test t1/],
      ['deleteActions', { actionIndexes: [1, 0, 1] }, /^invalid-params: "actionIndexes\[2\]" names action 1 .* again/],
      ['deleteActions', { actionIds: ['a2', 'a2'] }, /^invalid-params: "actionIds\[1\]" names action 1 .* again/],
      ['deleteActions', { actionIndexes: [0], actionIds: ['a1'] }, /^invalid-params: .*one of the two/],
      ['deleteActions', {}, /^invalid-params: Name the actions by "actionIndexes" or by "actionIds"/],
      ['deleteActions', { actionIndexes: [] }, /^invalid-params/],
      ['deleteActions', { actionIndexes: [-1] }, /^invalid-params/],
      ['deleteActions', { actionIndexes: [0], ifRevision: 'old' }, /^conflict/],
      ['moveActions', { actionIndexes: [0, 0], to: 0 }, /^invalid-params: "actionIndexes\[1\]"/],
      ['moveActions', { actionIndexes: [0] }, /^invalid-params.*"to"/],
      ['editActions', { edits: [] }, /^invalid-params/],
      ['editActions', { edits: [{ comment: 'x' }] }, /^invalid-params: Name the action/],
      [
        'editActions',
        { edits: [{ actionIndex: 0 }, { actionId: 'a1' }] },
        /^invalid-params: "edits\[1\]" names action 0/,
      ],
      [
        'editActions',
        {
          edits: [
            { actionIndex: 0, comment: 'x' },
            { actionIndex: 1, url: '/' },
          ],
        },
        /^invalid-params: "comment" has no field "url"/,
      ],
      [
        'editActions',
        {
          edits: [
            { actionIndex: 0, comment: 'x' },
            { actionIndex: 1, text: null },
          ],
        },
        /^invalid-params: "edits\[1\]\.text" is missing/,
      ],
    ] as const) {
      expect(await test.refusal(tool, args)).toMatch(refusal);
      expect(await test.author.actions(place)).toEqual(before);
    }
  });

  it('deleting or moving part of a block reports the broken block as a problem of the test', async () => {
    await using test = await openTest(['a'], BLOCK);
    const { problems } = await test.remove({ actionIndexes: [3, 0] });
    expect(problems?.map(({ message }) => message)).toEqual([expect.stringContaining('"if" without "end"')]);
    await test.undo();
    const moved = await test.change('moveActions', { actionIndexes: [3], to: 0 });
    expect(moved.problems).toHaveLength(2);
    await test.undo();
    const whole = await test.change('moveActions', { actionIndexes: [1, 2, 3], to: 0 });
    expect(whole.problems).toBeUndefined();
    expect(await test.order()).toEqual(['a2', 'a3', 'a4', 'a1']);
  });

  it('any set of moved actions ends up at the target position, and the others keep their order', async () => {
    await using test = await openTest([...LETTERS, 'e', 'f']);
    const original = await test.order();
    const anyMove = fc.record({ actionIds: fc.subarray(original, { minLength: 1 }), to: fc.nat({ max: 5 }) });
    await fc.assert(
      fc.asyncProperty(anyMove, async ({ actionIds, to }) => {
        const before = await test.order();
        const others = before.filter(id => !actionIds.includes(id));
        const place = Math.min(to, others.length);
        await test.change('moveActions', { actionIds, to: place });
        const moved = before.filter(id => actionIds.includes(id));
        expect(await test.order()).toEqual(others.toSpliced(place, 0, ...moved));
      }),
      { numRuns: 30 },
    );
  });
});
