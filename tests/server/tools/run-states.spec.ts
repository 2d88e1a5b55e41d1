import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { note, PausedRuns } from '../../ide-bridge/runner/paused-run.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const runner = useRunner({ '/': '<title>Shop</title>' });
const runs = new PausedRuns(runner);

const Reply = z.looseObject({});
const ENDLESS = { type: 'wait', until: 'script', value: 'false', timeoutMs: 600_000 };

/** Brings a run into a state, and answers the code of a test that can be run. */
const STATES: Record<string, (testId: string) => Promise<void>> = {
  idle: async () => {},
  running: async () => {
    const code = await runner.write([{ type: 'visit', url: '/' }, ENDLESS]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'wait');
  },
  paused: async testId => {
    await runs.breakAt(testId, 0);
    expect(await runs.start(testId)).toBe('A');
  },
  passed: async testId => expect(await runs.start(testId)).toBe('passed'),
  stopped: async testId => {
    await runs.breakAt(testId, 0);
    await runs.start(testId);
    await runner.call('stopTest');
  },
  failed: async () => {
    const code = await runner.write([{ type: 'assert', matcher: 'toHaveTitle', expected: 'x', timeoutMs: 100 }]);
    expect(await runs.start(code)).toBe('failed');
  },
};

const LIVE = { action: { type: 'comment', text: 'x' } };
const ENDED = {
  pauseTest: 'not-running',
  resumeTest: 'not-running',
  stopTest: 'not-running',
  evaluateScopes: 'not-running',
  setScope: 'not-running',
};

/** What each call answers in each state: the state that follows, or the reason of the refusal. */
const TABLE: Record<string, Record<string, string>> = {
  idle: { ...ENDED, getTestStatus: 'idle', getTestResults: 'no-run', performAction: 'app-not-open', runTest: 'passed' },
  running: {
    resumeTest: 'not-paused',
    evaluateScopes: 'not-paused',
    setScope: 'not-paused',
    runTest: 'run-in-progress',
    performAction: 'run-in-progress',
    getTestStatus: 'running',
    getTestResults: 'running',
    pauseTest: 'running',
    stopTest: 'stopped',
  },
  paused: {
    pauseTest: 'already-paused',
    runTest: 'run-in-progress',
    performAction: 'passed',
    evaluateScopes: 'done',
    setScope: 'done',
    getTestStatus: 'paused',
    getTestResults: 'paused',
    resumeTest: 'passed',
  },
  passed: { ...ENDED, getTestStatus: 'passed', getTestResults: 'passed', performAction: 'passed', runTest: 'passed' },
  failed: { ...ENDED, getTestStatus: 'failed', getTestResults: 'failed', performAction: 'passed', runTest: 'passed' },
  stopped: {
    ...ENDED,
    getTestStatus: 'stopped',
    getTestResults: 'stopped',
    performAction: 'passed',
    runTest: 'passed',
  },
};

describe('each call of run control', () => {
  test.each(Object.entries(TABLE))('answers in the state %s as it should', async (state, calls) => {
    const testId = await runner.write([note('A'), note('B')]);
    await STATES[state]?.(testId);
    const args: Record<string, object> = {
      runTest: { testId, breakpoints: 'ignore', wait: 25 },
      resumeTest: { wait: 25 },
      pauseTest: { wait: 0 },
      performAction: LIVE,
      evaluateScopes: { expression: '1 + 1' },
      setScope: { name: 'a', value: 1 },
    };
    const answers: Record<string, string> = {};
    for (const tool of Object.keys(calls)) answers[tool] = await answerOf(tool, args[tool] ?? {});
    expect(answers).toEqual(calls);
    await runs.stop();
  });
});

/** A refusal names the state that the run is in. */
async function answerOf(tool: string, args: object): Promise<string> {
  const { client } = runner.app;
  try {
    const { state } = await client.call(tool, args, Reply);
    return typeof state === 'string' ? state : 'done';
  } catch {
    const { data } = await client.failure(tool, args);
    return String(data.reason);
  }
}
