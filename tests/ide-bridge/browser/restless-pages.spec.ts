import { afterAll, expect, test } from 'vitest';
import { openApp, opening, servePages, within } from './app-fixture.ts';

const hop = (url = '') => Number(new URL(url, 'http://x').searchParams.get('hop'));

const pages = await servePages({
  '/': '<title>Home</title>',
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

test('a page that goes elsewhere again and again can be left', async () => {
  await app.navigate('/', opening(pages.origin), within(60_000));
  for (let round = 0; round < 10; round++) {
    await session.requirePage().evaluate("void setTimeout(() => location.replace('/replaces'))");
    const { count } = session.network.waysOf(session.page);
    await expect.poll(() => session.network.waysOf(session.page).count, { timeout: 30_000 }).toBeGreaterThan(count + 5);
    expect(await app.navigate('/', opening(pages.origin), within(60_000))).toMatchObject({ title: 'Home' });
  }
});
