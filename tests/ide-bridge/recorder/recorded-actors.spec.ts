// @module-tag full
/** What a person does in the windows of several people becomes one test. */
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePeople } from '../../support/people-pages.ts';
import type { ServedPages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Action = z.looseObject({ type: z.string(), actor: z.string().optional() });
const Recorded = z.looseObject({ actions: z.array(Action), suggestion: Action.optional() });
const Run = z.looseObject({ state: z.string() });

describe('a recording in the windows of several people', () => {
  let browser: ForeignBrowser;
  let pages: ServedPages;
  let shop: Shop;
  let other: Browser;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([debuggedBrowser(), servePeople()]);
    shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    other = await chromium.connectOverCDP(browser.endpoint);
    await shop.author.module('People');
  });
  afterAll(async () => {
    await other.close();
    for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
  });

  const pageAt = (path: string): Promise<Page> =>
    vi.waitFor(() => {
      const all = other.contexts().flatMap(context => context.pages());
      const found = all.find(each => each.url() === `${pages.url}${path}`);
      if (found === undefined) throw new Error(`There is no page at ${path}: ${all.map(each => each.url())}.`);
      return found;
    });

  const windowOf = async (actor: string, url: string): Promise<Page> => {
    await shop.author.do('navigateUrl', { url, actor });
    return await pageAt(url);
  };

  const begin = async (name: string, actors: string[], url: string): Promise<[string, Page]> => {
    const { testCode } = await shop.author.test('m1', name, {
      actors: actors.map(each => ({ name: each })),
      actions: [],
    });
    await shop.author.do('startRecording', { moduleId: 'm1', testId: testCode, url });
    return [testCode, await pageAt(url)];
  };

  const stop = () => shop.author.client.call('stopRecording', {}, Recorded);
  const told = (actions: z.output<typeof Action>[]) =>
    actions.map(({ type, actor }) => [actor ?? 'first', type].join(' '));

  async function passes(testId: string): Promise<void> {
    for (let round = 0; round < 2; round++) {
      const { state } = await shop.author.client.call('runTest', { testId, wait: 25 }, Run);
      expect(state).toBe('passed');
    }
  }

  it('is a chat of two, each row with who acts, and passes', async () => {
    const [testCode, anna] = await begin('Chat', ['Anna', 'Ben'], '/chat?new');
    await anna.getByLabel('Your name').fill('Anna');
    await anna.getByLabel('Message').fill('Hello Ben');
    await anna.getByLabel('Message').press('Enter');
    const ben = await windowOf('Ben', '/chat');
    await ben.getByText('Anna: Hello Ben').waitFor();
    await ben.getByLabel('Your name').fill('Ben');
    await ben.getByLabel('Message').fill('Hello Anna');
    await ben.getByRole('button', { name: 'Send' }).click();
    await anna.getByText('Ben: Hello Anna').waitFor();
    await anna.getByLabel('Message').fill('How are you?');
    await anna.getByRole('button', { name: 'Send' }).click();
    await ben.getByText('How are you?').waitFor();
    const { actions, suggestion } = await stop();
    expect(told(actions)).toEqual([
      ...['first visit', 'first fill', 'first fill', 'first press'],
      ...['Ben visit', 'Ben fill', 'Ben fill', 'Ben click'],
      // The page has emptied the field, which a run waits for.
      ...['first assert', 'first fill', 'first click'],
    ]);
    expect(suggestion?.actor).toBeUndefined();
    expect(JSON.stringify(suggestion)).toContain('How are you?');
    await passes(testCode);
  });

  it('is an auction of three, where a window that was open before is used', async () => {
    const [testCode, seller] = await begin('Auction', ['Seller', 'Cleo', 'Dan'], '/auction?new');
    const cleo = await windowOf('Cleo', '/auction');
    const dan = await windowOf('Dan', '/auction?dan');
    await cleo.getByLabel('Your bid').fill('10');
    await cleo.getByRole('button', { name: 'Bid' }).click();
    await dan.getByLabel('Your bid').fill('12');
    await dan.getByRole('button', { name: 'Bid' }).click();
    await seller.getByText('12').waitFor();
    await seller.getByRole('button', { name: 'Close the auction' }).click();
    await dan.getByText('Sold for 12').waitFor();
    const { actions } = await stop();
    expect(told(actions)).toEqual([
      'first visit',
      ...['Cleo visit', 'Cleo fill', 'Cleo click'],
      ...['Dan visit', 'Dan fill', 'Dan click'],
      'first click',
    ]);
    await shop.author.client.call(
      'createActions',
      {
        testId: testCode,
        actions: [
          {
            type: 'assert',
            matcher: 'toHaveText',
            locator: "getByRole('status')",
            expected: 'Sold for 12',
            actor: 'Dan',
          },
        ],
      },
      z.looseObject({}),
    );
    await passes(testCode);
  });

  it('is an invitation that somebody else accepts, whose check is hers', async () => {
    const [testCode, host] = await begin('Invitation', ['Host', 'Guest'], '/party?new');
    await host.getByLabel('Guest').fill('Eve');
    await host.getByRole('button', { name: 'Invite' }).click();
    const guest = await windowOf('Guest', '/inbox');
    await guest.getByRole('button', { name: 'Accept' }).click();
    await host.getByText('Eve is coming').waitFor();
    const { actions } = await stop();
    expect(told(actions)).toEqual(['first visit', 'first fill', 'first click', 'Guest visit', 'Guest click']);
    await passes(testCode);
  });
});
