// @module-tag full
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useBasketShop } from './basket-shop.ts';
import { showIde } from './open-page.ts';
import { control, ended, viewLink } from './run-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();

const standing = (page: Page) => page.getByRole('banner').locator('a', { hasText: /running|paused|passed|failed/ });

/** Where the controls of runs are. */
async function placesOf(page: Page) {
  const start = page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('button').first();
  const controls = [start, ...['Pause', 'Step', 'Stop'].map(name => control(page, name))];
  return Promise.all(controls.map(one => one.boundingBox()));
}

it.each([1280, 1024])(
  'the controls of runs stay where they are before, in and after a run, %i pixels wide',
  async width => {
    const { author, plugged } = shop;
    const path = `/p/shop/main/modules/${plugged.moduleCode}/${plugged.testCode}`;
    const page = await showIde(shop.app, path, { viewport: { width, height: 800 } });
    await page.getByRole('row', { name: /Basket/ }).waitFor();
    await author.do('setBreakpoint', { testId: plugged.testCode, moduleId: plugged.moduleCode, actionIndex: 0 });
    const places = await placesOf(page);
    await control(page, 'Run').click();
    await standing(page).filter({ hasText: 'paused' }).waitFor();
    expect(await placesOf(page)).toEqual(places);
    await author.do('clearBreakpoints', {});
    await control(page, 'Resume').click();
    await standing(page).filter({ hasText: 'failed' }).waitFor();
    expect(await placesOf(page)).toEqual(places);
    // A run has one word and one time, and its page says them once.
    const told = /failed ([\d.]+ m?s)/;
    await expect.poll(() => standing(page).innerText(), eventually).toMatch(told);
    const [, time = ''] = told.exec(await standing(page).innerText()) ?? [];
    await standing(page).click();
    await ended(page, 'failed');
    await ended(page, time);
    expect(await standing(page).count()).toBe(0);
    expect(await placesOf(page)).toEqual(places);
  },
);

it('the report of a run gives no time to what was skipped, and leads on right behind each name', async () => {
  const { plugged } = shop;
  const page = await showIde(shop.app, '/p/shop/main/runs', { viewport: { width: 1280, height: 800 } });
  const runId = await shop.run('runTest', { testId: plugged.testCode, moduleId: plugged.moduleCode });
  // The header leads to the run, too.
  await page.getByRole('main').locator(`a[href*="/runs/${runId}"]`).click();
  await viewLink(page, 'Report').click();
  const test = page.getByRole('region', { name: 'Test See the heading' });
  await test.getByText('never').waitFor();
  const words = (await test.getByRole('listitem').allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
  expect(words.filter(text => text.includes('never'))).toEqual([expect.not.stringMatching(/ms$/)]);
  const name = await test.getByText('See the heading', { exact: true }).boundingBox();
  const link = await test.getByRole('link', { name: 'Open test See the heading' }).boundingBox();
  expect((link?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0)).toBeLessThan(120);
  // The rest of the row still opens and closes it.
  await page.mouse.click(1000, (name?.y ?? 0) + 5);
  await test.getByText('never').waitFor({ state: 'detached' });
});
