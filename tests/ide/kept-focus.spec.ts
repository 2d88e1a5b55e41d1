import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFocus } from './focused.ts';
import { showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

describe('the focus', () => {
  const shop = useApp();
  beforeAll(async () => {
    await shop.author.do('createFeature', { text: 'Feature: Basket\n\n  Scenario: One\n    Given it\n' });
  });

  it('the focus moves to the text when the button Discard or Save has nothing more to do', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1?view=text');
    const text = page.getByRole('textbox', { name: 'Text of' });
    await text.press('Control+End');
    await page.keyboard.type('# mine');
    await button(page, 'Discard').press('Enter');
    await expectFocus(page, /^Text of /);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# mine');
    await button(page, 'Save').press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectFocus(page, /^Text of /);
  });

  it('the focus returns to where it was when a dialog, menu or message closes', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1');
    await button(page, 'New feature').press('Enter');
    await expectFocus(page, 'Name');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'New feature');
    await item(page, 'Feature Basket').press('F2');
    await expectFocus(page, 'Name');
    await page.keyboard.press('Escape');
    await expectFocus(page, /^Feature Basket/);
    await button(page, 'More about the features').press('Enter');
    await expectFocus(page, 'Import features…');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Sync from server');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'More about the features');
    await shop.author.do('createFeature', { text: 'Feature: Wishes\n\n  Scenario: One\n    Given it\n' });
    await item(page, 'Feature Wishes').press('Delete');
    // The row before it, as it was the last.
    await expectFocus(page, /^Scenario One/);
    // That of the message: the header has one as well.
    await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await item(page, 'Feature Wishes').waitFor();
    await expectFocus(page, /^Scenario One/);
    await shop.author.do('deleteFeature', { feature: 'f2' });
  });

  it('the focus returns to its place in the page when the connection is restored', { tags: 'full' }, async () => {
    const { page, gate } = await showGated(shop.app, '/p/shop/main/features/f1');
    await item(page, 'Feature Basket').focus();
    await gate.cut();
    await button(page, 'Retry now').focus();
    await gate.restore();
    await page.keyboard.press('Enter');
    await button(page, 'Retry now').waitFor({ state: 'detached' });
    await expectFocus(page, /^Feature Basket/);
  });

  it('Escape closes a menu that has not taken the focus yet', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1');
    const opener = button(page, 'More about the features');
    await opener.press('Enter');
    await opener.dispatchEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false');
    await expectFocus(page, 'More about the features');
  });

  it('a click outside of any control releases the focus', { tags: ['full'] }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1');
    await page.getByLabel('Filter features and scenarios').click();
    await page.getByText('0 of 1 steps linked').first().click();
    await button(page, 'New feature').hover();
    await expectFocus(page, 'nothing');
  });
});
