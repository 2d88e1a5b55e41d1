import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { note, PausedRuns } from '../../ide-bridge/runner/paused-run.ts';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';
import { CHROMIUM } from '../../support/browser.ts';
import { browserProcesses, kill, pageProcesses } from '../../support/browser-processes.ts';
import { ToolError } from '../../support/running-steploom.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const runner = useRunner({ '/': '<title>Shop</title>' }, { ownBrowser: true, isAnew: true });
const runs = new PausedRuns(runner);

const Reply = z.looseObject({});
const ENDLESS = { type: 'wait', until: 'script', value: 'false', timeoutMs: 600_000 };

async function pause(testId: string): Promise<void> {
  await runs.breakAt(testId, 0);
  expect(await runs.start(testId)).toBe('A');
}

let release: (() => Promise<void>) | undefined;

/** A run begins once its browser has started. */
async function holdStart(testId: string): Promise<void> {
  const processes = browserProcesses();
  if (processes.length > 0) kill(processes);
  await vi.waitFor(async () => expect(await answerOf('getPageInfo', {})).toBe('app-not-open'), { timeout: 30_000 });
  const folder = await temporaryDirectory();
  const [heldBrowser, gate] = [join(folder.path, 'browser'), join(folder.path, 'gate')];
  const script = `#!/bin/sh\nwhile [ ! -e ${gate} ]; do sleep 0.1; done\nexec ${CHROMIUM} "$@"\n`;
  await writeFile(heldBrowser, script, { mode: 0o700 });
  vi.stubEnv('STEPLOOM_BROWSER', heldBrowser);
  release = async () => {
    await writeFile(gate, '');
    vi.unstubAllEnvs();
    await runner.run([]);
    await folder[Symbol.asyncDispose]();
  };
  await runner.call('runTest', { testId });
}

/** Brings a run into a state; given is the code of a test that passes. */
const STATES: Record<string, (testId: string) => Promise<void>> = {
  idle: async () => {},
  starting: holdStart,
  running: async () => {
    const code = await runner.write([{ type: 'visit', url: '/' }, ENDLESS]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'wait');
  },
  paused: pause,
  passed: async testId => expect(await runs.start(testId)).toBe('passed'),
  stopped: async testId => {
    await pause(testId);
    await runner.call('stopTest');
  },
  failed: async () => {
    const code = await runner.write([{ type: 'assert', matcher: 'toHaveTitle', expected: 'x', timeoutMs: 100 }]);
    expect(await runs.start(code)).toBe('failed');
  },
  error: async testId => {
    await pause(testId);
    kill(pageProcesses());
    await runner.until(({ state }) => state === 'error');
  },
};

/** What can be done to a project whatever is going on. */
const EDITS = {
  setBreakpoint: 'done',
  clearBreakpoints: 'done',
  editAction: 'done',
  createAction: 'done',
  configureAuth: 'done',
  tryAuth: 'invalid-project',
  deleteTest: 'done',
  deleteModule: 'done',
};
/** What belongs to a run that is under way, without one. */
const ENDED = {
  pauseTest: 'not-running',
  resumeTest: 'not-running',
  stepOver: 'not-running',
  runTo: 'not-running',
  stopTest: 'not-running',
  evaluateScopes: 'not-running',
  setScope: 'not-running',
};
/** What a run that is under way and not paused refuses. */
const BUSY = {
  resumeTest: 'not-paused',
  stepOver: 'not-paused',
  runTo: 'not-paused',
  evaluateScopes: 'not-paused',
  setScope: 'not-paused',
  runTest: 'run-in-progress',
  performAction: 'run-in-progress',
  navigateUrl: 'run-in-progress',
  refreshPage: 'run-in-progress',
  deleteRun: 'run-in-progress',
  getReport: 'run-in-progress',
};
const LOOKS = { getPageInfo: 'done', getPageElements: 'done', waitForPageReady: 'done', getConsoleLog: 'done' };
const NO_WINDOW = {
  getPageInfo: 'app-not-open',
  getPageElements: 'app-not-open',
  waitForPageReady: 'app-not-open',
  getConsoleLog: 'app-not-open',
  performAction: 'app-not-open',
  refreshPage: 'app-not-open',
};
const LIVE = { performAction: 'passed', navigateUrl: 'done', refreshPage: 'done' };

