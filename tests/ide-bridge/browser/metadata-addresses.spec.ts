/** Link-local addresses and the metadata services of clouds, which no page, test or program gets to see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { type Answer, servePages } from './app-fixture.ts';

const METADATA = 'http://169.254.169.254/latest/meta-data/';
const REFUSED =
  /169\.254\.169\.254 is a link-local address or the metadata service of a cloud, which is never contacted/;

const PAGES: Record<string, Answer> = {
  '/': `<title>Shop</title><a href="${METADATA}">Keys</a><script>
    fetch('${METADATA}', { mode: 'no-cors' }).then(() => 'answered', error => String(error))
      .then(words => document.body.append(words))</script>`,
  '/moved': (_request, response) => response.writeHead(302, { location: METADATA }).end(),
  '/wrapped': (_request, response) =>
    response.writeHead(302, { location: 'http://[::ffff:169.254.169.254]/latest' }).end(),
  '/unsafe': (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
};

describe('the app window', () => {
  let app: TestApp;
  let pages: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    pages = await servePages(PAGES);
    app = await startTestApp({ appUrl: pages.origin });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await pages[Symbol.asyncDispose]();
  });
  const go = (url: string) => app.client.call('navigateUrl', { url }, z.looseObject({ url: z.string() }));

  it.each([METADATA, 'http://2852039166/', 'http://[::ffff:a9fe:a9fe]/', 'http://metadata.google.internal/'])(
    'navigateUrl refuses %s and says why',
    async url => {
      const { message, data } = await app.client.failure('navigateUrl', { url });
      expect(message).toMatch(/was not opened: .* is a link-local address or the metadata service of a cloud/);
      expect(data).toMatchObject({ reason: 'invalid-params', field: 'url' });
    },
  );

  it.each([
    ['/moved', REFUSED],
    ['/wrapped', /it leads to http:\/\/\[::ffff:a9fe:a9fe\]\/latest, and \S+ is a link-local address/],
    ['/unsafe', /it leads to http:\/\/127\.0\.0\.1:9\/, and browsers refuse port 9/],
  ])(
    'an address that redirects away, %s, fails with where it leads and why that is not opened',
    async (path, words) => {
      const { message, data } = await app.client.failure('navigateUrl', { url: path });
      expect(message).toMatch(words);
      expect(data).toMatchObject({ reason: 'page-error' });
    },
  );

  it('a page gets to a link-local address neither by a script nor by a link', { tags: ['full'] }, async () => {
    await go('/');
    const says = { type: 'assert', matcher: 'toContainText', locator: 'body', expected: 'TypeError: Failed to fetch' };
    expect(await app.client.call('performAction', { action: says }, z.unknown())).not.toHaveProperty('error');
    await app.client.call('performAction', { action: { type: 'click', locator: 'a' } }, z.unknown());
    const { url } = await app.client.call('getPageInfo', {}, z.looseObject({ url: z.string() }));
    expect(url).not.toContain('meta-data');
  });
});
