import { describe, expect, test, vi } from 'vitest';
import { browserProcesses, kill, pageProcesses } from '../../support/browser-processes.ts';
import { openLiveViewer } from '../../support/live-viewer.ts';
import { ToolError } from '../../support/running-steploom.ts';
import { note, PausedRuns } from './paused-run.ts';
import { type ActionInput, useRunner } from './runner-fixture.ts';

let isBlocked = false;
const untilBlocked = () => vi.waitFor(() => expect(isBlocked).toBe(true), { timeout: 30_000 });

const runner = useRunner(
  {
    '/': (_request, response) => {
      isBlocked = false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title><h1>Shop</h1>');
    },
    '/silent': () => {},
    '/block': () => {
      isBlocked = true;
    },
    '/blocked': (_request, response) => void untilBlocked().then(() => response.end()),
  },
  { ownBrowser: true },
);
const runs = new PausedRuns(runner);

const LONG = 600_000;
const visit = { type: 'visit', url: '/' };
const fine = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' };
const ask = (url: string) => ({ type: 'request', method: 'GET', url, timeoutMs: LONG });
/** Keeps the page from answering anything, from when its server is asked. */
const block = {
  type: 'script',
  code: `setTimeout(() => { const ask = new XMLHttpRequest(); ask.open('GET', '/block', false); ask.send(); }, 300);`,
};
const pass = { type: 'wait', until: 'time', value: LONG, timeoutMs: LONG };

/** Starts a test; resolves once it is at an action. */
async function started(actions: readonly ActionInput[]): Promise<void> {
  await runner.call('runTest', { testId: await runner.write([...actions, note('rest')]) });
  await runner.until(({ state, action }) => state === 'running' && action?.actionIndex === actions.length - 1);
}

async function paused(): Promise<void> {
  const testId = await runner.write([visit, note('here')]);
  await runs.breakAt(testId, 1);
  expect(await runs.start(testId)).toBe('here');
}

async function betweenActions(): Promise<void> {
  await runner.call('runTest', { testId: await runner.write([visit, note('rest')]), slowMoMs: 10_000 });
  await expect
    .poll(async () => (await runner.results()).actions[0], { timeout: 30_000 })
    .toMatchObject({ state: 'passed' });
}

/** What a run is doing when its window goes away. */
const MOMENTS: Record<string, () => Promise<void>> = {
  'looks for an element': () => started([visit, { type: 'click', locator: '#no', timeoutMs: LONG }]),
  'waits for a page': () => started([{ type: 'visit', url: '/silent', timeoutMs: LONG }]),
  'is in a script': () => started([visit, { type: 'script', code: 'while (true);', timeoutMs: LONG }]),
  'lets time pass': () => started([visit, pass]),
  'waits for a server': () => started([visit, ask('/silent')]),
  'takes a picture of a page that hangs': () =>
    started([visit, block, ask('/blocked'), { type: 'screenshot', timeoutMs: LONG }]),
  'is between two actions': betweenActions,
  'is paused': paused,
};

const LOSSES = {
  'its browser is killed': { processes: browserProcesses, why: 'the browser ended by itself' },
  'its page crashes': { processes: pageProcesses, why: 'the page crashed' },
};

async function nextRunWorks(): Promise<void> {
  await runner.call('clearBreakpoints');
  await runner.passes([visit, fine]);
  expect(browserProcesses()).toHaveLength(1);
}

const look = () => openLiveViewer(runner.app.service.url, runner.app.ide?.session ?? '', 'shop');
const reasonOf = (error: unknown): unknown => (error instanceof ToolError ? error.data.reason : error);

