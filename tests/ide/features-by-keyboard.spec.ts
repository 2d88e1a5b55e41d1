// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverSettings } from '../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectFocus, focused } from './focused.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const MOST_TABS = 60;

/** Tab, or Shift+Tab, until that has the focus: nobody points at anything here. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const wanted = typeof name === 'string' ? (text: string) => text === name : (text: string) => name.test(text);
  const passed: string[] = [];
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (wanted(at)) return;
    passed.push(at);
  }
  throw new Error(`${name} is not reached by ${key}, only ${passed.join(' | ')}.`);
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('by keyboard alone', () => {
  const shop = useApp({ isAnew: true });
  let tm: SampleTm;
  beforeEach(async () => {
    tm = await startSampleTm();
    const { moduleCode } = await shop.author.module('Shop');
    await shop.author.test(moduleCode, 'Open the shop', { actions: comments('open') });
    await shop.author.do('createFeature', {
      text: 'Feature: Basket\n\n  Scenario: One\n    Given the shop is open\n    Then it is empty\n',
    });
    return () => tm.dispose();
  });
  it('a red step is linked and unlinked by keyboard, and its feature is filtered and folded', async () => {
    const page = await showIde(shop.app, '/p/shop/main/features');
    await page.getByRole('treeitem', { name: 'Scenario One' }).waitFor();
    await tabTo(page, 'Filter features and scenarios');
    await page.keyboard.type('basket');
    await press(page, 'ArrowDown');
    await expectFocus(page, /^Feature Basket/);
    await press(page, 'ArrowLeft');
    await page.getByRole('treeitem', { name: 'Scenario One' }).waitFor({ state: 'detached' });
    await press(page, 'ArrowRight', 'ArrowDown', 'Enter');
    await page.getByRole('heading', { name: 'Basket › Scenario: One' }).waitFor();
    await tabTo(page, 'Border between the panes');
    await tabTo(page, 'Plug test case');
    // Several are called the same: each is told by its step.
    const ofStep = page.getByRole('button', { name: 'Plug test case', description: 'Given the shop is open' });
    await expect.poll(() => ofStep.and(page.locator(':focus')).count(), eventually).toBe(1);
    await press(page, 'Enter');
    await page.getByRole('option', { name: /Open the shop/ }).waitFor();
    await expectAccessibleInThemes(page);
    await press(page, 'Escape');
    await expectFocus(page, 'Plug test case');
    await press(page, 'Enter');
    await page.getByRole('option', { name: /Open the shop/ }).waitFor();
    // Enter alone takes no test that is only somewhat like the step.
    await page.keyboard.type('open');
    await press(page, 'Enter');
    await page.getByRole('link', { name: 'linked to Shop / Open the shop' }).waitFor();
    await expectFocus(page, 'Plug another test case');
    await tabTo(page, 'Unlink “the shop is open”', 'Shift+Tab');
    await press(page, 'Enter');
    await page.getByText('Unlinked 1 step with this text').waitFor();
    await expectFocus(page, 'Plug test case');
  });

  it('a feature is created, edited, renamed, deleted and restored by keyboard', async () => {
    const page = await showIde(shop.app, '/p/shop/main/features');
    await page.getByRole('treeitem', { name: 'Feature Basket' }).waitFor();
    await tabTo(page, 'New feature');
    await press(page, 'Enter');
    await expectFocus(page, 'Name');
    await page.keyboard.type('Wishes');
    await press(page, 'Enter');
    await expectFocus(page, 'Text of Wishes.feature');
    await page.keyboard.type('  Scenario: Two\n    Given a wish\noops\n');
    await page.getByRole('button', { name: /^Line \d+$/ }).waitFor();
    await expectAccessibleInThemes(page);
    await tabTo(page, /^Line \d+$/);
    await press(page, 'Enter');
    await expectFocus(page, 'Text of Wishes.feature');
    await press(page, 'Shift+End', 'Backspace', 'Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    await tabTo(page, /^(Feature|Scenario) /, 'Shift+Tab');
    await press(page, 'End', 'ArrowLeft');
    await expectFocus(page, /^Feature Wishes/);
    await press(page, 'F2');
    await expectFocus(page, 'Name');
    await press(page, 'End', '2', 'Enter');
    await expectFocus(page, /^Feature Wishes2/);
    await press(page, 'Delete');
    await page.getByRole('treeitem', { name: 'Feature Wishes2' }).waitFor({ state: 'detached' });
    await expectFocus(page, /^(Feature|Scenario) /);
    await press(page, 'Control+z');
    await page.getByRole('treeitem', { name: 'Feature Wishes2' }).waitFor();
  });

  it('a feature server is set up, checked and imported from by keyboard', async () => {
    const page = await showIde(shop.app, '/p/shop/main/settings/integrations');
    await page.getByLabel('Type', { exact: true }).waitFor();
    await tabTo(page, 'Type');
    for (const chosen of ['xray-cloud', 'xray-server']) {
      await press(page, 'ArrowDown');
      await expect.poll(() => page.getByLabel('Type', { exact: true }).inputValue(), eventually).toBe(chosen);
    }
    await tabTo(page, 'File list URL');
    await page.keyboard.type(serverSettings(tm).fileListUrl);
    await tabTo(page, 'Token');
    await page.keyboard.type('wrong');
    await tabTo(page, 'Check');
    await press(page, 'Enter');
    await page.getByText('The check failed: nothing would be imported').waitFor();
    await expectFocus(page, 'Check');
    await expectAccessibleInThemes(page);
    await tabTo(page, 'Go to Token');
    await press(page, 'Enter');
    await expectFocus(page, 'Token');
    await press(page, 'Control+a');
    await page.keyboard.type(serverSettings(tm).token);
    await press(page, 'Enter');
    await page.getByText('Feature file server saved, not checked').waitFor();
    await press(page, 'Escape');
    await tabTo(page, 'Features', 'Shift+Tab');
    await press(page, 'Enter');
    await page.getByRole('treeitem', { name: 'Feature Basket' }).waitFor();
    await tabTo(page, 'More about the features');
    await press(page, 'Enter');
    await expectFocus(page, 'Import features…');
    await press(page, 'Enter');
    await expectFocus(page, 'Sync from server');
    await tabTo(page, 'List features');
    await press(page, 'Enter');
    await expectFocus(page, /^Start \(\d+\)$/);
    await press(page, 'Enter');
    await expectFocus(page, 'Done');
    await press(page, 'Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page), eventually).not.toBe('nothing');
    await page.getByRole('treeitem', { name: /^Feature Signing in/ }).waitFor();
  });

  it('an import of a folder is corrected, narrowed down and completed by keyboard', async () => {
    const folder = join(shop.app.folder, '..', 'by-keys');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'Later.feature'), 'Feature: Later\n\n  Scenario: One\n    Given it\n');
    await writeFile(join(folder, 'bad.feature'), 'Feature: Bad\n\n  Scenario: One\n    Given it\n    oops\n');
    const page = await showIde(shop.app, '/p/shop/main/features?dialog=import');
    await expectFocus(page, 'Sync from server');
    await press(page, 'ArrowRight', 'ArrowRight', 'Tab');
    await expectFocus(page, 'Folder');
    await page.keyboard.type('/nowhere');
    await press(page, 'Enter');
    await page.getByRole('alert').getByText('/nowhere').waitFor();
    await expectFocus(page, 'Folder');
    await expectAccessibleInThemes(page);
    await press(page, 'Control+a');
    await page.keyboard.type(folder);
    await press(page, 'Enter');
    await expectFocus(page, 'Import the rest (1)');
    await expectAccessibleInThemes(page);
    await tabTo(page, /^Later/, 'Shift+Tab');
    await press(page, 'Space');
    await page.getByRole('button', { name: 'Import the rest (0)' }).waitFor();
    await press(page, 'Space');
    await tabTo(page, 'Import the rest (1)');
    await press(page, 'Enter');
    await expectFocus(page, 'Done');
    await press(page, 'Escape');
    await page.getByRole('treeitem', { name: 'Feature Later' }).waitFor();
  });
});
