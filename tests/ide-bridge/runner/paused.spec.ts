import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { note, PausedRuns } from './paused-run.ts';
import { states, useRunner } from './runner-fixture.ts';

const runner = useRunner(
  {
    '/': '<title>Shop</title><h1>Shop</h1><input aria-label="Name"><a href="/basket">Basket</a>',
    '/basket': '<title>Basket</title>',
    '/silent': () => {},
  },
  // The environment of one spec would be one more layer for the next.
  { isAnew: true },
);
const runs = new PausedRuns(runner);
const SECRET = 'summer-Wind-4711';

afterEach(() => runs.stop());

const visit = { type: 'visit', url: '/' };
const Value = z.object({ value: z.unknown() });
const evaluate = async (expression: string) =>
  (await runner.app.client.call('evaluateScopes', { expression }, Value)).value;
const set = (name: string, value: unknown) => runner.call('setScope', { name, value });
const refusal = async (tool: string, args: object) => (await runner.app.client.failure(tool, args)).data.reason;

/** A test with a value in each layer, paused inside its loop. */
async function pausedInside(): Promise<string> {
  const code = await runner.write({
    parameters: [{ name: 'user', default: 'Ann' }],
    data: { rows: [{ city: 'Rome' }] },
    actions: [
      visit,
      { type: 'script', code: '({ items: [1, 2, 3] })', into: 'basket' },
      { type: 'loop', rows: [{ colour: 'red' }] },
      { type: 'fill', locator: 'input', value: '{{user}} {{city}} {{colour}} {{basket.items[1]}}' },
      { type: 'end' },
      { type: 'extract', from: 'value', locator: 'input', into: 'filled' },
      note('last'),
    ],
  });
  await runs.breakAt(code, 3);
  await runs.breakAt(code, 6);
  expect(await runs.start(code)).toMatch(/^Type/);
  return code;
}

