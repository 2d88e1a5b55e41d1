import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../../ide-bridge/browser/app-fixture.ts';
import { openShop } from '../../support/shop.ts';

const NEVER = { '/': '<title>Home</title>', '/never': () => {} };

describe('navigateUrl', () => {
  it.each([
    ['the project says, when the caller does not', { navigationMs: 500 }, {}, '0.5 s'],
    ['the project says, when the caller would wait longer', { navigationMs: 500 }, { timeoutMs: 20_000 }, '0.5 s'],
    ['the caller says, when the project would wait longer', { navigationMs: 20_000 }, { timeoutMs: 400 }, '0.4 s'],
  ])('navigateUrl waits for a page as long as %s', { tags: 'full' }, async (_who, timeouts, args, limit) => {
    await using pages = await servePages(NEVER);
    await using shop = await openShop({ appUrl: pages.origin });
    const { client } = shop.author;
    await client.call('navigateUrl', { url: '/' }, z.unknown());
    await client.call('editProject', { settings: { timeouts } }, z.unknown());
    const { data, message } = await client.failure('navigateUrl', { url: '/never', ...args });
    expect([data.reason, message]).toEqual(['timeout', expect.stringContaining(`was not loaded within ${limit};`)]);
  });
});

it('the answer of navigateUrl holds the dialogs that the page opened while it loaded', async () => {
  await using pages = await servePages({ '/': '<title>Home</title><script>alert("Hello"); confirm("Stay?")</script>' });
  await using shop = await openShop({ appUrl: pages.origin });
  const { dialogs } = await shop.author.client.call(
    'navigateUrl',
    { url: '/' },
    z.looseObject({ dialogs: z.unknown() }),
  );
  expect(dialogs).toEqual([
    { type: 'alert', message: 'Hello', answer: 'dismissed' },
    { type: 'confirm', message: 'Stay?', answer: 'dismissed' },
  ]);
});

describe('refreshPage', () => {
  it('refreshPage waits for a page no longer than the project says', async () => {
    let isSilent = false;
    await using pages = await servePages({
      '/': (_request, response) => void (isSilent || response.end('<title>Home</title>')),
    });
    await using shop = await openShop({ appUrl: pages.origin });
    const { client } = shop.author;
    await client.call('navigateUrl', { url: '/' }, z.unknown());
    await client.call('editProject', { settings: { timeouts: { navigationMs: 500 } } }, z.unknown());
    isSilent = true;
    const { message } = await client.failure('refreshPage', { timeoutMs: 20_000 });
    expect(message).toContain('was not loaded within 0.5 s;');
  });
});
