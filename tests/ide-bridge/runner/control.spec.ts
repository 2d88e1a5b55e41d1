import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newChildProcesses } from '../../support/child-processes.ts';
import { collectMemory } from '../../support/collect-memory.ts';
import { states, useRunner } from './runner-fixture.ts';

const runner = useRunner(
  {
    '/': '<title>Shop</title><h1>Shop</h1><button onclick="while (true);">Hang</button>',
    '/silent': () => {},
    '/other': '<title>Other</title>',
  },
  { ownBrowser: true },
);

const StoredRun = z.object({ run: z.looseObject({ state: z.string() }) });

const LONG = 60_000;
const visit = (url = '/') => ({ type: 'visit', url });
const fine = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' };
const comment = { type: 'comment', text: 'a' };

/** Starts a run and resolves with the code of its test once an action with that title is under way. */
async function start(actions: readonly { type: string; [field: string]: unknown }[], title: RegExp): Promise<string> {
  const code = await runner.write(actions);
  await runner.call('runTest', { testId: code });
  await runner.until(({ state, action }) => state === 'running' && title.test(action?.title ?? ''));
  return code;
}

const works = async () => expect(await runner.run([visit(), fine])).toMatchObject({ outcome: 'passed' });

test('the status names the row that runs, and counts its actions alone', async () => {
  const data = { rows: [{ slow: 'no' }, { slow: 'yes' }] };
  const actions = [
    visit(),
    { type: 'wait', until: 'script', value: '"{{ slow }}" === "no"', timeoutMs: LONG },
    comment,
  ];
  const testId = await runner.write({ name: 'Rows', data, actions });
  await runner.call('runTest', { testId });
  const status = await runner.until(({ item, done }) => item?.row === 1 && done === 1);
  expect(status).toMatchObject({ item: { index: 1, count: 2, title: 'Rows (row 2)', row: 1 }, done: 1, total: 3 });
  await runner.call('stopTest');
});

const ownProcesses = newChildProcesses();
const evaluators = () => ownProcesses().filter(({ commandLine }) => commandLine.includes('expression-child'));

test('the process that computes expressions starts with a run that needs it, before its first use', {
  tags: 'full',
}, async () => {
  const names = [
    { type: 'script', code: '1', into: 'one' },
    { type: 'if', condition: 'one' },
    comment,
    { type: 'end' },
  ];
  expect(await runner.run(names)).toMatchObject({ outcome: 'passed' });
  expect(evaluators()).toEqual([]);
  const pause = { type: 'wait', until: 'time', value: LONG };
  await start([pause, { type: 'if', condition: 'one > 0' }, { type: 'end' }], /Wait 60000 ms/);
  await vi.waitFor(() => expect(evaluators()).toHaveLength(1), { timeout: 20_000, interval: 50 });
  await runner.call('stopTest');
});

test('runTest answers after the given wait even when memory is collected meanwhile', { tags: ['full'] }, async () => {
  const code = await runner.write([{ type: 'wait', until: 'time', value: LONG }]);
  const answer = runner.call('runTest', { testId: code, wait: 2 });
  await runner.until(({ state }) => state === 'running');
  collectMemory();
  expect(await answer).toMatchObject({ state: 'running' });
  await runner.call('stopTest');
});

describe('stopTest', () => {
  test('stopTest ends a run that is starting', { tags: ['full'] }, async () => {
    const code = await runner.write([visit(), fine]);
    expect(await runner.call('runTest', { testId: code })).toMatchObject({ state: 'starting' });
    expect(await runner.call('stopTest')).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/^The run was stopped by /),
    });
    expect(await runner.results()).toMatchObject({ outcome: 'stopped', reason: expect.stringContaining('stopped by') });
    await works();
  });

  test.each<[string, RegExp, { type: string; [field: string]: unknown }]>([
    ['waits for an element', /Click #no/, { type: 'click', locator: '#no', timeoutMs: LONG }],
    [
      'asserts something',
      /#no has the text/,
      { type: 'assert', matcher: 'toHaveText', locator: '#no', expected: 'x', timeoutMs: LONG },
    ],
    ['lets time pass', /Wait 60000 ms/, { type: 'wait', until: 'time', value: LONG }],
    ['waits for an address', /Wait for the address/, { type: 'wait', until: 'url', value: '/no', timeoutMs: LONG }],
    ['waits for a page', /silent/, { type: 'visit', url: '/silent', timeoutMs: LONG }],
    ['waits for a script', /Wait for script/, { type: 'wait', until: 'script', value: 'false', timeoutMs: LONG }],
    ['runs a script without end', /Run JavaScript/, { type: 'script', code: 'while (true);', timeoutMs: LONG }],
    ['waits in a page that hangs', /Click button/, { type: 'click', locator: 'button', timeoutMs: LONG }],
  ])('stopTest ends a run that %s', { tags: 'full' }, async (_what, title, action) => {
    await start([visit(), comment, action, fine], title);
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
    const { actions, outcome } = await runner.results();
    expect(outcome).toBe('stopped');
    expect(states(actions)).toEqual(['passed', 'passed', 'stopped', 'skipped']);
    expect(actions[2]?.error?.message).toMatch(/^The run was stopped by /);
  });

  test('stopTest ends a run inside blocks and plugged tests', async () => {
    const inner = await runner.write([{ type: 'wait', until: 'time', value: LONG }, comment]);
    await start(
      [{ type: 'loop', times: 2 }, { type: 'plugTest', test: inner }, { type: 'end' }, comment],
      /Wait 60000 ms/,
    );
    await runner.call('stopTest');
    const { actions } = await runner.results();
    expect(actions).toMatchObject([
      {
        type: 'loop',
        state: 'stopped',
        actions: [{ round: 1, state: 'stopped', actions: [{ state: 'stopped' }, { state: 'skipped' }] }],
      },
      { type: 'comment', state: 'skipped' },
    ]);
    await works();
  });

  test('stopTest is refused when nothing is running', async () => {
    const { data } = await runner.app.client.failure('stopTest', {});
    expect(data.reason).toBe('not-running');
  });
});