describe('while a run is paused', () => {
  test('a paused run shows its values by layer and computes expressions with them', async () => {
    await pausedInside();
    expect((await runner.status()).scopes).toEqual({
      loop: { colour: 'red', round: 1 },
      parameters: { user: 'Ann' },
      var: { basket: { items: [1, 2, 3] } },
      testData: { city: 'Rome' },
    });
    expect(await evaluate('user & " in " & city')).toBe('Ann in Rome');
    expect(await evaluate('{{ $sum(basket.items) }}')).toBe(6);
    expect(await evaluate('colour')).toBe('red');
    expect(await refusal('evaluateScopes', { expression: 'colours' })).toBe('not-found');
    expect(await refusal('evaluateScopes', { expression: '1 +' })).toBe('invalid-params');
    expect(await refusal('evaluateScopes', { expression: '$sum(user)' })).toBe('invalid-project');
  });

  test('values of every layer can be changed in a paused run, which continues with them', async () => {
    await pausedInside();
    expect(await set('user', 'Eve')).toEqual({ name: 'parameters.user', value: 'Eve' });
    expect(await set('city', 'Oslo')).toEqual({ name: 'testData.city', value: 'Oslo' });
    expect(await set('colour', 'blue')).toEqual({ name: 'loop.colour', value: 'blue' });
    expect(await set('var.basket', { items: [1, 9] })).toEqual({ name: 'var.basket', value: { items: [1, 9] } });
    expect(await set('fresh', [1])).toEqual({ name: 'var.fresh', value: [1] });
    expect(await runs.resume()).toBe('last');
    expect((await runner.status()).scopes?.var).toMatchObject({ filled: 'Eve Oslo blue 9', fresh: [1] });
    const { test } = await runner.app.client
      .call(
        'getTests',
        { moduleCode: runner.moduleCode },
        z.object({
          tests: z.array(z.looseObject({ parameters: z.array(z.looseObject({ default: z.string() })).optional() })),
        }),
      )
      .then(({ tests }) => ({ test: tests.find(({ parameters }) => parameters !== undefined) }));
    expect(test?.parameters?.[0]?.default).toBe('Ann');
  });

  test('a paused run refuses to change values that are read-only or unknown', async () => {
    await pausedInside();
    for (const [name, reason] of [
      ['secret.KEY', 'invalid-params'],
      ['env.BASE', 'invalid-params'],
      ['run.id', 'invalid-params'],
      ['nothing.x', 'invalid-params'],
      ['parameters.nobody', 'not-found'],
      ['no name', 'invalid-params'],
      ['var.__proto__.x', 'invalid-params'],
    ] as const)
      expect([name, await refusal('setScope', { name, value: 1 })]).toEqual([name, reason]);
    expect(Object.keys((await runner.status()).scopes ?? {})).toEqual(['loop', 'parameters', 'var', 'testData']);
  });

  test('a paused run neither shows nor changes a secret, whatever contains it', async () => {
    await runner.call('createEnvironment', {
      name: 'Live',
      items: [
        { name: 'KEY', kind: 'secret', value: SECRET },
        { name: 'BASE', value: 'spring' },
      ],
    });
    const code = await runner.write({
      parameters: [{ name: 'key', default: '{{secret.KEY}}' }],
      actions: [
        visit,
        { type: 'fill', locator: 'input', value: '{{key}}' },
        { type: 'extract', from: 'value', locator: 'input', into: 'seen' },
        note('last'),
      ],
    });
    await runs.breakAt(code, 3);
    await runs.start(code, { environment: 'Live' });
    const status = await runner.status();
    expect(JSON.stringify(status)).not.toContain(SECRET);
    expect(status.scopes).toMatchObject({
      parameters: { key: '••••' },
      var: { seen: '••••' },
      env: { BASE: 'spring' },
    });
    for (const expression of ['secret.KEY', 'key', '$string($)', '{{secret.KEY}}']) {
      const answer = await evaluate(expression).catch((error: Error) => error.message);
      expect(String(answer)).not.toContain(SECRET);
    }
    expect(await evaluate('seen')).toBe('••••');
    expect(await refusal('setScope', { name: 'key', value: 'x' })).toBe('invalid-params');
  });

  test('actions performed in a paused run use its values and leave it where it is', async () => {
    await pausedInside();
    await runner.call('performAction', { action: { type: 'fill', locator: 'input', value: '{{colour}} {{user}}' } });
    const read = await runner.call('performAction', {
      action: { type: 'extract', from: 'value', locator: 'input', into: 'mine' },
    });
    expect(read).toMatchObject({ state: 'passed', value: 'red Ann' });
    expect(await evaluate('mine')).toBe('red Ann');
    expect(await runner.call('getPageInfo')).toMatchObject({ title: 'Shop' });
    expect(await runner.status()).toMatchObject({ state: 'paused', action: { actionIndex: 3 }, done: 2 });
    expect(await runs.resume()).toBe('last');
    const { items } = await runner.results();
    expect(items[0]?.actions.map(({ actionIndex }) => actionIndex)).toEqual([0, 1, 2, 5]);
    expect(await refusal('performAction', { action: note('x'), environment: 'Nowhere' })).toBe('invalid-params');
  });

  test('the record of a run shows it as paused until it is resumed', { tags: ['full'] }, async () => {
    await pausedInside();
    const { runId } = await runner.status();
    const stored = async () =>
      (await runner.app.client.call('getRun', { runId }, z.object({ run: z.looseObject({ state: z.string() }) }))).run
        .state;
    expect(await stored()).toBe('paused');
    await runs.resume();
    await runs.resume();
    expect(await stored()).toBe('passed');
  });

  test('a second run is refused while one is paused', { tags: ['full'] }, async () => {
    const code = await pausedInside();
    expect(await refusal('runTest', { testId: code })).toBe('run-in-progress');
    expect(await runs.place()).toMatch(/^Type/);
  });

  test('the time limit of a run does not count while it is paused', { tags: 'full' }, async () => {
    const code = await runner.write([note('A'), note('B')]);
    await runner.call('editProject', { settings: { timeouts: { runMs: 10_000 } } });
    await runs.breakAt(code, 0);
    await runs.start(code);
    // Longer than the run may take.
    await runner.call('performAction', { action: { type: 'wait', until: 'time', value: 11_000, timeoutMs: 20_000 } });
    expect(await runs.place()).toBe('A');
    expect(await runs.resume()).toBe('passed');
    await runner.call('editProject', { settings: { timeouts: { runMs: 60_000 } } });
  });

  test('stopTest ends a paused run even while an action is performed, and the next run works', {
    tags: 'full',
  }, async () => {
    const code = await pausedInside();
    const beside = runner.call('performAction', { action: { type: 'visit', url: '/silent' } }).catch(() => {});
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
    await beside;
    const { items } = await runner.results();
    expect(states(items[0]?.actions ?? [])).toEqual(['passed', 'passed', 'stopped', 'skipped', 'skipped']);
    await runner.call('clearBreakpoints');
    expect(await runs.start(code)).toBe('passed');
  });
});
