import { expect, it } from 'vitest';
import { z } from 'zod';
import { showIde } from './open-page.ts';
import { rows } from './run-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp({ pages: { '/': '<h1>Shop</h1>' } });

it('the counts and actions of a run stand at the row that runs, with its values', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Look up', {
    data: { rows: [{ word: 'Shop' }, { word: 'Basket' }] },
    actions: [
      { type: 'visit', url: '/' },
      { type: 'wait', until: 'visible', locator: "getByText('{{ word }}')", timeoutMs: 60_000 },
      { type: 'comment', text: 'Found {{ word }}' },
    ],
  });
  const page = await showIde(app, '/p/shop/main/runs');
  const Ran = z.looseObject({ runId: z.string() });
  const { runId } = await author.client.call('runTest', { moduleId: moduleCode, testId: testCode }, Ran);
  await page.goto(new URL(`/p/shop/main/runs/${runId}`, page.url()).href);
  const told = async () =>
    (await rows(page).allInnerTexts()).map(text => text.replace(/\s+/g, ' ').replace(/ [\d.]+ m?s$/, ''));
  const second = ['Go to /', 'Wait until “Basket” is visible running'];
  await expect.poll(told, eventually).toEqual(['Look up (row 1)', 'Look up (row 2) running', ...second]);
  const head = page.getByRole('region', { name: `Run ${runId}` }).locator('header');
  await head.getByText('running 1/3', { exact: true }).waitFor();
  await author.do('stopTest');
  await head.getByText('stopped', { exact: true }).waitFor();
  // What is open stays open, and what the first row did is its own.
  await page.getByRole('treeitem', { name: /row 1/ }).click();
  await page.keyboard.press('ArrowRight');
  const first = ['Go to /', 'Wait until “Shop” is visible', 'Found Shop'];
  await expect.poll(told, eventually).toEqual(expect.arrayContaining(first));
});
