import { afterAll, beforeEach, expect, test } from 'vitest';
import { eventually, openApp, opening, servePages, within } from './app-fixture.ts';

/** How many requests were left without an answer. */
let asked = 0;
const pages = await servePages({
  '/': '<title>Home</title>',
  '/second': '<title>Second</title>',
  '/frame': '<title>Frame</title><button>Outside</button><iframe src="/silent"></iframe>',
  '/silent': () => {
    asked += 1;
  },
});
afterAll(() => pages[Symbol.asyncDispose]());

const app = openApp();
afterAll(() => app[Symbol.asyncDispose]());

const go = (path: string) => app.app.navigate(path, opening(pages.origin), within());

beforeEach(async () => {
  await go('/');
});

/** Leaves the page on its way to a server that never answers. */
async function giveUp(): Promise<void> {
  const before = asked;
  const call = new AbortController();
  const way = app.app.navigate('/silent', opening(pages.origin), { signal: call.signal });
  const stopped = expect(way).rejects.toMatchObject({ kind: 'stopped' });
  await eventually(() => expect(asked).toBe(before + 1));
  call.abort();
  await stopped;
}

test('a page that waits for a silent server can navigate elsewhere at once in the same tab', {
  tags: 'full',
}, async () => {
  const tab = app.session.requirePage();
  await giveUp();
  expect(await go('/second')).toMatchObject({ title: 'Second' });
  await giveUp();
  expect(await app.app.refresh(within())).toMatchObject({ title: 'Second' });
  const before = asked;
  await tab.evaluate('void setTimeout(() => { location.href = "/silent" })');
  await eventually(() => expect(asked).toBe(before + 1));
  expect(await go('/')).toMatchObject({ title: 'Home' });
  // A tab that does not answer would have been left for a new one.
  expect(app.session.tabs.all).toEqual([tab]);
});

test('calls to a page that waits for a silent server report the address that it is on its way to', {
  tags: ['full'],
}, async () => {
  await giveUp();
  const url = `${pages.origin}/silent`;
  expect(await app.app.info(within())).toMatchObject({ url: `${pages.origin}/`, readyState: `on its way to ${url}` });
  const message = `The page is on its way to ${url}, which has not answered yet (0.3 s).`;
  const picture = app.app.screenshot({ fullPage: false, format: 'jpeg', maxWidth: 800 }, within(300));
  await expect(picture).rejects.toMatchObject({ kind: 'timeout', message });
  const query = { interactiveOnly: true, limit: undefined, boxes: false };
  await expect(app.app.elements(query, within(300))).rejects.toMatchObject({ kind: 'timeout', message });
});

test('a page whose frame never loads counts as usable, with a hint that it is still loading', {
  tags: 'full',
}, async () => {
  const page = app.session.requirePage();
  await page.goto(`${pages.origin}/frame`, { waitUntil: 'commit' });
  const stillLoading = expect.stringContaining('waitForPageReady');
  expect(await app.app.refresh(within())).toMatchObject({ title: 'Frame', status: 200, stillLoading });
  expect(await app.app.info(within())).toMatchObject({ title: 'Frame', readyState: 'interactive' });
  expect(await go('/second')).toEqual({ url: `${pages.origin}/second`, title: 'Second', status: 200 });
});