describe('a run under way', () => {
  test('a run under way keeps the window to itself, and its results can be read', async () => {
    const code = await start(
      [
        visit(),
        { type: 'group', title: 'G' },
        comment,
        { type: 'end' },
        { type: 'click', locator: '#no', timeoutMs: LONG },
        comment,
      ],
      /Click #no/,
    );
    expect(await runner.status()).toMatchObject({
      state: 'running',
      done: 4,
      total: 6,
      action: { actionIndex: 4, type: 'click', testCode: code },
    });
    expect(await runner.results()).toMatchObject({ state: 'running', actions: [{ type: 'visit' }, { type: 'group' }] });
    for (const [tool, args] of [
      ['runTest', { testId: code }],
      ['navigateUrl', { url: '/other' }],
    ] as const) {
      const { data } = await runner.app.client.failure(tool, args);
      expect(data.reason).toBe('run-in-progress');
    }
    await runner.call('stopTest');
    expect(await runner.status()).toMatchObject({ state: 'stopped', done: 6, total: 6 });
  });

  test('a run under way shows which test of a suite is running, in its record as well', { tags: 'full' }, async () => {
    const earlier = await runner.run([comment]);
    const first = await runner.write([comment]);
    const second = await runner.write([comment, { type: 'wait', until: 'time', value: LONG }]);
    const plug = (test: string) => ({ type: 'plugTest', test });
    const suite = await runner.write({ type: 'suite', actions: [plug(first), plug(second)] });
    await runner.call('runTest', { testId: suite });
    await runner.until(({ action }) => /Wait 60000 ms/.test(action?.title ?? ''));
    const { items, runId } = await runner.results();
    expect(items.map(({ state }) => state)).toEqual(['passed', 'running']);
    expect(items[1]?.actions).toMatchObject([{ type: 'comment', state: 'passed' }]);
    const stored = await runner.app.client.call('getRun', { runId }, StoredRun);
    expect(stored.run).toMatchObject({ state: 'running', items: [{ state: 'passed' }, { state: 'running' }] });
    await runner.call('stopTest');
    expect((await runner.results()).items.map(({ state }) => state)).toEqual(['passed', 'stopped']);
    await runner.call('deleteRun', { runId });
    expect((await runner.results()).runId).toBe(earlier.runId);
  });

  test('a run ends with an error at the time limit of runs', { tags: 'full' }, async () => {
    await runner.call('editProject', { settings: { timeouts: { runMs: 5_000 } } });
    const results = await runner.run([{ type: 'wait', until: 'time', value: LONG }, comment]);
    await runner.call('editProject', { settings: { timeouts: { runMs: LONG } } });
    expect(results).toMatchObject({ outcome: 'error', reason: 'The run took longer than its limit of 5 s.' });
    expect(states(results.actions)).toEqual(['error', 'skipped']);
    await works();
  });

  test('the page stays open after a run, and the next run gets the next number', { tags: 'full' }, async () => {
    const first = await runner.run([visit(), fine]);
    expect(await runner.call('getPageInfo')).toMatchObject({ title: 'Shop', url: `${runner.origin}/` });
    const second = await runner.run([visit(), fine]);
    expect(Number(second.runId.slice(1))).toBe(Number(first.runId.slice(1)) + 1);
  });
});

describe('a part of a test', () => {
  test('a part of a test runs on the current page, and an impossible part is refused', { tags: ['full'] }, async () => {
    const code = await runner.write([
      visit('/other'),
      { type: 'group', title: 'G' },
      comment,
      { type: 'script', code: '(window.runs = (window.runs ?? 0) + 1)', into: 'runs' },
      { type: 'end' },
      comment,
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop', timeoutMs: 500 },
    ]);
    await runner.run([visit(), fine]);
    const results = await runner.runStored(code, { fromAction: 3 });
    expect(results.outcome).toBe('passed');
    expect(results.actions.map(({ actionIndex }) => actionIndex)).toEqual([3, 5, 6]);
    expect(await runner.status()).toMatchObject({ done: 4, total: 4 });
    const upTo = await runner.runStored(code, { fromAction: 1, toAction: 2 });
    expect(upTo.actions).toMatchObject([{ actionIndex: 1, actions: [{ actionIndex: 2 }] }]);
    const live = await runner.runStored(code, { context: 'live', toAction: 0 });
    expect(live.actions).toMatchObject([{ actionIndex: 0, state: 'passed' }]);
    const beyond = await runner.app.client.failure('runTest', { testId: code, fromAction: 7 });
    expect(beyond.message).toBe(`No action 7 in test ${code}: it has 7 actions.`);
    const backwards = await runner.app.client.failure('runTest', { testId: code, fromAction: 3, toAction: 1 });
    expect(backwards).toMatchObject({ code: -32602, data: { field: 'toAction' } });
  });
});
