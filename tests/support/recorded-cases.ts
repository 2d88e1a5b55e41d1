import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium, type Page } from 'playwright';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { readBrowserEndpoint } from '../../model/protocol/browser-endpoint.ts';
import { debuggedBrowser } from './foreign-browsers.ts';
import { servePages } from './serve-pages.ts';
import { openShop } from './shop.ts';

const FOLDER = new URL('../fixtures/record-cases/', import.meta.url);
const PAGES = Object.fromEntries(
  readdirSync(FOLDER).map(name => [`/${basename(name, '.html')}`, readFileSync(new URL(name, FOLDER), 'utf8')]),
);

const Action = z.looseObject({ type: z.string(), locator: z.string().optional() });
const Recorded = z.looseObject({ test: z.looseObject({}).optional(), actions: z.array(Action) });
const Run = z.looseObject({ state: z.string() });

/** What somebody does on a page of the fixtures, and what the recording of it is to be. */
export interface RecordedCase {
  page: string;
  title: string;
  does(page: Page): Promise<void>;
  /** What the page tells of it, which a run of the recording leaves as well. */
  result: RegExp;
  types: string[];
  /** Of the last row. */
  locator?: string;
  value?: RegExp;
}

/** A step every few milliseconds, as a hand moves. */
export async function move(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

/** The browser makes a drag of its own of it, which begins with the first steps. */
export async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 4, { steps: 3 });
  await page.mouse.move(to.x, to.y + 6, { steps: 12 });
  await page.mouse.up();
}

export async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`There is no ${selector}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A browser that somebody uses while Steploom records in it. */
export async function openRecordedCases() {
  const [browser, pages] = await Promise.all([debuggedBrowser(), servePages(PAGES)]);
  const shop = await openShop({ appUrl: pages.url, attachTo: readBrowserEndpoint(browser.endpoint, '--connect') });
  const person = await chromium.connectOverCDP(browser.endpoint);
  await shop.author.module('Cases');
  let tests = 0;

  const pageAt = (url: string) =>
    vi.waitFor(() => {
      const all = person.contexts().flatMap(context => context.pages());
      const found = all.find(each => each.url() === url);
      if (found === undefined) throw new Error(`There is no page of the app: ${all.map(each => each.url())}.`);
      return found;
    });

  return {
    stopRecording: () => shop.author.do('stopRecording').catch(() => {}),

    /** Records what somebody does, and runs it. */
    async repeat({ page: name, does, result, types, locator, value }: RecordedCase) {
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
      if (value !== undefined) expect(actions.at(-1)?.value).toMatch(value);
    },

    async [Symbol.asyncDispose]() {
      await person.close();
      for (const part of [shop, browser, pages]) await part[Symbol.asyncDispose]();
    },
  };
}
