import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Answer, servePages } from '../../ide-bridge/browser/app-fixture.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const takesOver = (onFetch: string) => `addEventListener('install', () => skipWaiting());
  addEventListener('activate', event => event.waitUntil(clients.claim()));
  addEventListener('fetch', event => { ${onFetch} });`;
const script =
  (code: string): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);

/** Shows in its title once all that it fetches goes through its worker. */
const registers = (worker: string) => `<title>-</title><script>
  navigator.serviceWorker.oncontrollerchange = () => { document.title = 'taken over'; };
  navigator.serviceWorker.register('${worker}');
</script>`;

const pages = await servePages({
  '/': '<title>Shop</title>',
  '/signs-in': `<title>-</title><script>
    document.cookie = 'who=Ada'; localStorage.who = 'Ada'; sessionStorage.who = 'Ada';
    caches.open('kept').then(() => { document.title = document.cookie === 'who=Ada' ? 'signed in' : 'no cookie'; });
  </script>`,
  '/who': `<title>-</title><script>
    caches.keys().then(kept => { document.title = [document.cookie, localStorage.who, sessionStorage.who, ...kept].join(', '); });
  </script>`,
  '/with-silent-worker': registers('/silent-worker.js'),
  '/with-busy-worker': registers('/busy-worker.js'),
  '/silent-worker.js': script(takesOver('event.respondWith(new Promise(() => {}));')),
  '/busy-worker.js': script(takesOver('for (;;) {}')),
});
afterAll(() => pages[Symbol.asyncDispose]());

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ appUrl: pages.origin });
});
afterAll(() => app[Symbol.asyncDispose]());

const Shown = z.object({ title: z.string() });
const Cleared = z.object({ origin: z.string(), cookies: z.number(), serviceWorkers: z.number() });
const go = (url: string, args: object = {}) => app.client.call('navigateUrl', { url, ...args }, Shown);
const clear = (args: object = {}) => app.client.call('clearSiteData', args, Cleared);
const shows = (title: string) =>
  expect.poll(async () => (await app.client.call('getPageInfo', {}, Shown)).title, { timeout: 20_000 }).toBe(title);

describe('clearSiteData', () => {
  it('a site has neither cookies nor storage after its data was cleared, and others keep theirs', async () => {
    const other = pages.origin.replace('127.0.0.1', 'localhost');
    for (const origin of [other, pages.origin]) {
      await go(`${origin}/signs-in`);
      await shows('signed in');
    }
    expect(await clear()).toEqual({ origin: pages.origin, cookies: 1, serviceWorkers: 0 });
    await go('/who');
    await shows(', ,');
    await go(`${other}/who`);
    await shows('who=Ada, Ada, Ada, kept');
    expect(await clear({ origin: `${other}/who?after=all` })).toMatchObject({ origin: other, cookies: 1 });
  });

  const isToldAndGone = async (kind: string) => {
    await go(`/with-${kind}-worker`, { role: 'none' });
    await shows('taken over');
    const before = performance.now();
    const { data, message } = await app.client.failure('navigateUrl', { url: '/' });
    expect(performance.now() - before).toBeLessThan(15_000);
    expect(data).toMatchObject({ reason: 'page-misbehaved', next: expect.stringContaining('clearSiteData') });
    expect(message).toContain(`its service worker ${pages.origin}/${kind}-worker.js did not answer`);
    expect(await clear()).toMatchObject({ origin: pages.origin, serviceWorkers: 1 });
    expect(await go('/')).toMatchObject({ title: 'Shop' });
  };

  it('a service worker that never answers is told in time, and gone once its site is cleared', () =>
    isToldAndGone('silent'));
  it(
    'a service worker that is in an endless loop is told in time, and gone once its site is cleared',
    {
      tags: 'full',
    },
    () => isToldAndGone('busy'),
  );

  it('an address without a site is refused', async () => {
    await go('/');
    const { data } = await app.client.failure('clearSiteData', { origin: 'about:blank' });
    expect(data).toMatchObject({ reason: 'invalid-params', field: 'origin' });
  });
});
