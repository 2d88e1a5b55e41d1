import { expect, test } from 'vitest';
import { z } from 'zod';
import { servePages } from '../ide-bridge/browser/app-fixture.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { details, rows } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();
const ADD = "getByRole('button', { name: 'Add' })";

test('the film strip of a run leads from action to action by keys, with the page of each', {
  tags: 'full',
}, async () => {
  await using served = await servePages({
    '/': '<!doctype html><title>Notes</title><h1>Notes</h1><input aria-label="Title"><button>Add</button>',
  });
  await shop.author.do('editProject', { settings: { evidence: { screenshots: 'each' } } });
  const { testCode, path } = await shop.newTest([
    { type: 'visit', url: `${served.origin}/` },
    { type: 'fill', locator: "getByLabel('Title')", value: 'Buy milk' },
    { type: 'click', locator: ADD },
  ]);
  const page = await showIde(shop.app, path);
  const runId = await shop.author.run(testCode);
  await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}`);
  const strip = page.getByRole('listbox', { name: 'Moments of the run' });
  const chosen = () => strip.getByRole('option', { selected: true }).getAttribute('aria-label');
  await expect.poll(() => strip.getByRole('option').count(), eventually).toBe(3);
  await strip.getByRole('option').first().click();
  await expect.poll(chosen, eventually).toMatch(/^1: Go to/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(chosen, eventually).toMatch(/^2: .*Buy milk/);
  await details(page).locator('iframe[title^="The page after"][title*="Buy milk"]').waitFor();
  expect(await rows(page).and(page.locator('[aria-selected=true]')).innerText()).toMatch(/Buy milk/);
  await page.keyboard.press('End');
  await expect.poll(chosen, eventually).toMatch(/^3: Click/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(chosen, eventually).toMatch(/^3: Click/);
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /^The page after “Click/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect.poll(chosen, eventually).toMatch(/^1: Go to/);
});

test('pages that a run kept are the film strip where it has no pictures, few of many at once', {
  tags: 'full',
}, async () => {
  await using served = await servePages({
    '/': '<title>Notes</title><h1>Notes</h1><input aria-label="Title">',
  });
  await shop.author.do('editProject', { settings: { evidence: { screenshots: 'failure' } } });
  const fills = Array.from({ length: 39 }, (_, index) => `Note ${index}`);
  const { testCode, path } = await shop.newTest([
    { type: 'visit', url: `${served.origin}/` },
    ...fills.map(value => ({ type: 'fill', locator: "getByLabel('Title')", value })),
  ]);
  const page = await showIde(shop.app, path);
  const runId = await shop.author.run(testCode);
  await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}`);
  const strip = page.getByRole('listbox', { name: 'Moments of the run' });
  const at = (index: number) => strip.getByRole('option').nth(index).frameLocator('iframe').getByRole('textbox');
  await expect.poll(() => strip.getByRole('option').count(), eventually).toBe(40);
  const pages = strip.locator('iframe');
  await strip.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => at(1).inputValue(), eventually).toBe('Note 0');
  await expect.poll(() => at(39).count(), eventually).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(() => at(39).inputValue(), eventually).toBe('Note 38');
  await expect.poll(() => at(1).count(), eventually).toBe(0);
  expect(await pages.count()).toBeLessThanOrEqual(20);
  // Only to be looked at.
  for (const name of ['inert', 'aria-hidden']) expect(await pages.first().getAttribute(name), name).not.toBeNull();
  expect(await pages.first().getAttribute('sandbox')).toBe('allow-scripts');
});

test('the film strip has the pages of another test, too, that did as many actions', { tags: 'full' }, async () => {
  await using served = await servePages({ '/': '<title>Notes</title><h1>Notes</h1><input aria-label="Title">' });
  await shop.author.do('editProject', { settings: { evidence: { screenshots: 'failure' } } });
  const actionsOf = (value: string) => [
    { type: 'visit', url: `${served.origin}/` },
    { type: 'fill', locator: "getByLabel('Title')", value },
  ];
  const { moduleCode, path } = await shop.newTest(actionsOf('Milk'), 'Buy');
  await shop.author.test(moduleCode, 'Sell', { actions: actionsOf('Bread') });
  const page = await showIde(shop.app, path);
  const Ran = z.looseObject({ runId: z.string() });
  const { runId } = await shop.author.client.call('runTests', { modules: [moduleCode], wait: 20 }, Ran);
  await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}`);
  const last = page.getByRole('listbox', { name: 'Moments of the run' }).getByRole('option').nth(1);
  const typed = () => last.frameLocator('iframe').getByRole('textbox').inputValue();
  for (const [test, word] of [
    ['Buy', 'Milk'],
    ['Sell', 'Bread'],
  ] as const) {
    await rows(page).filter({ hasText: test }).first().click();
    await expect.poll(typed, eventually).toBe(word);
  }
});
