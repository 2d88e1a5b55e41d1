import { describe, expect, test } from 'vitest';
import { flat, states, useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1><p>here</p>' });

const visit = { type: 'visit', url: '/' };
const end = { type: 'end' };
const orElse = { type: 'else' };
const group = (title = 'Some') => ({ type: 'group', title });
const comment = (text: string) => ({ type: 'comment', text });
const wrong = { type: 'script', code: 'throw new Error("no")' };
const missing = { type: 'assert', matcher: 'toBeVisible', locator: '#no', timeoutMs: 50 };

describe('blocks', () => {
  test('the result of a group contains the results of its actions', async () => {
    const results = await runner.passes([
      group('Outer'),
      comment('a'),
      group('Inner'),
      comment('b'),
      end,
      end,
      comment('c'),
    ]);
    expect(results.actions).toMatchObject([
      {
        actionIndex: 0,
        type: 'group',
        actions: [
          { actionIndex: 1 },
          { actionIndex: 2, actions: [{ actionIndex: 3, title: expect.stringContaining('b') }] },
        ],
      },
      { actionIndex: 6, type: 'comment' },
    ]);
  });

  test('a condition or an assertion decides which branch of an if runs', async () => {
    const results = await runner.passes([
      visit,
      { type: 'extract', from: 'count', locator: 'p', into: 'count' },
      { type: 'if', condition: 'count > 0 and var.count < 2' },
      comment('yes'),
      orElse,
      comment('no'),
      end,
      { type: 'if', matcher: 'toBeVisible', locator: 'h1' },
      comment('yes'),
      end,
      { type: 'if', matcher: 'toBeVisible', locator: '#no' },
      comment('no'),
      orElse,
      comment('yes'),
      end,
      { type: 'if', matcher: 'toHaveText', locator: 'h1', expected: 'Home', not: true },
      comment('no'),
      end,
    ]);
    const told = flat(results.actions).filter(({ type }) => type === 'comment');
    expect(told.map(({ actionIndex }) => actionIndex)).toEqual([3, 8, 13]);
  });

  test('an if checks its assertion only once, whatever its time limit', async () => {
    const results = await runner.passes([
      visit,
      { type: 'if', matcher: 'toHaveCount', locator: '#no', expected: 1, timeoutMs: 3_600_000 },
      comment('seen'),
      end,
      { type: 'if', matcher: 'toPassScript', expected: 'false', timeoutMs: 3_600_000 },
      comment('seen'),
      end,
      { type: 'if', matcher: 'toPassScript', expected: 'document.title === "Page"', timeoutMs: 1 },
      orElse,
      comment('seen'),
      end,
    ]);
    expect(flat(results.actions).some(({ type }) => type === 'comment')).toBe(false);
  });

  test('a loop repeats by rows, by number or while its condition holds', async () => {
    const results = await runner.passes(
      [
        visit,
        {
          type: 'loop',
          rows: [
            { name: 'Ann', age: 3 },
            { name: 'Bob', age: 4 },
          ],
        },
        { type: 'script', code: '1', into: 'one' },
        { type: 'if', condition: 'name = "Bob" and age = 4' },
        comment('Bob'),
        end,
        end,
        { type: 'loop', times: '{{ one + 1 }}' },
        { type: 'extract', from: 'script', code: '(window.count = (window.count ?? 0) + 1)', into: 'count' },
        end,
        { type: 'loop', while: 'count < 5' },
        { type: 'extract', from: 'script', code: '++window.count', into: 'count' },
        end,
        { type: 'loop', times: 0 },
        comment('never'),
        end,
        { type: 'assert', matcher: 'toPassScript', expected: 'count === 5 && {{round}} === 2' },
      ].map(action => (action.type === 'assert' ? { ...action, expected: 'count === 5' } : action)),
    );
    const [, rows, times, whiled, never] = results.actions;
    expect(rows?.actions?.map(({ type, round }) => [type, round])).toEqual([
      ['script', 1],
      ['if', 1],
      ['script', 2],
      ['if', 2],
    ]);
    expect(rows?.actions?.map(({ actions }) => actions?.length)).toEqual([undefined, 0, undefined, 1]);
    expect(times?.actions?.map(({ round }) => round)).toEqual([1, 2]);
    expect(whiled?.actions?.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(never).toMatchObject({ state: 'passed', actions: [] });
  });

  test('a loop runs at most 10000 rounds, and its number of rounds must be a whole number', {
    tags: ['full'],
  }, async () => {
    const results = await runner.run([
      { type: 'script', code: 'true', into: 'yes' },
      { type: 'loop', while: 'yes' },
      end,
    ]);
    expect(results.actions[1]?.error?.message).toBe(
      'The loop was still going on after 10000 rounds: its condition “yes” stays true.',
    );
    const many = await runner.fails([{ type: 'loop', times: '{{ 10001 }}' }, end]);
    expect(many.error.message).toBe('"times" must be 10000 at most, not “10001”.');
    const text = await runner.fails([{ type: 'loop', times: '{{ "a" & "b" }}' }, end]);
    expect(text.error.message).toBe('"times" must be a whole number, not “ab”.');
  });

  test('a failed action ends its blocks, and the rest is listed as skipped', async () => {
    const { actions, outcome } = await runner.run([
      visit,
      { type: 'loop', times: 3 },
      { type: 'if', condition: 'round = 2' },
      missing,
      comment('not reached'),
      end,
      comment('after'),
      end,
      comment('last'),
    ]);
    expect(outcome).toBe('failed');
    expect(states(actions)).toEqual(['passed', 'failed', 'skipped']);
    expect(actions[1]?.actions?.map(({ actionIndex, round, state }) => [actionIndex, round, state])).toEqual([
      [2, 1, 'passed'],
      [6, 1, 'passed'],
      [2, 2, 'failed'],
      [6, 2, 'skipped'],
    ]);
    expect(states(actions[1]?.actions?.[2]?.actions ?? [])).toEqual(['failed', 'skipped']);
  });

  test('a run continues after an action that may fail, inside a block as well', async () => {
    const { actions, outcome } = await runner.run([
      visit,
      { ...wrong, onFailure: 'continue' },
      group(),
      { ...missing, onFailure: 'continue' },
      comment('inside'),
      end,
      { ...group(), onFailure: 'continue' },
      missing,
      comment('not reached'),
      end,
      comment('outside'),
    ]);
    expect(outcome).toBe('failed');
    expect(states(actions)).toEqual(['passed', 'error', 'failed', 'failed', 'passed']);
    expect(states(actions[2]?.actions ?? [])).toEqual(['failed', 'passed']);
    expect(states(actions[3]?.actions ?? [])).toEqual(['failed', 'skipped']);
  });

  test('disabled actions are skipped, whole blocks too', async () => {
    const { actions } = await runner.passes([
      { ...wrong, disabled: true },
      { ...group(), disabled: true },
      wrong,
      end,
      comment('a'),
    ]);
    expect(states(actions)).toEqual(['skipped', 'skipped', 'passed']);
  });

  test('a condition that cannot be evaluated ends in an error that says why', async () => {
    const { actions, outcome } = await runner.run([{ type: 'if', condition: 'nobody > 3' }, end, comment('a')]);
    expect(outcome).toBe('error');
    expect(actions[0]).toMatchObject({
      state: 'error',
      error: { message: expect.stringMatching(/^No value is called nobody;/) },
    });
    expect(actions[1]).toMatchObject({ state: 'skipped' });
  });
});

describe('a loop over a value', () => {
  const over = (rows: string, words: string) => [
    { type: 'loop', rows },
    { type: 'assert', matcher: 'toPassScript', expected: `(window.said ??= []).push("${words}")` },
    end,
  ];
  const said = (words: string[]) => ({
    type: 'assert',
    matcher: 'toPassScript',
    expected: `JSON.stringify(window.said) === ${JSON.stringify(JSON.stringify(words))}`,
  });

  test('a loop goes over lists of objects, of values and over data tables, whose first row has the names', () =>
    runner.passes([
      visit,
      {
        type: 'script',
        code: '({ people: [{ name: "Ann" }, { name: "Bob" }], table: [["First name", "age"], ["Cem", "3"]], words: ["x"] })',
        into: 'it',
      },
      ...over('{{ it.people }}', '{{ round }} {{ name }}'),
      ...over('{{ it.people[name = "Bob"] }}', '{{ name }}'),
      ...over('{{ it.table }}', '{{ `First name` }} {{ age }}'),
      ...over('{{ it.words }}', '{{ item }}'),
      said(['1 Ann', '2 Bob', 'Bob', 'Cem 3', 'x']),
    ]));

  test.each([
    ['[]', 'There is nothing to loop over: {{ list }} is empty; put the loop into an “if” where that can happen.'],
    ['[["name"]]', '{{ list }} is empty'],
    ['"Ann"', '{{ list }} is not a list'],
    ['[["a", "a"], ["1", "2"]]', 'two columns that are called “a”'],
  ])('a loop over %s says why it does nothing', async (code, message) => {
    const failed = await runner.fails([
      visit,
      { type: 'script', code, into: 'list' },
      { type: 'loop', rows: '{{ list }}' },
      comment('x'),
      end,
    ]);
    expect(failed.error.message).toContain(message);
  });

  test('a loop over no rows is refused when it is written', async () => {
    await expect(runner.write([{ type: 'loop', rows: [] }, end])).rejects.toThrow('a loop over no rows does nothing');
    await expect(runner.write([{ type: 'loop', rows: 'table' }, end])).rejects.toThrow(
      'one expression that returns a list',
    );
  });
});

test('results are titled with the values that went in, and secrets are masked', async () => {
  await runner.call('createEnvironment', { name: 'Titles', items: [{ name: 'PIN', value: '4x7', kind: 'secret' }] });
  const { actions } = await runner.passes(
    [
      visit,
      { type: 'script', code: '({ tag: "h1", words: ["Home"], text: "Home" })', into: 'it' },
      { type: 'loop', rows: '{{ it.words }}' },
      {
        type: 'assert',
        matcher: 'toHaveText',
        locator: 'locator({{ it.tag }}).nth({{ round - 1 }})',
        expected: '{{ item }}',
      },
      end,
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'a {{ secret.PIN }}', not: true },
    ],
    { environment: 'Titles' },
  );
  expect(flat(actions).map(({ title }) => title)).toEqual([
    'Go to /',
    expect.any(String),
    'Loop over 1 items',
    'Check that h1 (index 0) has the text “Home”',
    'Check that h1 does not have the text “a ••••”',
  ]);
});