describe.each(Object.entries(LOSSES))('when %s', (_loss, { processes, why }) => {
  test.each(Object.entries(MOMENTS))(
    'a run that %s reports the lost window, and the next run works',
    { tags: 'full' },
    async (_what, reach) => {
      await reach();
      kill(processes());
      const { reason } = await runner.until(({ state }) => state === 'error');
      expect(reason).toBe(`The browser was lost: ${why}.`);
      const { actions, outcome } = await runner.results();
      expect(outcome).toBe('error');
      expect(actions.find(({ state }) => state === 'error')?.error?.message).toBe(reason);
      await nextRunWorks();
    },
  );

  test('the tests that come after the one whose window is lost run in a new one', { tags: 'full' }, async () => {
    const lets = await runner.write([visit, pass]);
    const tests = [lets, await runner.write([visit, fine]), await runner.write([visit, fine])];
    await runner.call('runTests', { tests });
    await runner.until(({ state, action }) => state === 'running' && action?.actionIndex === 1);
    kill(processes());
    const { reason } = await runner.until(({ state }) => state === 'error');
    const { items, outcome } = await runner.results();
    expect(items.map(({ state }) => state)).toEqual(['error', 'passed', 'passed']);
    expect(items[0]?.actions[1]?.error?.message).toBe(`The browser was lost: ${why}.`);
    expect([outcome, reason]).toEqual(['error', undefined]);
  });

  test('the tests that come after one that is paused run in a new window', { tags: 'full' }, async () => {
    const stands = await runner.write([visit, note('here')]);
    const next = await runner.write([visit, fine]);
    await runs.breakAt(stands, 1);
    await runner.call('runTests', { tests: [stands, next] });
    await runner.until(({ state }) => state === 'paused');
    kill(processes());
    await runner.until(({ state }) => state === 'error');
    const { items } = await runner.results();
    expect(items.map(({ state }) => state)).toEqual(['error', 'passed']);
    await nextRunWorks();
  });

  test('a run that is being stopped ends when the window is lost, and the next run works', {
    tags: 'full',
  }, async () => {
    await started([visit, pass]);
    const stopping = runner.call('stopTest').catch(reasonOf);
    kill(processes());
    await stopping;
    const { state } = await runner.status();
    expect(['stopped', 'error']).toContain(state);
    await nextRunWorks();
  });

  test('tools report the lost window, even those under way, until a new one opens', { tags: 'full' }, async () => {
    await runner.call('navigateUrl', { url: '/' });
    await runner.call('performAction', { action: block });
    await untilBlocked();
    const calls = ['getScreenshot', 'getPageElements', 'getPageInfo', 'refreshPage'];
    const answers = calls.map(tool => runner.call(tool).catch(reasonOf));
    // Most have come to the page by then; those that have not are told the same.
    await new Promise(resolve => setTimeout(resolve, 200));
    kill(processes());
    for (const answer of await Promise.all(answers)) expect(['browser-lost', 'app-not-open']).toContain(answer);
    const { message, data } = await runner.app.client.failure('getPageInfo', {});
    expect([message, data.reason]).toEqual([`The app window is no longer open: ${why}.`, 'app-not-open']);
    expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop' });
  });

  test('a single action ends at once with the reason when the window is lost', { tags: ['full'] }, async () => {
    await runner.call('navigateUrl', { url: '/' });
    const performed = runner.call('performAction', { action: pass }).catch(reasonOf);
    // It is under way by then; one that comes too late is refused.
    await new Promise(resolve => setTimeout(resolve, 300));
    kill(processes());
    const ended = { state: 'error', error: expect.objectContaining({ message: `The browser was lost: ${why}.` }) };
    expect([expect.objectContaining(ended), 'app-not-open']).toContainEqual(await performed);
  });

  test('a live viewer is notified of the lost window and then shows the next one', { tags: 'full' }, async () => {
    await runner.call('navigateUrl', { url: '/' });
    await using viewer = await look();
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(0);
    kill(processes());
    const last = () => viewer.notices.findLast(({ kind }) => kind === 'page');
    await expect.poll(last, { timeout: 20_000 }).toMatchObject({ isOpen: false });
    const seen = viewer.frames.length;
    await nextRunWorks();
    await expect.poll(() => viewer.frames.length, { timeout: 20_000 }).toBeGreaterThan(seen);
    expect(last()).toMatchObject({ isOpen: true });
  });
});
