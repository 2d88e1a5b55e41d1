// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { boundBrowser, debuggedBrowser, type ForeignBrowser, launchedServer } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const State = z.object({ app: z.looseObject({ open: z.boolean(), attachedBy: z.string().optional() }) });
const Run = z.object({ state: z.string(), reason: z.string().optional() });
const endpointOf = ({ endpoint }: Pick<ForeignBrowser, 'endpoint'>) => readBrowserEndpoint(endpoint, '--connect');

let pages: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  pages = await servePages({ '/': '<!doctype html><title>Shop</title><button>Buy</button>' });
});
afterAll(() => pages[Symbol.asyncDispose]());

/** A project with one test, whose app window attaches to a browser. */
async function shopIn(browser: ForeignBrowser): Promise<Shop> {
  const shop = await openShop({ appUrl: pages.url, attachTo: endpointOf(browser) });
  await shop.author.module('Shop');
  const actions = [
    { type: 'visit', url: '/' },
    { type: 'click', locator: "getByRole('button', { name: 'Buy' })" },
  ];
  await shop.author.test('m1', 'Buy', { actions });
  await shop.author.test('m1', 'Wait', {
    actions: [{ type: 'wait', until: 'time', value: 100_000, timeoutMs: 110_000 }],
  });
  return shop;
}

const runs = async ({ author }: Shop) => (await author.client.call('runTest', { testId: 't1', wait: 25 }, Run)).state;
const attachedBy = async ({ author }: Shop) => (await author.client.call('getIDEState', {}, State)).app;

const WAYS = [
  ['a browser of a Playwright server', 'playwright', launchedServer],
  ['a browser that a script shares', 'playwright', boundBrowser],
  ['a browser with a debugging port', 'cdp', debuggedBrowser],
] as const;

describe.each(WAYS)('an app window in %s', (_name, way, start) => {
  it('an attached app window runs tests in a foreign browser and leaves it as it was', async () => {
    await using browser = await start();
    const shop = await shopIn(browser);
    await using _end = { [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
    expect(await attachedBy(shop)).toEqual({ open: false, attachedBy: way });
    await shop.author.do('navigateUrl', { url: '/' });
    expect(await attachedBy(shop)).toMatchObject({ open: true, url: `${pages.url}/`, attachedBy: way });
    const Elements = z.object({ elements: z.array(z.object({ locator: z.string() })) });
    const { elements } = await shop.author.client.call('getPageElements', {}, Elements);
    expect(elements).toEqual([{ locator: "getByRole('button', { name: 'Buy' })" }]);
    expect(await runs(shop)).toBe('passed');
    await shop.author.do('getScreenshot');
    await shop[Symbol.asyncDispose]();
    expect(await browser.titles()).toEqual(['Not yours']);
  });

  it('a run ends with an error when the foreign browser is killed, and the message names its address', async () => {
    await using browser = await start();
    await using shop = await shopIn(browser);
    await shop.author.do('runTest', { testId: 't2' });
    const status = () => shop.author.client.call('getTestStatus', {}, Run);
    await expect.poll(async () => (await status()).state, { timeout: 30_000 }).toBe('running');
    await browser.kill();
    await expect.poll(async () => (await status()).state, { timeout: 30_000 }).toBe('error');
    const { shown } = endpointOf(browser);
    expect((await status()).reason).toBe(`The browser was lost: the browser at ${shown} is gone.`);
    expect(await shop.author.refusal('getPageInfo')).toMatch(
      /^app-not-open: .*no longer open: the browser at .* is gone/,
    );
    expect(await shop.author.refusal('navigateUrl', { url: '/' })).toBe(
      `browser-missing: The browser at ${shown} could not be attached: nothing answers there.`,
    );
  });
});

it('the app window attaches again once there is a browser at the same address', async () => {
  await using first = await launchedServer();
  await using shop = await shopIn(first);
  await shop.author.do('navigateUrl', { url: '/' });
  await first.kill();
  const { port, pathname } = new URL(first.endpoint);
  await using _second = await launchedServer({ port: Number(port), wsPath: pathname });
  await shop.author.do('navigateUrl', { url: '/' });
  expect(await runs(shop)).toBe('passed');
});
