import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { browserProcesses, kill, pageProcesses } from '../../support/browser-processes.ts';
import { openShop, type Shop } from '../../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ ownBrowser: true });
});
afterAll(() => shop[Symbol.asyncDispose]());

describe.each([
  ['its page crashed', pageProcesses, 'the page crashed'],
  ['its browser ended', browserProcesses, 'the browser ended by itself'],
])('a window that was lost because %s', (_why, processes, reason) => {
  beforeAll(async () => {
    // Asks no server and writes nothing, so that there is nothing to tell of it.
    await shop.author.do('navigateUrl', { url: 'about:blank' });
    kill(processes());
    const isOpen = () => shop.author.client.call('getIDEState', {}, z.object({ app: z.object({ open: z.boolean() }) }));
    await vi.waitFor(async () => expect(await isOpen()).toMatchObject({ app: { open: false } }), { timeout: 30_000 });
  });

  it.each([
    ['getPageInfo', {}],
    ['getPageElements', {}],
    ['getScreenshot', {}],
    ['getConsoleLog', {}],
    ['getNetworkLog', {}],
    ['getNetworkRequest', { number: 1 }],
    ['refreshPage', {}],
    ['clearSiteData', {}],
    ['waitForPageReady', {}],
    ['performAction', { action: { type: 'reload' } }],
  ])('%s reports that the app window is not open, and why', async (tool, args) => {
    expect(await shop.author.refusal(tool, args)).toContain(
      `app-not-open: The app window is no longer open: ${reason}.`,
    );
  });
});
