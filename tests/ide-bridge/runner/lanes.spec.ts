import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { browserProcesses, kill, workerProcesses } from '../../support/browser-processes.ts';
import { ENTERED, greets, membersArea, SIGN_IN } from '../../support/members-area.ts';
import { useRunner } from './runner-fixture.ts';

vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'spring-Rain-4711';
const area = membersArea({ ann: PASSWORD });
const waiting: ServerResponse[] = [];
let visits = 0;

const runner = useRunner(
  {
    ...area.pages,
    // Answers two at a time: tests that run one after the other wait in vain.
    '/meet': (_request, response) => {
      waiting.push(response);
      if (waiting.length < 2) return;
      for (const each of waiting.splice(0)) each.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Met</h1>');
    },
    '/second': (_request, response) => {
      visits += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(visits === 1 ? '<p>Not yet' : '<h1>There</h1>');
    },
    '/silent': () => {},
  },
  { ownBrowser: true },
);

const Run = z.object({
  run: z.object({
    state: z.string(),
    items: z.array(
      z.object({
        testCode: z.string(),
        state: z.string(),
        flaky: z.boolean().optional(),
        error: z.object({ message: z.string() }).optional(),
        signIns: z.array(z.unknown()).optional(),
        attempts: z
          .array(z.object({ state: z.string(), message: z.string().optional(), screenshot: z.string().optional() }))
          .optional(),
        actions: z.array(z.looseObject({ title: z.string(), state: z.string() })),
      }),
    ),
  }),
});
const Started = z.object({
  runId: z.string(),
  state: z.string(),
  workers: z.number().optional(),
  flaky: z.number().optional(),
});
const Status = z.object({
  state: z.string(),
  lanes: z.array(z.object({ lane: z.number(), title: z.string() })).optional(),
});

const runOf = async (runId: string) => Run.parse(await runner.call('getRun', { runId })).run;
const start = async (args: object) => Started.parse(await runner.call('runTests', args));
const statusNow = async () => Status.parse(await runner.call('getTestStatus'));

const untilEnd = () => runner.until(({ state }) => !['starting', 'running'].includes(state));

async function toEnd(args: object) {
  const { runId } = await start(args);
  await untilEnd();
  return runOf(runId);
}

