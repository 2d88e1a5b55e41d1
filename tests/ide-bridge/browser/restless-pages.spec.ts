// @module-tag full
import { afterAll, expect, test } from 'vitest';
import { eventually, openApp, opening, servePages, within } from './app-fixture.ts';

const hop = (url = '') => Number(new URL(url, 'http://x').searchParams.get('hop'));

const pages = await servePages({
  '/': '<title>Home</title>',
  '/pushes': `<title>Pushes</title><button>Push</button><script>let n = 0;
    setInterval(() => { for (let i = 0; i < 100; i++) history.pushState(0, '', '/pushes/' + n++); }, 1)</script>`,
  '/replaces': ({ url }, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<title>Hop</title><script>setTimeout(() => location.replace('/replaces?hop=${hop(url) + 1}'), 20)</script>`,
      ),
});
afterAll(() => pages[Symbol.asyncDispose]());
const { app, session, ...opened } = openApp();
afterAll(() => opened[Symbol.asyncDispose]());

test('a page that keeps redirecting can be left by navigating', async () => {
  await app.navigate('/', opening(pages.origin), within(60_000));
  for (let round = 0; round < 10; round++) {
    await session.requirePage().evaluate("void setTimeout(() => location.replace('/replaces'))");
    const { count } = session.network.waysOf(session.page);
    await expect.poll(() => session.network.waysOf(session.page).count, { timeout: 30_000 }).toBeGreaterThan(count + 5);
    expect(await app.navigate('/', opening(pages.origin), within(60_000))).toMatchObject({ title: 'Home' });
  }
});

test('a page that changes its address without end can be shown, used and left', async () => {
  const shown = { title: 'Pushes', url: expect.stringContaining('/pushes') };
  expect(await app.navigate('/pushes', opening(pages.origin), within(60_000))).toMatchObject(shown);
  const { elements } = await app.elements({ interactiveOnly: true, limit: 10, boxes: false }, within(60_000));
  expect(elements).toMatchObject([{ name: 'Push' }]);
  const text = expect.stringMatching(/^Throttling navigation/);
  await eventually(() => expect(app.console()).toContainEqual(expect.objectContaining({ level: 'warning', text })));
  expect(await app.navigate('/', opening(pages.origin), within(60_000))).toMatchObject({ title: 'Home' });
});