const status = (state: string) => ({ getTestStatus: state, getTestResults: state });
const finished = (state: string) => ({
  ...ENDED,
  ...status(state),
  ...LOOKS,
  ...LIVE,
  getReport: 'done',
  runTest: 'passed',
  deleteRun: 'done',
  ...EDITS,
});

/** What each call answers in each state: the state that follows, or the reason of the refusal. */
const TABLE: Record<string, Record<string, string>> = {
  idle: { ...ENDED, getTestStatus: 'idle', getTestResults: 'no-run', ...NO_WINDOW, runTest: 'passed', ...EDITS },
  starting: { ...NO_WINDOW, ...BUSY, ...status('starting'), pauseTest: 'starting', ...EDITS, stopTest: 'stopped' },
  // A run in another way goes on beside it.
  running: {
    ...BUSY,
    runTest: 'passed',
    ...status('running'),
    ...LOOKS,
    pauseTest: 'running',
    ...EDITS,
    stopTest: 'stopped',
  },
  paused: {
    ...status('paused'),
    ...LOOKS,
    ...LIVE,
    pauseTest: 'already-paused',
    runTest: 'run-in-progress',
    deleteRun: 'run-in-progress',
    getReport: 'run-in-progress',
    evaluateScopes: 'done',
    setScope: 'done',
    runTo: 'not-found',
    stepOver: 'paused',
    ...EDITS,
    resumeTest: 'passed',
  },
  passed: finished('passed'),
  failed: finished('failed'),
  stopped: finished('stopped'),
  error: { ...finished('error'), ...NO_WINDOW, refreshPage: 'done' },
};

const OF_STATE = ['not-running', 'not-paused', 'already-paused', 'run-in-progress'];

describe('each call of run control', () => {
  test.each(Object.entries(TABLE))(
    'run control gives the expected answers in the state %s',
    { tags: 'full' },
    async (state, calls) => {
      const { module } = await runner.app.client.call('createModule', { name: state }, Created);
      const testId = await runner.write({ moduleCode: module.moduleCode, actions: [note('A'), note('B')] });
      await STATES[state]?.(testId);
      const { runId = 'r1' } = await runner.status();
      const place = { moduleCode: module.moduleCode, testCode: testId };
      const args: Record<string, object> = {
        runTest: { testId, breakpoints: 'ignore', wait: 25 },
        resumeTest: { wait: 25 },
        stepOver: { mode: 'step-over', wait: 25 },
        runTo: { mode: 'to', actionIndex: 99 },
        pauseTest: { wait: 0 },
        performAction: { action: { type: 'comment', text: 'x' } },
        evaluateScopes: { expression: '1 + 1' },
        setScope: { name: 'a', value: 1 },
        navigateUrl: { url: '/' },
        deleteRun: { runId },
        getReport: { runId, format: 'messages' },
        setBreakpoint: { testId, actionIndex: 0 },
        editAction: { ...place, actionIndex: 0, text: 'C' },
        createAction: { ...place, type: 'comment', text: 'D' },
        configureAuth: { method: 'none' },
        deleteTest: place,
        deleteModule: { moduleCode: module.moduleCode },
      };
      const answers: Record<string, string> = {};
      for (const call of Object.keys(calls)) answers[call] = await answerOf(call, args[call] ?? {});
      expect(answers).toEqual(calls);
      await runs.stop();
      await release?.();
      release = undefined;
    },
  );
});

const Created = z.object({ module: z.looseObject({ moduleCode: z.string() }) });
const TOOLS: Record<string, string> = { stepOver: 'resumeTest', runTo: 'resumeTest' };

/** A refusal that comes of the state names it. */
async function answerOf(call: string, args: object): Promise<string> {
  const { client } = runner.app;
  const before = (await runner.status()).state;
  try {
    const { state } = await client.call(TOOLS[call] ?? call, args, Reply);
    return typeof state === 'string' ? state : 'done';
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { reason, state } = error.data;
    return OF_STATE.includes(String(reason)) && state !== before ? `${reason} without its state` : String(reason);
  }
}
