// @module-tag full
import type { Page } from 'playwright';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const PAGE = '<!doctype html><title>Shop</title><input aria-label="Name" style="width: 400px; height: 60px">';
const shop = useApp({ withIde: true, pages: { '/': PAGE } });
const viewport = { width: 1280, height: 800 };

const app = (page: Page) => page.getByRole('region', { name: 'Application' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stop = (page: Page) => page.getByRole('button', { name: /^Stop \(/ });

/** The part of the width that the app has, in percent. */
async function share(page: Page): Promise<number> {
  const { width = 0 } = (await app(page).boundingBox()) ?? {};
  return Math.round((100 * width) / (page.viewportSize()?.width ?? 1));
}

const isAbout = (page: Page, percent: number) => expect.poll(() => share(page), eventually).toBe(percent);

/** Where the parts are, from the top, by their middle. */
const middles = async (page: Page, names: readonly string[]) =>
  await Promise.all(
    names.map(async name => {
      const { y, height } = (await button(page, name).boundingBox()) ?? { y: 0, height: 0 };
      return y + height / 2;
    }),
  );

/** Whether all are in the one line at the bottom of the pane. */
async function areInOneLine(page: Page, names: readonly string[]): Promise<boolean> {
  const { y, height } = (await app(page).boundingBox()) ?? { y: 0, height: 0 };
  return (await middles(page, names)).every(middle => middle > y + height - 40 && middle < y + height);
}

/** Call it before a recording begins: what one spec leaves on would hold up the others. */
const stopLater = () => onTestFinished(() => shop.author.do('stopRecording').catch(() => {}));

beforeEach(() => shop.author.do('navigateUrl', { url: '/' }));

it('the app has most of the screen while it is recorded or pointed at, and its usual share before and after', async () => {
  const { path } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await page.locator('canvas').waitFor();
  await isAbout(page, 44);
  stopLater();
  await button(page, 'Record').click();
  await stop(page).waitFor();
  await isAbout(page, 62);
  await expectAccessible(page);
  await stop(page).click();
  await isAbout(page, 44);
  await button(page, 'Point and do').click();
  await isAbout(page, 62);
  await page.keyboard.press('Escape');
  await isAbout(page, 44);
});

it('the tree leaves its room to the app that is worked in, keeps its filter, and comes back on demand', async () => {
  const { path, testCode } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await page.locator('canvas').waitFor();
  const tree = page.getByRole('tree', { name: 'Modules and tests' });
  await page.getByRole('textbox', { name: 'Filter modules and tests' }).fill('user');
  stopLater();
  await page.getByRole('treeitem', { name: 'Test Valid user', selected: true }).press('Control+Alt+r');
  await stop(page).waitFor();
  await tree.waitFor({ state: 'hidden' });
  // What is out of sight is no longer what keys are about.
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+b');
  await tree.waitFor();
  await isAbout(page, 44);
  expect(await page.getByRole('textbox', { name: 'Filter modules and tests' }).inputValue()).toBe('user');
  await stop(page).click();
  await button(page, 'Record').waitFor();
  expect((await shop.author.tests()).map(test => test.testCode)).toContain(testCode);
});

it('nothing moves while somebody types, until the typing has ended', async () => {
  const { path, testCode } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await page.locator('canvas').waitFor();
  const filter = page.getByRole('textbox', { name: 'Filter modules and tests' });
  await filter.click();
  stopLater();
  await shop.author.do('startRecording', { testId: testCode });
  await stop(page).waitFor();
  await page.keyboard.type('user');
  expect(await share(page)).toBe(44);
  await page.keyboard.press('Tab');
  await isAbout(page, 62);
  await page.getByRole('textbox', { name: 'Address of the app' }).click();
  await shop.author.do('stopRecording');
  await button(page, 'Record').waitFor();
  expect(await share(page)).toBe(62);
  await page.getByRole('row', { name: /one/ }).click();
  await isAbout(page, 44);
});

it('the app is widened and narrowed at will, which is remembered, and each arrangement keeps its borders', async () => {
  const { path } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await button(page, 'Widen the app').click();
  await isAbout(page, 62);
  const border = page.getByRole('separator', { name: 'Border between the panes' }).last();
  await border.press('ArrowLeft');
  await isAbout(page, 64);
  await page.reload();
  await isAbout(page, 64);
  await button(page, 'Narrow the app').click();
  await isAbout(page, 44);
  await page.reload();
  await button(page, 'Widen the app').waitFor();
  await isAbout(page, 44);
  await button(page, 'Widen the app').click();
  await isAbout(page, 64);
});

it('a recording that may not widen the app has a menu for the checks, so that all below the app is in one line', async () => {
  const { path, testCode } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await page.locator('canvas').waitFor();
  stopLater();
  await shop.author.do('startRecording', { testId: testCode });
  const checks = page.getByRole('group', { name: 'Check what is clicked' });
  await checks.waitFor();
  await isAbout(page, 62);
  const inLine = ['Text', 'Value', 'Visible', 'Count', 'Picture', 'Take over', 'Actual size'];
  expect(await areInOneLine(page, [...inLine, 'Open in its own window'])).toBe(true);
  await button(page, 'Narrow the app').click();
  await isAbout(page, 44);
  await page.setViewportSize({ width: 1024, height: 768 });
  await checks.waitFor({ state: 'hidden' });
  expect(await areInOneLine(page, ['Check', 'Take over', 'More about the view'])).toBe(true);
  await button(page, 'Check').click();
  await expectAccessibleInThemes(page);
  await page.getByRole('menuitemcheckbox', { name: 'Check value' }).click();
  await button(page, 'Check value').waitFor();
  await button(page, 'More about the view').click();
  await page.getByRole('menuitem', { name: 'Open in its own window' }).waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Actual size' }).click();
  await expect
    .poll(async () => (await page.locator('canvas').boundingBox())?.width ?? 0, eventually)
    .toBeGreaterThan(1_270);
});

it('a page as large as the pane fills it, as the menu of sizes and the words below a small picture offer', async () => {
  const { path } = await shop.newTest(comments('one'));
  const page = await showIde(shop.app, path, { viewport });
  await page.locator('canvas').waitFor();
  const boxOf = async () => (await page.locator('canvas').boundingBox()) ?? { y: 0, width: 0, height: 0 };
  const { width } = await boxOf();
  await page.getByRole('button', { name: /^Page size: / }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^As the pane / }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/^1280 × 720, shown at \d+ %$/).waitFor();
  await button(page, 'Fill the pane').click();
  await expect.poll(async () => Math.round((await boxOf()).width - width), eventually).toBeLessThanOrEqual(1);
  const pane = (await app(page).boundingBox()) ?? { y: 0, height: 0 };
  await expect
    .poll(async () => {
      const { y, height } = await boxOf();
      return pane.y + pane.height - (y + height);
    }, eventually)
    .toBeLessThan(60);
  await button(page, 'Fill the pane').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Page size: / }).click();
  await page.getByRole('button', { name: /^As the pane /, pressed: true }).waitFor();
  // The specs share the window of the app.
  await button(page, 'Desktop 1280 × 720').click();
  await button(page, 'Page size: 1280 × 720').waitFor();
});
