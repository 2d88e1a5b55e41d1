import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { browserProcesses } from '../../support/browser-processes.ts';
import { states, useRunner } from './runner-fixture.ts';

const HANGING = 'while (true);';
const ALERTING = 'while (true) alert(1);';

const runner = useRunner(
  {
    '/': `<title>Shop</title><button onclick="${ALERTING}">Alert</button>`,
    '/silent': () => {},
    '/hangs': `<title>Hangs</title><script>${HANGING}</script>`,
    '/alerts': `<title>Alerts</title><script>${ALERTING}</script>`,
    '/frame': '<title>Frame</title><iframe src="/hangs"></iframe>',
    '/stays': `<title>Stays</title><button>Touch</button><script>addEventListener('beforeunload', event => { event.preventDefault(); ${HANGING} })</script>`,
  },
  { ownBrowser: true, isAnew: true },
);

const LONG = 60_000;
const visit = (url = '/') => ({ type: 'visit', url, timeoutMs: LONG });
const fine = { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' };
const hang = { type: 'script', code: `setTimeout(() => { ${HANGING} })` };

const Stopped = z.object({ runId: z.string(), state: z.string(), reason: z.string() });
const stop = () => runner.app.client.call('stopTest', {}, Stopped);

async function expectNextRunToWork(): Promise<void> {
  expect(await runner.run([visit(), fine])).toMatchObject({ outcome: 'passed' });
  expect(browserProcesses()).toHaveLength(1);
}

describe('stopTest before the browser has started', () => {
  test('stopTest ends a run before its first action, even when called twice, and the next run works', {
    tags: ['full'],
  }, async () => {
    const code = await runner.write([visit(), fine]);
    expect(browserProcesses()).toEqual([]);
    await runner.call('runTest', { testId: code });
    const replies = await Promise.all([stop(), stop()].map(reply => reply.catch(({ data }) => data.reason)));
    const wanted = { runId: 'r1', state: 'stopped', reason: expect.stringMatching(/^The run was stopped by /) };
    expect(replies).toContainEqual(wanted);
    // The later one may find the run at its end.
    for (const reply of replies) expect([wanted, 'not-running']).toContainEqual(reply);
    expect(await runner.status()).toMatchObject({ ...wanted, done: 0 });
    expect(await runner.results()).toMatchObject({ outcome: 'stopped', reason: wanted.reason, actions: [] });
    const stored = await runner.results({ runId: 'r1' });
    expect(stored).toMatchObject({ outcome: 'stopped', reason: wanted.reason, actions: [] });
    const { data } = await runner.app.client.failure('stopTest', {});
    expect(data.reason).toBe('not-running');
    await expectNextRunToWork();
  });

  test('stopTest leaves nothing behind that disturbs a run started at once', { tags: 'full' }, async () => {
    const code = await runner.write([visit(), fine]);
    for (let round = 0; round < 3; round++) {
      await runner.call('runTest', { testId: code });
      expect(await stop()).toMatchObject({ state: 'stopped' });
    }
    await expectNextRunToWork();
  });
});

describe('stopTest on a page that blocks', () => {
  test.each<[string, { type: string; [field: string]: unknown }[]]>([
    ['never arrives', [visit('/silent')]],
    ['hangs while it loads', [visit('/hangs')]],
    ['has a frame that hangs', [visit('/frame')]],
    ['opens dialogs without end while it loads', [visit('/alerts')]],
    ['opens dialogs without end', [visit(), { type: 'click', locator: 'button', timeoutMs: LONG }]],
    ['runs a script with dialogs without end', [visit(), { type: 'script', code: ALERTING, timeoutMs: LONG }]],
    ['waits for a request of its script', [visit(), { type: 'script', code: "fetch('/silent')", timeoutMs: LONG }]],
    [
      'is idle while its server keeps a request waiting',
      [visit(), { type: 'request', method: 'GET', url: '/silent', timeoutMs: LONG }],
    ],
    [
      'has a dialog open',
      [
        visit(),
        { type: 'script', code: "setTimeout(() => prompt('Who?'))" },
        { type: 'wait', until: 'time', value: LONG },
      ],
    ],
    ['hangs while it is left', [visit('/stays'), { type: 'click', locator: 'button' }, visit()]],
    ['hangs while its title is read', [visit(), hang, { type: 'extract', from: 'title', into: 'x', timeoutMs: LONG }]],
    ['hangs while its picture is taken', [visit(), hang, { type: 'screenshot', timeoutMs: LONG }]],
    ['hangs while a key is pressed', [visit(), hang, { type: 'press', key: 'Enter', timeoutMs: LONG }]],
  ])('stopTest ends a run when the page %s, and the next run works', { tags: 'full' }, async (_what, actions) => {
    const code = await runner.write([...actions, fine]);
    const last = actions.length - 1;
    await runner.call('runTest', { testId: code });
    await runner.until(({ state, action }) => state === 'running' && action?.actionIndex === last);
    expect(await stop()).toMatchObject({ state: 'stopped' });
    const results = await runner.results();
    expect(states(results.actions).slice(-2)).toEqual(['stopped', 'skipped']);
    await expectNextRunToWork();
  });
});
