import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noticed, putFeature } from '../support/feature-files.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const BASKET = 'Feature: Basket\n\n  Scenario: Fill\n    Given the shop is open\n';
const SERVED = 'Feature: Served\n\n  Scenario: One\n    Given the shop is open\n';

describe('the text of a feature', () => {
  const shop = useApp();
  beforeAll(async () => {
    const { author, app } = shop;
    const { moduleCode } = await author.module('Shop');
    const { testCode } = await author.test(moduleCode, 'Open the shop', { actions: [] });
    const folder = join(app.folder, 'files/served');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'served.feature'), SERVED);
    await author.do('configureFeatureServer', { type: 'folder', fileListUrl: 'files/served' });
    await author.do('importFeatures', { source: 'server' });
    await author.do('linkStep', { text: 'the shop is open', moduleCode, testCode });
  });
  /** Each spec finds the feature as it was at first. */
  beforeEach(async () => {
    const { author, app } = shop;
    const text = BASKET.replaceAll('\n', '\r\n');
    await putFeature(app.folder, 'basket.feature', text);
    const Feature = z.looseObject({ feature: z.looseObject({ text: z.string() }) });
    const read = () => author.client.call('getFeature', { feature: 'Basket' }, Feature);
    await noticed(async () => expect((await read()).feature.text).toBe(text));
  });

  const file = (name: string) => readFile(join(shop.app.folder, 'versions/main/features', name), 'utf8');
  const onDisk = (name: string, text: string) => expect.poll(() => file(name), eventually).toBe(text);
  const editor = (page: Page, name = 'basket.feature') => page.getByRole('textbox', { name: `Text of ${name}` });
  const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
  const unsaved = (page: Page) => page.getByText('Not saved', { exact: true }).waitFor();
  /** At the end of the text. */
  const write = async (page: Page, words: string) => {
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
  };
  const shown = (page: Page, words: string) => editor(page).getByText(words).waitFor();

  it('the feature text proposes known steps, saves by Ctrl+S and leads to the line of a fault', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features');
    await item(page, 'Feature Basket, 1 of 1 steps linked').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit text' }).click();
    await shown(page, 'the shop is open');
    await write(page, '    When the sh');
    await page.getByRole('option', { name: 'the shop is open Shop / Open the shop' }).waitFor();
    await page.keyboard.press('Tab');
    await unsaved(page);
    await item(page, 'Feature Basket, 1 of 1 steps linked, text not saved').waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    const written = `${BASKET}    When the shop is open`;
    await onDisk('basket.feature', written.replaceAll('\n', '\r\n'));
    await item(page, 'Feature Basket, 2 of 2 steps linked').waitFor();
    await write(page, '\noops');
    await page.keyboard.press('Control+s');
    const alert = page.getByRole('alert', { name: 'Problems in the text' });
    await alert.getByText('“oops” does not belong here').waitFor();
    expect(await page.locator('.cm-lintRange-error').innerText()).toBe('oops');
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('[data-mantine-color-scheme=dark]').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+Home');
    await alert.getByRole('button', { name: 'Line 6' }).click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('# better');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await alert.count()).toBe(0);
    await onDisk('basket.feature', `${written}\n    # better`.replaceAll('\n', '\r\n'));
  });

  it('the editor lists faults by line while text is typed, and Enter on one leads there', {
    tags: 'full',
  }, async () => {
    await putFeature(shop.app.folder, 'typed.feature', BASKET.replace('Basket', 'Typed'));
    const page = await showIde(shop.app, '/p/shop/main/features', { viewport: { width: 1024, height: 640 } });
    await item(page, 'Feature Typed').click();
    await page.getByText('Text', { exact: true }).click();
    await editor(page, 'typed.feature').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('oops\n    | a |\n    nor this');
    const list = page.getByRole('status', { name: 'Problems in the text' });
    await list.getByText('Line 5: “oops” does not belong here').waitFor();
    await list.getByText('Line 7: “nor this” does not belong here').waitFor();
    await expect
      .poll(() => page.locator('.cm-lintRange-error').allInnerTexts(), eventually)
      .toEqual(['oops', 'nor this']);
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(2);
    // The focus stays where it is: the list comes below the text.
    await page.keyboard.type('!');
    await list.getByText('Line 7: “nor this!” does not belong here').waitFor();
    await expectAccessible(page);
    await list.getByRole('button', { name: 'Line 5' }).press('Enter');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('When it rains');
    await list.getByText('Line 5').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Line 7' }).press('Enter');
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('Then it is wet');
    await list.waitFor({ state: 'detached' });
    await unsaved(page);
    expect(await file('typed.feature')).not.toContain('it rains');
    await shop.author.do('deleteFeature', { feature: 'typed.feature' });
  });

  it('unsaved feature text survives other views, edits by others, and a reload, which asks first', {
    tags: 'full',
  }, async () => {
    await putFeature(shop.app.folder, 'basket.feature', BASKET);
    const page = await showIde(shop.app, '/p/shop/main/features/f2?view=text');
    await shown(page, 'the shop is open');
    await write(page, '    mine');
    await unsaved(page);
    await page.getByRole('link', { name: 'Modules' }).click();
    await page.getByRole('treeitem', { name: 'Module Shop' }).waitFor();
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate('location.reload()');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    page.once('dialog', again => again.accept());
    await page.reload();
    await item(page, 'Module Shop').waitFor();
    await page.getByRole('link', { name: 'Features' }).click();
    await item(page, 'Feature Basket, 1 of 1 steps linked, text not saved').click();
    await page.getByText('Text', { exact: true }).click();
    await page.getByText('Line 5: “mine” does not belong here').waitFor();
    await editor(page).press('Control+End');
    await editor(page).press('Home');
    await page.keyboard.type('# ');
    await write(page, '!');
    await shown(page, '# mine!');
    await unsaved(page);
    await putFeature(shop.app.folder, 'basket.feature', `${BASKET}    # theirs\n`);
    await page.getByText('Changed elsewhere. Your text is not saved.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(page);
    await onDisk('basket.feature', `${BASKET}    # mine!`);
    await write(page, ' again');
    await putFeature(shop.app.folder, 'basket.feature', `${BASKET}    # theirs\n`);
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await shown(page, '# theirs');
    await saved(page);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await shown(page, '# mine! again');
    await page.getByRole('button', { name: 'Discard' }).click();
    await shown(page, '# theirs');
    await putFeature(shop.app.folder, 'basket.feature', BASKET);
    await editor(page).getByText('# theirs').waitFor({ state: 'detached' });
  });

  it('a feature of a server is read-only and can be copied into a local one', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1?view=text');
    await editor(page, 'served.feature').click();
    await page.keyboard.type('x');
    expect(await page.getByText('Not saved').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Make local copy' }).click();
    await editor(page, 'Served.feature').waitFor();
    await saved(page);
    expect(await file('Served.feature')).toBe(SERVED);
    await shop.author.do('deleteFeature', { feature: 'Served.feature' });
    await page.getByRole('heading', { name: /^There is no feature f\d+ here$/ }).waitFor();
  });

  it('a feature is created, renamed and moved by keyboard, and recreated after others delete it', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features', { permissions: ['clipboard-write'] });
    await page.getByRole('button', { name: 'New feature' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Orders');
    await page.getByRole('textbox', { name: 'File' }).fill('served.feature');
    await page.keyboard.press('Enter');
    await page.getByText('There is a feature at features/served.feature already.').waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'File' }).fill('');
    await page.keyboard.press('Enter');
    // Who types on at once means the text.
    await page.keyboard.type('  Scenario: One');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Given it');
    await editor(page, 'Orders.feature').getByText('Given it').waitFor();
    expect((await editor(page, 'Orders.feature').innerText()).split(/\n+/).map(line => line.trim())).toEqual([
      'Feature: Orders',
      'Scenario: One',
      'Given it',
    ]);
    await page.keyboard.press('Control+s');
    await saved(page);
    // The focus is where it is written.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Text of Orders.feature');
    await item(page, 'Feature Orders').click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('All orders');
    await page.getByRole('textbox', { name: 'File' }).fill('shop/orders.feature');
    await page.keyboard.press('Enter');
    await editor(page, 'shop/orders.feature').getByText('All orders').waitFor();
    await expect
      .poll(() => file('shop/orders.feature'), eventually)
      .toMatch(/^Feature: All orders\n {2}Scenario: One\n/);
    await item(page, 'Feature All orders').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await page.getByText(/^Link to f\d+ copied$/).waitFor();
    await item(page, 'Feature All orders').click();
    await page.getByText('Text', { exact: true }).click();
    await editor(page, 'shop/orders.feature').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  # mine');
    await shop.author.do('deleteFeature', { feature: 'shop/orders.feature' });
    await page.getByRole('heading', { name: 'Somebody else deleted this feature' }).waitFor();
    await page.getByRole('button', { name: 'Recreate it' }).click();
    await editor(page, 'All orders.feature').getByText('# mine').waitFor();
    await expect.poll(() => file('All orders.feature'), eventually).toMatch(/ {2}# mine$/);
    expect(await page.getByText('text not saved').count()).toBe(0);
  });
});
