import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBridge } from '../../../ide-bridge/create-bridge.ts';
import { TestReference } from '../../../model/names/codes.ts';
import { findTest } from '../../../model/project/edits/tests.ts';
import type { RunStatus } from '../../../model/protocol/bridge.ts';
import { createAppAddresses } from '../../../server/runs/plan/app-addresses.ts';
import { planDebugging } from '../../../server/runs/plan/plan-debugging.ts';
import { startRun } from '../../../server/runs/start-run.ts';
import { sharedLauncher } from '../../support/browser.ts';
import { wentThrough } from '../../support/run-report/doors.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const LIMITS = { timeoutMs: 60_000, signal: new AbortController().signal };

let shop: Shop;
const bridge = createBridge({ forbiddenOrigins: () => [], launcher: sharedLauncher });

beforeAll(async () => {
  shop = await openShop();
  await shop.author.module('A');
  await shop.author.test('m1', 'One', {
    actions: [
      { type: 'pause', text: 'Look' },
      { type: 'comment', text: 'B' },
    ],
  });
});

beforeEach(() => shop.author.do('clearBreakpoints'));

afterAll(async () => {
  await bridge.dispose();
  await shop[Symbol.asyncDispose]();
});

/** Runs the test, with somebody who is there to go on or nobody; answers once it is paused or has ended. */
async function run(debugged: { interactive: boolean } | undefined): Promise<RunStatus> {
  const project = shop.app.service.workspace.project('shop');
  const content = project?.store.content.versions.get('main');
  if (project === undefined || content === undefined) throw new Error('The project is not open.');
  const request = { content, targets: [findTest(content, TestReference.parse('t1'))] };
  const none = () => Promise.reject(new Error('Nothing is started here.'));
  const apps = createAppAddresses({ shop: none, testManagement: none });
  const log = { warn: () => {} };
  const debugging = debugged && planDebugging(project, { ...request, ...debugged, breakpoints: 'honour' });
  await startRun({ bridge, apps, log }, { project, startedBy: 'spec', request: { ...request, debugging } });
  return bridge.waitForRun('shop', { ...LIMITS, orPaused: true });
}

test('a pause action waits until a person resumes the interactive run', async () => {
  expect(await run({ interactive: true })).toMatchObject({
    state: 'paused',
    action: { actionIndex: 0, title: 'Pause: Look' },
    pausedBy: { kind: 'action' },
  });
  await bridge.resumeRun('shop', { mode: 'continue' });
  expect(await bridge.waitForRun('shop', { ...LIMITS, orPaused: true })).toMatchObject({ state: 'passed', done: 2 });
  wentThrough('action', 'pause', 'good');
});

test('a pause action is skipped when the run is not interactive or not debugged at all', async () => {
  expect(await run({ interactive: false })).toMatchObject({ state: 'passed' });
  expect(await run(undefined)).toMatchObject({ state: 'passed' });
});

test('a run that is not debugged ignores breakpoints', async () => {
  await shop.author.do('setBreakpoint', { testId: 't1', actionIndex: 1 });
  expect(await run({ interactive: false })).toMatchObject({ state: 'paused', pausedBy: { kind: 'breakpoint' } });
  await bridge.stopRun('shop', 'stopped');
  await bridge.waitForRun('shop', LIMITS);
  expect(await run(undefined)).toMatchObject({ state: 'passed' });
});