const meet = [
  { type: 'visit', url: '/meet' },
  { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Met' },
];
const isThere = [
  { type: 'visit', url: '/second' },
  { type: 'assert', matcher: 'toBeVisible', locator: 'h1', timeoutMs: 100 },
];

beforeEach(() => {
  visits = 0;
});

describe('a run with several workers', () => {
  test('runs tests side by side, says what runs in which window, and keeps results in the order of the plan', {
    tags: 'full',
  }, async () => {
    const tests = [];
    for (const name of ['One', 'Two', 'Three', 'Four'])
      tests.push(
        await runner.write({
          name,
          actions: name === 'One' ? [...meet, { type: 'wait', until: 'time', value: 1_500 }] : meet,
        }),
      );
    const { runId, workers } = await start({ tests, workers: 2 });
    expect(workers).toBe(2);
    await expect
      .poll(async () => (await statusNow()).lanes?.map(({ lane }) => lane), { timeout: 60_000 })
      .toEqual([1, 2]);
    await expect(runner.call('pauseTest')).rejects.toThrow('A run with 2 workers is not paused');
    await untilEnd();
    const run = await runOf(runId);
    expect(run.items.map(({ testCode, state }) => `${testCode} ${state}`)).toEqual(tests.map(code => `${code} passed`));
    expect(run.items.map(({ actions }) => actions.length)).toEqual([3, 2, 2, 2]);
  });

  test('runs in one window where it can be paused by a breakpoint', { tags: 'full' }, async () => {
    const tests = [
      await runner.write([{ type: 'comment', text: 'a' }]),
      await runner.write([{ type: 'comment', text: 'b' }]),
    ];
    await runner.call('setBreakpoint', { testId: tests[1], actionIndex: 0 });
    const { workers } = await start({ tests, workers: 2 });
    expect(workers).toBeUndefined();
    await runner.until(({ state }) => state === 'paused');
    await runner.call('clearBreakpoints');
    await runner.call('resumeTest');
    await runner.until(({ state }) => state === 'passed');
  });

  test('signs in once per role, and the first test of the role lists it', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: SIGN_IN });
    const roles = [{ role: 'customer', username: 'ann', password: PASSWORD }];
    await runner.call('configureAuth', { method: 'form', roles, signInTest });
    area.signIns.length = 0;
    const tests = [];
    for (const name of ['A', 'B', 'C', 'D']) tests.push(await runner.write({ name, actions: greets('ann') }));
    const run = await toEnd({ tests, workers: 3 });
    await runner.call('configureAuth', { method: 'none' });
    expect(run.items.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(area.signIns).toEqual(['ann']);
    expect(run.items.map(({ signIns = [] }) => signIns.length)).toEqual([1, 0, 0, 0]);
  });

  test('fails the tests of a role that cannot sign in, and runs the others', { tags: 'full' }, async () => {
    const signInTest = await runner.write({ name: 'Sign in', actions: [...SIGN_IN, ...ENTERED] });
    const roles = [
      { role: 'customer', username: 'ann', password: PASSWORD },
      { role: 'admin', username: 'eve', password: 'wrong' },
    ];
    await runner.call('configureAuth', { method: 'form', roles, signInTest });
    const tests = [];
    for (const role of ['admin', 'customer', 'admin', 'customer'])
      tests.push(await runner.write({ name: `As ${role}`, role, actions: greets('ann') }));
    const run = await toEnd({ tests, workers: 2 });
    await runner.call('configureAuth', { method: 'none', roles: null });
    expect(run.items.map(({ state }) => state)).toEqual(['error', 'passed', 'error', 'passed']);
    expect(run.items[2]?.error?.message).toContain('signing in as "admin" failed');
  });

  test('goes on beside a test that never ends, until that has had its time', { tags: 'full' }, async () => {
    const never = await runner.write({ name: 'Never', actions: [{ type: 'visit', url: '/silent', timeoutMs: 8_000 }] });
    const tests = [never];
    for (let at = 0; at < 8; at += 1) tests.push(await runner.write({ name: `T${at}`, actions: isThere }));
    visits = 1;
    const run = await toEnd({ tests, workers: 4 });
    expect(run.items.map(({ state }) => state)).toEqual(['error', ...Array(8).fill('passed')]);
  });

  test('has no test see the clock that another one sets, neither beside it nor before it in its window', {
    tags: 'full',
  }, async () => {
    const sets = (change: string, time: string) => ({ type: 'clock', do: change, time });
    const passes = (expected: string) => ({ type: 'assert', matcher: 'toPassScript', expected });
    const yearIs = (year: number) => passes(`new Date().getUTCFullYear() === ${year}`);
    const timersFire = passes('new Promise(done => setTimeout(done, 20, true))');
    const isReal = [passes(`Math.abs(Date.now() - ${Date.now()}) < 86_400_000`), timersFire];
    // Two at a time meet: each window has one test of each pair.
    const pairs = [
      [
        sets('pause', '2030-01-01T09:00:00Z'),
        ...meet,
        passes("new Date().toISOString() === '2030-01-01T09:00:00.000Z'"),
      ],
      [sets('set', '2040-01-01T09:00:00Z'), ...meet, yearIs(2040), timersFire],
      [...meet, ...isReal],
      [...meet, ...isReal],
      [...meet, sets('hold', '2050-01-01T09:00:00Z'), ...meet, yearIs(2050), timersFire],
      [...meet, ...meet, ...isReal],
    ];
    const tests = [];
    for (const actions of pairs) tests.push(await runner.write({ actions }));
    const { runId, workers } = await start({ tests, workers: 2 });
    expect(workers).toBe(2);
    await untilEnd();
    const { items } = await runOf(runId);
    expect(items.map(({ state, error }) => error?.message ?? state)).toEqual(pairs.map(() => 'passed'));
  });

  test('loses one test with the browser of its window, which is replaced', { tags: 'full' }, async () => {
    const silent = [{ type: 'visit', url: '/silent', timeoutMs: 600_000 }];
    const held = await runner.write({ name: 'Held', actions: silent });
    const tests = [held];
    for (const name of ['A', 'B', 'C'])
      tests.push(await runner.write({ name, actions: [{ type: 'visit', url: '/second' }] }));
    const { runId } = await start({ tests: [...tests.slice(1), held], workers: 2 });
    await expect
      .poll(async () => (await statusNow()).lanes?.map(({ title }) => title), { timeout: 60_000 })
      .toEqual(['Held']);
    kill([...browserProcesses(), ...workerProcesses().flatMap(({ pid }) => browserProcesses(pid))]);
    await untilEnd();
    const run = await runOf(runId);
    expect(run.items.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed', 'error']);
    expect(JSON.stringify(run.items[3])).toContain('The browser was lost');
  });
});

test('a run repeats each test as often as is asked', async () => {
  const one = await runner.write({ name: 'One', actions: [{ type: 'comment', text: 'a' }] });
  const two = await runner.write({ name: 'Two', actions: [{ type: 'comment', text: 'b' }] });
  const run = await toEnd({ tests: [one, two], repeatEach: 2 });
  expect(run.items.map(({ testCode, state }) => `${testCode} ${state}`)).toEqual(
    [one, one, two, two].map(code => `${code} passed`),
  );
});

describe('a run with retries', () => {
  test('runs again what failed, keeps the attempt, and calls it flaky', async () => {
    const flaky = await runner.write({ name: 'Flaky', actions: isThere });
    const { runId } = await start({ tests: [flaky], retries: 2 });
    await runner.until(({ state }) => state === 'passed');
    const run = await runOf(runId);
    expect(run).toMatchObject({
      state: 'passed',
      items: [
        { state: 'passed', flaky: true, attempts: [{ state: 'failed', screenshot: expect.stringContaining('.png') }] },
      ],
    });
    expect(run.items[0]?.attempts?.[0]?.message).toContain('h1');
    const runs = z.object({ runs: z.array(z.object({ runId: z.string(), flaky: z.number().optional() })) });
    const { runs: all } = runs.parse(await runner.call('getRuns', { limit: 1 }));
    expect(all).toEqual([{ runId, flaky: 1 }]);
  });

  test('goes by the tags of a test, and gives up after so many', { tags: 'full' }, async () => {
    const never = [{ type: 'assert', matcher: 'toBeVisible', locator: 'h6', timeoutMs: 1 }];
    const twice = await runner.write({ name: 'Twice', tags: ['@retries:2'], actions: never });
    const once = await runner.write({ name: 'Once', tags: ['@retries:0'], actions: never });
    const run = await toEnd({ tests: [twice, once], retries: 1 });
    expect(run.items.map(({ state, attempts = [] }) => [state, attempts.length])).toEqual([
      ['failed', 2],
      ['failed', 0],
    ]);
    const odd = await runner.write({ name: 'Odd', tags: ['@retries:many'], actions: never });
    await expect(start({ tests: [odd] })).rejects.toThrow('@retries:many');
  });
});
