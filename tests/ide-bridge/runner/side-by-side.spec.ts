import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { kill, workerProcesses } from '../../support/browser-processes.ts';
import { useRunner } from './runner-fixture.ts';

vi.setConfig({ testTimeout: 120_000 });

const runner = useRunner({ '/': '<h1>Shop</h1>' }, { ownBrowser: true });

const Started = z.object({ runId: z.string() });
const Status = z.object({
  state: z.string(),
  runId: z.string().optional(),
  isBeside: z.boolean().optional(),
  others: z.array(z.string()).optional(),
});
const Results = z.object({
  items: z.array(
    z.object({
      testCode: z.string(),
      state: z.string(),
      error: z.object({ message: z.string() }).optional(),
      attempts: z.array(z.object({ state: z.string(), message: z.string().optional() })).optional(),
    }),
  ),
});

const long = [{ type: 'wait', until: 'time', value: 60_000 }];
const short = [
  { type: 'visit', url: '/' },
  { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Shop' },
];

const start = async (testId: string, args: object = {}) =>
  Started.parse(await runner.call('runTest', { testId, ...args })).runId;
const statusOf = async (runId?: string) => Status.parse(await runner.call('getTestStatus', runId ? { runId } : {}));
const reaches = (runId: string, state: string) =>
  expect.poll(async () => (await statusOf(runId)).state, { timeout: 60_000 }).toBe(state);

describe('while a run has the app window', () => {
  test('others go on beside it, each is followed and stopped by its number', { tags: 'full' }, async () => {
    const inWindow = await start(await runner.write(long));
    const passing = await start(await runner.write(short));
    const stopped = await start(await runner.write(long));
    await reaches(inWindow, 'running');
    await reaches(stopped, 'running');
    await reaches(passing, 'passed');
    expect(await statusOf()).toMatchObject({ runId: inWindow, state: 'running', others: [stopped] });
    expect(await statusOf(stopped)).toMatchObject({ isBeside: true });
    await runner.call('stopTest', { runId: stopped });
    await reaches(stopped, 'stopped');
    expect((await statusOf(inWindow)).state).toBe('running');
    await runner.call('stopTest');
    await reaches(inWindow, 'stopped');
  });

  test('a run that acts on the page as it stands is refused, and so is one that is just like it', async () => {
    const code = await runner.write(long);
    const inWindow = await start(code);
    for (const args of [{ testId: await runner.write(short), context: 'live' }, { testId: code }]) {
      const { data, message } = await runner.app.client.failure('runTest', args);
      expect([data.reason, message]).toEqual(['run-in-progress', expect.stringContaining(`Run ${inWindow} of`)]);
    }
    await runner.call('stopTest');
    await reaches(inWindow, 'stopped');
  });
});

describe('a worker process that is killed', () => {
  test('costs the test that it ran, which is run again where it has retries; every test is there once', {
    tags: 'full',
  }, async () => {
    const inWindow = await start(await runner.write(long));
    const waits = await runner.write([{ type: 'wait', until: 'time', value: 5_000 }]);
    const tests = [waits, await runner.write(short), await runner.write(short)];
    const { runId } = Started.parse(await runner.call('runTests', { tests, retries: 2 }));
    await reaches(runId, 'running');
    // One that is idle goes with it, and may have been given the second attempt.
    kill(workerProcesses());
    await reaches(runId, 'passed');
    const { items } = Results.parse(await runner.call('getTestResults', { runId }));
    expect(items.map(({ testCode, state }) => `${testCode} ${state}`)).toEqual(tests.map(code => `${code} passed`));
    const { run } = z.object({ run: Results }).parse(await runner.call('getRun', { runId }));
    expect(run.items[0]?.attempts?.[0]).toMatchObject({
      state: 'error',
      message: 'The worker process that ran it ended unexpectedly.',
    });
    await runner.call('stopTest', { runId: inWindow });
    await reaches(inWindow, 'stopped');
  });
});
