import type { Page } from 'playwright';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ConnectedShop, cloudSettings, openConnectedShop } from '../support/feature-server.ts';
import { startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectAccessible, openIde, showIde } from './open-page.ts';
import { eventually } from './shared-app.ts';

const feature = (name: string) => `Feature: ${name}\n  Scenario: ${name} works\n    Given something\n`;

let shop: ConnectedShop;

/** What one spec pushes has a key from then on. */
beforeEach(async () => {
  shop = await openConnectedShop({ withIde: true });
  // After the pages of the spec.
  onTestFinished(() => shop[Symbol.asyncDispose]());
  await shop.configure({ ...cloudSettings(shop.tm), projectKey: 'SHOP' });
  await shop.author.do('importFeatures', { source: 'server' });
  for (const name of ['Own', 'Other'])
    await shop.author.do('importFeatures', { source: 'text', text: feature(name), fileName: `${name}.feature` });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Push features to the server' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const rowsOf = (page: Page, label: string) => async () => {
  const rows = await dialog(page).getByRole('region', { name: label }).getByRole('listitem').allInnerTexts();
  return rows.map(text => text.replace(/\s+/g, ' ').trim());
};

describe('pushing features of the project', () => {
  it('the menu of the features pushes the chosen ones, shows their keys, and Escape closes it', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features', { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'More about the features' }).click();
    await page.getByRole('menuitem', { name: 'Push features to the server…' }).click();
    await expect
      .poll(rowsOf(page, 'What is pushed'), eventually)
      .toEqual(['– Other works new test', '– Own works new test']);
    await expectAccessible(page);
    await dialog(page).getByRole('checkbox', { name: 'Other' }).uncheck();
    await dialog(page).getByLabel('Project key').fill('no key');
    await dialog(page).getByText('Enter a project key, e.g. SHOP').waitFor();
    expect(await button(page, 'Push (1)').isDisabled()).toBe(true);
    await dialog(page).getByLabel('Project key').fill('');
    await button(page, 'Push (1)').click();
    await dialog(page).getByRole('status').getByText('1 feature pushed to SHOP').waitFor();
    expect(await rowsOf(page, 'What was pushed')()).toEqual(['SHOP-501 Own works new test']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
  });

  it('a service that refuses is told with the way to the settings, and the push can be tried again', {
    tags: 'full',
  }, async () => {
    await using tm = await startSampleTm({ faults: ['import/forbidden*1'] });
    await shop.configure({ ...cloudSettings(tm), projectKey: 'SHOP' });
    await using opened = await openIde(shop.app, '/p/shop/main/features?dialog=push');
    const { page } = opened;
    await button(page, 'Push (2)').click();
    const problem = dialog(page).getByRole('alert');
    await problem.getByText(/answered 403/).waitFor();
    await button(page, 'Try again (2)').click();
    await dialog(page).getByRole('status').getByText('2 features pushed to SHOP').waitFor();
  });
});
