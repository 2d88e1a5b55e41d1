// @module-tag full
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { browserProcesses } from '../../support/browser-processes.ts';
import { useRunner } from './runner-fixture.ts';

const OF_BROWSERS = new RegExp(`^steploom-browser-${process.pid}-`);

// Declared first, it runs last: after the service has ended.
afterAll(async () => {
  expect(browserProcesses()).toEqual([]);
  expect((await readdir(tmpdir())).filter(name => OF_BROWSERS.test(name))).toEqual([]);
});

/** How often pages have asked their server while they flood. */
let asked = 0;
const again = (script: string) => `<script>setInterval(() => { ${script} }, 1)</script>`;
const ASK = `fetch('/asked').catch(() => {});`;

const runner = useRunner(
  {
    '/': '<title>Shop</title>',
    '/asked': (_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Asked</title>');
    },
    '/favicon.ico': (_request, response) => response.writeHead(204).end(),
    '/often': `<title>Often</title><h1>Often</h1><script>setInterval(() => { for (let i = 0; i < 40; i++) console.log('line ' + i); }, 10)</script>`,
    '/errors': again(`${ASK} for (let i = 0; i < 100; i++) setTimeout(() => { throw new Error('line'); });`),
    '/tabs': `<script>for (let i = 0; i < 20; i++) open('/asked?' + i)</script>`,
    '/requests': `<script>for (let i = 0; i < 3000; i++) fetch('/asked?' + i).catch(() => {})</script>`,
    '/frames': again(`for (const frame of [...document.querySelectorAll('iframe')].slice(0, -10)) frame.remove();
    for (let i = 0; i < 10; i++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/asked?' + Math.random() }));`),
    '/prints': again(`${ASK} print();`),
  },
  { ownBrowser: true, context: 'fresh' },
);

const LONG = 600_000;
const pass = { type: 'wait', until: 'time', value: LONG, timeoutMs: LONG };
const nextRunWorks = () =>
  runner.passes([
    { type: 'visit', url: '/' },
    { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' },
  ]);

test('a page that floods its console is silenced and answers like any other', async () => {
  await runner.call('navigateUrl', { url: '/often' });
  const silenced = () => runner.call('getConsoleLog', { level: 'warning' });
  const entry = {
    level: 'warning',
    text: expect.stringMatching(/^Steploom silenced the console of http.*\/often: it /),
  };
  const told = { entries: [expect.objectContaining(entry)] };
  await expect.poll(silenced, { timeout: 60_000 }).toMatchObject(told);
  expect(await runner.call('getPageElements', { interactiveOnly: false })).toMatchObject({
    elements: [{ name: 'Often' }],
  });
  expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop' });
  await nextRunWorks();
});

const Counted = z.object({ total: z.number() });
const MOST_KEPT = 1_000;

/** What a page does without end, and how often it has asked its server by then. */
const FLOODS = [
  ['opens 20 tabs', '/tabs', 20],
  ['sends thousands of requests', '/requests', 500],
  ['adds and removes frames', '/frames', 50],
  ['prints', '/prints', 3],
  ['throws errors', '/errors', 3],
] as const;

test.each(FLOODS)('a run can be stopped on a page that %s, and the next run works', async (...flood) => {
  const [, url, times] = flood;
  asked = 0;
  const testId = await runner.write([{ type: 'visit', url, timeoutMs: 4_000, onFailure: 'continue' }, pass]);
  await runner.call('runTest', { testId });
  await runner.until(({ action }) => action?.type === 'wait');
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(times);
  for (const log of ['getConsoleLog', 'getNetworkLog'])
    expect((await runner.app.client.call(log, {}, Counted)).total).toBeLessThanOrEqual(MOST_KEPT);
  expect(await runner.call('getTestStatus')).toMatchObject({ state: 'running' });
  expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  expect(await runner.results()).toMatchObject({ outcome: 'stopped', reason: 'The run was stopped by write 1.' });
  await nextRunWorks();
  expect(browserProcesses()).toHaveLength(1);
});
