// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHostilePages } from '../../support/hostile-pages.ts';
import { HOSTILE_TEXTS, OBEYED_BY_TERMINALS } from '../../support/hostile-texts.ts';
import type { ServedPages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

/** What a reply may take when nobody asked for more. */
const MOST_BYTES = 20_000;

const Reply = z.object({ result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }) });
const Elements = z.object({ elements: z.array(z.object({ role: z.string(), locator: z.string() })) });
const Report = z.object({ report: z.string() });
const Results = z.object({ runId: z.string(), outcome: z.string() });

let pages: ServedPages;
let shop: Shop;
beforeAll(async () => {
  pages = await serveHostilePages();
  shop = await openShop({ appUrl: pages.url });
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

/** What a tool answers: whole JSON, short, and in the 8 bits of every reader. */
async function call(tool: string, args: object = {}): Promise<unknown> {
  const params = { name: tool, arguments: args };
  const response = await shop.author.client.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const [{ text }] = Reply.parse(await response.json()).result.content;
  expect(Buffer.byteLength(text), tool).toBeLessThan(MOST_BYTES);
  return JSON.parse(text);
}

const perform = (action: object) => call('performAction', { action });

describe.each(Object.entries(HOSTILE_TEXTS).map(([words], number) => ({ words, number })))(
  'a page full of $words',
  ({ number }) => {
    it('every tool that looks at a hostile page gives a short answer, and its button can be clicked', async () => {
      const url = `/hostile?text=${number}`;
      await call('navigateUrl', { url });
      expect(await call('waitForPageReady')).toMatchObject({ readyState: 'complete' });
      expect(await call('getPageInfo')).toMatchObject({ readyState: 'complete', dialogs: expect.any(Array) });
      expect(await call('getConsoleLog')).toMatchObject({ entries: expect.any(Array) });
      expect(await call('getNetworkLog')).toMatchObject({ requests: expect.any(Array) });
      for (const tool of ['getAppUrl', 'getIDEState']) await call(tool);
      const { elements } = Elements.parse(await call('getPageElements', { role: 'button' }));
      const [button] = elements;
      expect(await call('getPageElements', { within: button?.locator, interactiveOnly: false })).toBeDefined();
      expect(await perform({ type: 'click', locator: button?.locator })).toMatchObject({ state: 'passed' });
      expect(await perform({ type: 'script', code: 'clicked', into: 'clicked' })).toMatchObject({ value: true });
      expect(await perform({ type: 'script', code: 'fail()' })).toMatchObject({ state: 'error' });
      expect(await perform({ type: 'script', code: 'document.title', into: 'title' })).toMatchObject({
        state: 'passed',
      });
      const picture = await call('getScreenshot', { locator: 'button', as: 'file' });
      expect(picture).toMatchObject({ mimeType: 'image/jpeg' });
      expect(await call('refreshPage')).toMatchObject({ status: 200 });
    });
  },
);

it('a run through all hostile pages ends, and its results and reports can be read', async () => {
  const { moduleCode } = await shop.author.module('Pages');
  const actions = Object.keys(HOSTILE_TEXTS).flatMap((_words, number) => [
    { type: 'visit', url: `/hostile?text=${number}` },
    { type: 'script', code: 'fail()', onFailure: 'continue' },
  ]);
  const { testCode } = await shop.author.test(moduleCode, 'Looks at all of them', { actions });
  await call('runTest', { testId: testCode, wait: 25, screenshots: 'off' });
  const results = () => call('getTestResults').then(reply => Results.parse(reply));
  await expect.poll(results, { timeout: 120_000 }).toMatchObject({ outcome: 'error' });
  const { runId } = await results();
  const { client } = shop.author;
  for (const format of ['cucumber', 'messages', 'pretty', 'progress', 'junit', 'github']) {
    const { report } = await client.call('getReport', { runId, format, as: 'text' }, Report);
    expect(report, format).not.toMatch(OBEYED_BY_TERMINALS);
  }
  const { report } = await client.call('getReport', { runId, format: 'cucumber', as: 'text' }, Report);
  expect(JSON.parse(report)).toHaveLength(1);
  expect(await call('getRun', { runId })).toBeDefined();
});
