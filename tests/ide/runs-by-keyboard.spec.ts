// @module-tag full
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { control, ended, frameButton, rows, shows, viewLink } from './run-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();

const MOST_TABS = 80;

const hasKeys = (target: Locator) => target.evaluate(one => one.matches(':focus'));
const keepsKeys = (target: Locator) => expect.poll(() => hasKeys(target), eventually).toBe(true);

/** Goes there as people do who have no mouse, and sees that it shows. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < MOST_TABS && !(await hasKeys(target)); pressed++) await page.keyboard.press(key);
  await keepsKeys(target);
  expect(await target.evaluate(one => one.matches(':focus-visible'))).toBe(true);
}

async function press(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

const runIn = (page: Page) => new URL(page.url()).pathname.split('/')[5] ?? '';

it('runs are started, resumed, inspected, compared and deleted with the keyboard alone', async () => {
  const { author, app, look, plugged } = shop;
  const page = await showIde(app, '/p/shop/main/features/f1', { viewport: { width: 1280, height: 800 } });
  const tree = page.getByRole('tree', { name: 'Steps and actions of the run' });

  await page.getByRole('button', { name: 'Run feature Basket' }).waitFor();
  await author.do('setBreakpoint', { testId: plugged.testCode, moduleId: look.moduleCode, actionIndex: 1 });
  await press(page, page.getByRole('button', { name: 'Run feature Basket' }));
  await page.getByRole('status').filter({ hasText: 'Paused before action 2 (breakpoint)' }).waitFor();
  await keepsKeys(tree);
  await press(page, control(page, 'Resume'), 'Shift+Tab');
  await ended(page, 'failed');
  // The button has become another one, in the same place.
  await keepsKeys(control(page, 'Run'));
  await tabTo(page, tree);
  await page.keyboard.press('ArrowUp');
  await shows(page, /“Shop”/);
  const first = runIn(page);

  await press(page, viewLink(page, 'Report'), 'Shift+Tab');
  await page.getByRole('region', { name: 'Feature Basket' }).waitFor();
  await keepsKeys(viewLink(page, 'Report'));
  await expectAccessibleInThemes(page);

  const download = page.getByRole('button', { name: /^Download/ });
  await press(page, download);
  await page.getByRole('menuitem', { name: 'Cucumber JSON' }).waitFor();
  await page.keyboard.press('Escape');
  await keepsKeys(download);
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Text' });
  await item.waitFor();
  for (let pressed = 0; pressed < 10 && !(await hasKeys(item)); pressed++) await page.keyboard.press('ArrowDown');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('report.txt');
  await keepsKeys(download);

  await author.do('clearBreakpoints', {});
  await press(page, frameButton(page, 'Re-run failed only'), 'Shift+Tab');
  await expect.poll(() => runIn(page), eventually).not.toBe(first);
  await ended(page, 'failed');
  await keepsKeys(tree);
  const second = runIn(page);

  await press(page, viewLink(page, 'Report'), 'Shift+Tab');
  const choice = page.getByLabel('Compare with');
  await tabTo(page, choice);
  await page.keyboard.press('ArrowDown');
  const comparison = page.getByRole('region', { name: `Compared with ${first}` });
  await comparison.getByRole('list', { name: 'Removed' }).waitFor();
  await press(page, page.getByRole('button', { name: 'Stop comparing' }));
  await comparison.waitFor({ state: 'detached' });
  await keepsKeys(choice);

  await press(page, frameButton(page, `Delete run ${second}`));
  const question = page.getByRole('dialog', { name: `Delete run ${second}?` });
  await keepsKeys(question.getByRole('button', { name: 'Cancel' }));
  await expectAccessibleInThemes(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await keepsKeys(frameButton(page, `Delete run ${second}`));
  await page.keyboard.press('Enter');
  await press(page, question.getByRole('button', { name: 'Delete run' }));
  const list = page.getByRole('main').getByRole('listitem');
  await page.getByText(`Run ${second} deleted`).waitFor();
  await expect.poll(() => list.count(), eventually).toBe(1);
  await expectAccessibleInThemes(page);

  await press(page, list.getByRole('link'));
  await press(page, viewLink(page, 'Report'));
  await page.getByRole('region', { name: 'Feature Basket' }).waitFor();
  expect(runIn(page)).toBe(first);
  await press(page, page.getByRole('link', { name: 'Runs', exact: true }).last());
  await press(page, list.getByRole('button', { name: `Delete run ${first}` }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete run' }));
  await page.getByRole('heading', { name: 'No runs' }).waitFor();
  expect(await rows(page).count()).toBe(0);
}, 300_000);
