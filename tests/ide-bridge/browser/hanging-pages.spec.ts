// @module-tag full
import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, launcher, openApp, opening, servePages, within } from './app-fixture.ts';

/** What the server has kept waiting. */
const held: (() => void)[] = [];
const hop = (url = '') => Number(new URL(url, 'http://x').searchParams.get('hop'));

const showSlow = (response: ServerResponse) =>
  response.setHeader('content-type', 'text/html').end('<title>Slow</title><button>Slow</button>');

const WITH_WORKER: Record<string, Answer> = {
  '/asks-by-worker':
    '<title>-</title><script>navigator.serviceWorker.register("/worker.js"); navigator.serviceWorker.oncontrollerchange = () => { document.title = "Taken over" }</script>',
  '/worker.js': (_request, response) => {
    response.setHeader('content-type', 'text/javascript').end(`addEventListener('install', () => skipWaiting());
      addEventListener('activate', event => event.waitUntil(clients.claim()));
      addEventListener('fetch', event => event.respondWith(fetch(event.request)));`);
  },
};

const pages = await servePages({
  '/': '<title>Home</title><button>Home</button>',
  '/endless': '<title>Endless</title><script>for (;;) {}</script>',
  '/endless-in-frame': '<title>Frame</title><iframe src="/endless"></iframe>',
  '/endless-once-there': '<title>There</title><script>onload = () => { for (;;) {} }</script>',
  '/waits':
    '<title>Waits</title><script>const asked = new XMLHttpRequest(); asked.open("GET", "/slow", false); asked.send()</script>',
  '/slow': (_request, response) => {
    held.push(() => showSlow(response));
  },
  '/hops': ({ url }, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>Hop</title><script>location.href = '/hops?hop=${hop(url) + 1}'</script>`),
});
afterAll(() => pages[Symbol.asyncDispose]());
const { app, session, ...opened } = openApp({ launcher, limits: { stuckAfterMs: 1_000 } });
afterAll(() => opened[Symbol.asyncDispose]());

beforeEach(async () => {
  await app.navigate('/', opening(pages.origin), within());
});

const HANGS_AFTER_MS = 4_000;
const PATIENT = { ...within(600_000), hangsAfterMs: HANGS_AFTER_MS };
const query = { interactiveOnly: true, limit: 100, boxes: false };
const picture = { fullPage: false, format: 'jpeg', maxWidth: 1280 } as const;

const QUESTIONS: [string, (options: typeof PATIENT) => Promise<unknown>][] = [
  ['info', options => app.info(options)],
  ['elements', options => app.elements(query, options)],
  ['screenshot', options => app.screenshot(picture, options)],
];

const run = (code: string) => session.requirePage().evaluate(`void setTimeout(() => { ${code} })`);

// All are asked at once: each waits as long as it would alone.
describe('a page that is asked for its info, elements and picture', () => {
  test('info, elements and screenshot report a hanging page long before their time limit', async () => {
    await run('while (true);');
    const isTold = {
      kind: 'timeout',
      message: expect.stringMatching(
        /^The page http.*\/ did not answer within 2 s; (?:a script on it may be|.* is) in an endless loop\.$/,
      ),
      detail: { next: expect.stringContaining('refreshPage') },
    };
    await Promise.all(
      QUESTIONS.map(([what, ask]) =>
        expect(ask({ ...PATIENT, hangsAfterMs: 2_000 }), what).rejects.toMatchObject(isTold),
      ),
    );
    expect(await app.refresh(within(60_000))).toMatchObject({ title: 'Home' });
  });

  test('info, elements and screenshot wait for a page that is on its way to a slow server', async () => {
    const before = held.length;
    await run("location.href = '/slow'");
    await expect.poll(() => held, { timeout: 30_000 }).toHaveLength(before + 1);
    const answers = QUESTIONS.map(([, ask]) => ask({ ...PATIENT, hangsAfterMs: 60_000 }));
    await new Promise(resolve => setTimeout(resolve, HANGS_AFTER_MS));
    held[before]?.();
    expect(await Promise.all(answers)).not.toContain(undefined);
  });

  test('elements and screenshot tell that a page has been on its way to a silent server for too long', async () => {
    const before = held.length;
    await run("location.href = '/slow'");
    await expect.poll(() => held, { timeout: 30_000 }).toHaveLength(before + 1);
    const isTold = {
      kind: 'timeout',
      message: `The page is on its way to ${pages.origin}/slow, which has not answered yet (2 s).`,
    };
    await Promise.all(
      QUESTIONS.slice(1).map(([what, ask]) =>
        expect(ask({ ...PATIENT, hangsAfterMs: 2_000 }), what).rejects.toMatchObject(isTold),
      ),
    );
    held[before]?.();
  });
});

describe('a page that is gone to', () => {
  test.each(['/endless', '/endless-in-frame', '/endless-once-there'])(
    'is reported long before the time limit when a script keeps it from answering: %s',
    async path => {
      await expect(
        app.navigate(path, opening(pages.origin), { ...PATIENT, hangsAfterMs: 1_000 }),
      ).rejects.toMatchObject({
        kind: 'timeout',
        message: `The page ${pages.origin}${path} worked for 1 s without an answer; it is very large, or a script on it is in an endless loop.`,
        detail: { next: expect.stringContaining('navigateUrl') },
      });
      expect(await app.navigate('/', opening(pages.origin), PATIENT)).toMatchObject({ title: 'Home' });
    },
  );

  test('is reported with the request that its script waits for, and can be used once that is answered', async () => {
    const before = held.length;
    await expect(
      app.navigate('/waits', opening(pages.origin), { ...PATIENT, hangsAfterMs: 1_000 }),
    ).rejects.toMatchObject({
      kind: 'timeout',
      message: `The page ${pages.origin}/waits did not answer for 1 s; a script on it may be waiting for GET ${pages.origin}/slow.`,
    });
    expect(held).toHaveLength(before + 1);
    held[before]?.();
    await expect.poll(() => app.info(within()), { timeout: 20_000 }).toMatchObject({ title: 'Waits' });
  });
});

test('a page is waited for whose service worker waits for a slow server', async () => {
  // Of a site of its own: a worker may outlast its registration for a while.
  let asked = 0;
  let answer = () => {};
  const answered = new Promise<void>(resolve => {
    answer = resolve;
  });
  await using site = await servePages({
    ...WITH_WORKER,
    '/slow': (_request, response) => {
      asked += 1;
      void answered.then(() => showSlow(response));
    },
  });
  await app.navigate('/asks-by-worker', opening(site.origin), within());
  await expect.poll(() => app.info(within()), { timeout: 20_000 }).toMatchObject({ title: 'Taken over' });
  const way = app.navigate('/slow', opening(site.origin), { ...PATIENT, hangsAfterMs: 1_000 });
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
  await new Promise(resolve => setTimeout(resolve, HANGS_AFTER_MS));
  answer();
  expect(await way).toMatchObject({ title: 'Slow' });
  await app.clearSite(undefined, within());
});

test('a page that redirects without end is reported as such, with some of its addresses', async () => {
  await run("location.href = '/hops?hop=1'");
  await expect.poll(() => session.network.waysOf(session.page).count, { timeout: 30_000 }).toBeGreaterThan(5);
  await expect(app.elements(query, within(4_000))).rejects.toMatchObject({
    kind: 'page-error',
    message: expect.stringMatching(
      /^The page .*\/hops\?hop=\d+ keeps going to other addresses, last to .*\/hops\?hop=\d+, .*\/hops\?hop=\d+/,
    ),
  });
  const anew = { ...opening(pages.origin), isAnew: true };
  expect(await app.navigate('/', anew, within(60_000))).toMatchObject({ title: 'Home' });
});
