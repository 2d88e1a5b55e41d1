import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser, type ForeignBrowser } from '../../support/foreign-browsers.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const FOLDER = new URL('../../fixtures/record-cases/', import.meta.url);
const PAGES = Object.fromEntries(
  readdirSync(FOLDER).map(name => [`/${basename(name, '.html')}`, readFileSync(new URL(name, FOLDER), 'utf8')]),
);

const Action = z.looseObject({ type: z.string(), locator: z.string().optional() });
const Recorded = z.looseObject({ test: z.looseObject({}).optional(), actions: z.array(Action) });
const Run = z.looseObject({ state: z.string() });

interface Case {
  page: string;
  title: string;
  does(page: Page): Promise<void>;
  result: RegExp;
  types: string[];
  /** Of the last row. */
  locator?: string;
}

/** A step every few milliseconds, as a hand moves. */
async function move(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** The browser makes a drag of its own of it, which begins with the first steps. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
  await page.mouse.move(to.x, to.y + 6, { steps: 12 });
  await page.mouse.up();
}

async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`There is no ${selector}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const CASES: Case[] = [
  {
    page: 'hoverwrong',
    title: 'a button that shows on hover, after another row was opened',
    does: async page => {
      await page.getByText('Ann').dblclick();
      await page.getByText('Bob').hover();
      await page.getByRole('listitem').filter({ hasText: 'Bob' }).getByRole('button').click();
    },
    result: /^opened Ann \| deleted Bob$/,
    types: ['dblclick', 'hover', 'click'],
  },
  {
    page: 'todolabel',
    title: 'the box beside a label',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^dog true$/,
    types: ['check'],
    locator: "getByRole('listitem').filter({ hasText: 'dog' }).getByRole('checkbox')",
  },
  {
    page: 'cardsdiv',
    title: 'a button in a card without a role',
    does: page => page.getByRole('button').nth(1).click(),
    result: /^Blue$/,
    types: ['click'],
    locator: "locator('div').filter({ hasText: 'Blue shirt' }).getByRole('button', { name: 'Add to cart' })",
  },
  {
    page: 'closebymousedown',
    title: 'an item of a menu that goes when it is pressed',
    does: async page => {
      await page.getByRole('button', { name: 'Menu' }).click();
      const item = await middleOf(page, '#it');
      await page.mouse.click(item.x, item.y);
    },
    result: /^logout$/,
    types: ['click', 'click'],
  },
  {
    page: 'mousedownlist',
    title: 'a suggestion that goes when it is pressed',
    does: async page => {
      await page.getByPlaceholder('Search').click();
      await page.keyboard.type('b');
      const item = await middleOf(page, '.o >> nth=0');
      await page.mouse.click(item.x, item.y);
    },
    result: /^Berlin$/,
    types: ['fill', 'click'],
  },
  {
    page: 'dndpointer',
    title: 'a thing that follows the pointer onto another',
    does: async page => move(page, await middleOf(page, '#box'), await middleOf(page, '#zone')),
    result: /^dropped in$/,
    types: ['drag'],
  },
  {
    page: 'slider',
    title: 'the thumb of a slider that a page draws',
    does: async page => {
      const [thumb, track] = [await middleOf(page, '#th'), await middleOf(page, '#tr')];
      await move(page, thumb, track);
    },
    result: /^v[456]$/,
    types: ['drag'],
  },
  {
    page: 'switch',
    title: 'a switch whose box cannot be seen',
    does: page => page.locator('.sw span').first().click(),
    result: /^wifi true$/,
    types: ['check'],
  },
  {
    page: 'focusblur',
    title: 'a field that is entered and left',
    does: async page => {
      await page.locator('#m').click();
      await page.locator('#t').click();
    },
    result: /^required$/,
    types: ['click', 'click'],
  },
  {
    page: 'otp',
    title: 'boxes of one character each',
    does: async page => {
      await page.getByLabel('Digit 1').click();
      await page.keyboard.type('1234', { delay: 20 });
    },
    result: /^1234$/,
    types: ['press', 'press', 'press', 'press'],
  },
  {
    page: 'otpkeyup',
    title: 'boxes of one character each that act on the key alone',
    does: async page => {
      await page.getByLabel('Digit 1').click();
      await page.keyboard.type('1234', { delay: 20 });
    },
    result: /^1234$/,
    types: ['press', 'press', 'press', 'press'],
  },
  {
    page: 'virtual',
    title: 'an item of a list that has only the items in sight',
    does: async page => {
      await page.locator('#v').hover();
      const item = page.getByText('Item 200', { exact: true });
      for (let turns = 0; turns < 60 && !(await item.isVisible()); turns++) {
        await page.mouse.wheel(0, 160);
        await page.waitForTimeout(30);
      }
      const at = await item.boundingBox();
      await page.mouse.click((at?.x ?? 0) + 10, (at?.y ?? 0) + 10);
    },
    result: /^item 200$/,
    types: ['scroll', 'click'],
  },
  {
    page: 'endless',
    title: 'an item of a list that gets more items whenever its end is reached',
    does: async page => {
      await page.locator('#list').hover();
      const item = page.getByText('Item 55', { exact: true });
      for (let turns = 0; turns < 60 && !(await item.isVisible()); turns++) {
        await page.mouse.wheel(0, 300);
        await page.waitForTimeout(50);
      }
      await item.click();
    },
    result: /^item 55$/,
    types: ['scroll', 'click'],
  },
  {
    page: 'sortlive',
    title: 'a thing of a list that makes place while it is dragged',
    does: async page => drag(page, await middleOf(page, 'text=Alpha'), await middleOf(page, 'text=Gamma')),
    result: /^Beta,Gamma,Alpha,Delta$/,
    types: ['drag'],
  },
  {
    page: 'sortshift',
    title: 'a thing of a list whose others move away below the pointer',
    does: async page => move(page, await middleOf(page, 'text=Delta'), await middleOf(page, 'text=Beta')),
    result: /^Alpha,Delta,Beta,Gamma$/,
    types: ['drag'],
  },
  {
    page: 'hoverrow',
    title: 'a button that a script shows beside what the mouse is on',
    does: async page => {
      const row = await middleOf(page, 'text=eggs');
      await page.mouse.move(row.x, row.y);
      const button = await middleOf(page, 'button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^deleted eggs$/,
    types: ['hover', 'click'],
  },
  {
    page: 'hoverhost',
    title: 'a button in an element of the page that shows it while the mouse is over that',
    does: async page => {
      const row = await middleOf(page, 'text=eggs');
      await page.mouse.move(row.x, row.y);
      const button = await middleOf(page, '[name=eggs] button');
      await page.mouse.click(button.x, button.y);
    },
    result: /^deleted eggs$/,
    types: ['hover', 'click'],
  },
  {
    page: 'hoverwidth',
    title: 'a button that gets its width only while the mouse is over what holds it',
    does: async page => {
      const field = await middleOf(page, '.n');
      await page.mouse.move(field.x, field.y);
      const button = await middleOf(page, '[role=button]');
      await page.mouse.click(button.x, button.y);
    },
    result: /^more$/,
    types: ['hover', 'click'],
  },
  {
    page: 'track',
    title: 'a track on which the place says how much',
    does: async page => {
      const { x, y } = await middleOf(page, '#tr');
      await page.mouse.click(x + 90, y);
    },
    result: /^v8$/,
    types: ['click'],
  },
  {
    page: 'backdrop',
    title: 'what is around a dialog',
    does: async page => {
      await page.getByRole('button', { name: 'Open' }).click();
      await page.mouse.click(100, 100);
    },
    result: /^closed$/,
    types: ['click', 'click'],
  },
  {
    page: 'stars',
    title: 'stars whose fields are one pixel below something else',
    does: async page => {
      const star = await middleOf(page, 'label >> nth=1');
      await page.mouse.click(star.x, star.y);
    },
    result: /^2$/,
    types: ['check'],
  },
  {
    page: 'rangekeys',
    title: 'keys that a page takes for its slider',
    does: async page => {
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
    },
    result: /^v40 \| v50$/,
    types: ['press', 'press'],
  },
  {
    page: 'releaselist',
    title: 'an option that is chosen when the mouse is let go, and is gone then',
    does: async page => {
      await page.getByRole('button').click();
      await page.getByRole('option', { name: 'Large' }).click();
    },
    result: /^size Large$/,
    types: ['click', 'click'],
  },
  {
    page: 'chips',
    title: 'the cross in a chip',
    does: page => page.locator('svg').nth(1).click(),
    result: /^without Blue$/,
    types: ['click'],
    locator: "getByRole('button', { name: 'Blue' }).getByTestId('CancelIcon')",
  },
  {
    page: 'subtext',
    title: 'the box of a thing whose text another one holds',
    does: page => page.getByRole('checkbox').first().click(),
    result: /^milk true$/,
    types: ['check'],
    locator: "getByRole('listitem').filter({ has: getByText('milk', { exact: true }) }).getByRole('checkbox')",
  },
  {
    page: 'drawnanew',
    title: 'a box that the page draws anew once it is ticked',
    does: page => page.getByRole('checkbox').nth(1).click(),
    result: /^eggs true$/,
    types: ['check'],
  },
  {
    page: 'plainbox',
    title: 'a box that is no more than drawn, beside a text',
    does: async page => {
      const box = await middleOf(page, '.r:nth-of-type(2) .b');
      await page.mouse.click(box.x, box.y);
    },
    result: /^done eggs$/,
    types: ['click'],
    locator: "locator('div').filter({ hasText: 'eggs' }).filter({ has: locator('div') }).last().locator('div')",
  },
];

/** Each costs two seconds: one for what is pressed, dragged and ticked. */
const IN_GATE = ['mousedownlist', 'slider', 'switch'];

describe('a recording of what pages make hard', () => {
  let browser: ForeignBrowser;
  let pages: Awaited<ReturnType<typeof servePages>>;
  let shop: Shop;
  let other: Browser;
  let tests = 0;

  beforeAll(async () => {
    [browser, pages] = await Promise.all([debuggedBrowser(), servePages(PAGES)]);
    shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
    other = await chromium.connectOverCDP(browser.endpoint);
    await shop.author.module('Cases');
  });
  afterEach(() => shop.author.do('stopRecording').catch(() => {}));
  afterAll(async () => {
    await other.close();
    for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
  });

  const pageAt = (url: string) =>
    vi.waitFor(() => {
      const all = other.contexts().flatMap(context => context.pages());
      const found = all.find(each => each.url() === url);
      if (found === undefined) throw new Error(`There is no page of the app: ${all.map(each => each.url())}.`);
      return found;
    });

  const repeated = async ({ page: name, does, result, types, locator }: Case) => {
    await shop.author.test('m1', name, { actions: [] });
    const testCode = `t${++tests}`;
    await shop.author.do('startRecording', { moduleId: 'm1', testId: testCode, url: `/${name}` });
    const page = await pageAt(`${pages.url}/${name}`);
    await does(page);
    await expect.poll(() => page.locator('#log').textContent()).toMatch(result);
    const { actions } = await shop.author.client.call('stopRecording', {}, Recorded);
    const left = { type: 'assert', matcher: 'toHaveText', locator: "locator('#log')", expected: String(result) };
    await shop.author.do('createAction', { testCode, ...left });
    const run = await shop.author.client.call('runTest', { testId: testCode, wait: 25 }, Run);
    expect(run.state, JSON.stringify({ run, actions })).toBe('passed');
    expect(actions.map(({ type }) => type)).toEqual(['visit', ...types]);
    if (locator !== undefined) expect(actions.at(-1)?.locator).toBe(locator);
  };

  it.each(CASES.filter(({ page }) => IN_GATE.includes(page)))('of $title does the same when it is repeated', repeated);
  it.each(CASES.filter(({ page }) => !IN_GATE.includes(page)))(
    'of $title does the same when it is repeated',
    { tags: 'full' },
    repeated,
  );
});
