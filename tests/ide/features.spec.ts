import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { expectAccessible, openIde, useBrowser } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const FEATURE = `Feature: Basket

  Background:
    Given the shop is open

  Scenario: Fill
    When I add a mug
    Then the basket holds 1 mug

  Scenario: Empty
    When I add a mug
    Then nothing is left
`;

describe('features of the page', () => {
  useBrowser();
  const shop = useApp();
  let pages: ServedPages;
  beforeAll(async () => {
    pages = await servePages({ '/': '<h1>Shop</h1>' });
    const { author, app } = shop;
    await author.do('editProject', { appUrl: pages.url });
    const { moduleCode } = await author.module('Shop');
    await author.test(moduleCode, 'Open the shop', { actions: [{ type: 'visit', url: '/' }] });
    await author.test(moduleCode, 'Add a mug', { actions: comments('mug') });
    await author.test(moduleCode, 'Count the basket', { actions: [{ type: 'visit', url: '/' }] });
    await putFeature(app.folder, 'basket.feature', FEATURE);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
  });
  afterAll(async () => {
    await pages[Symbol.asyncDispose]();
  });

  const step = (page: Page, text: string, nth = 0) => page.getByRole('listitem').filter({ hasText: text }).nth(nth);
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last().click();

  it('link all steps of a text to a test, and take that back', async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
    const { page, faults } = opened;
    await page.getByText('0 of 6 steps linked').waitFor();
    await page.getByText('6 steps are not linked: they will be reported as not implemented.').waitFor();
    await step(page, 'I add a mug').getByRole('button', { name: 'Plug test case' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plug test case' });
    const options = dialog.getByRole('option');
    expect(await options.first().innerText()).toBe('Shop / Add a mug');
    await expectAccessible(page);
    await options.first().click();
    await page.getByText('Linked 2 steps with this text').waitFor();
    await page.getByText('2 of 6 steps linked').waitFor();
    expect(await step(page, 'I add a mug', 1).getByRole('link').getAttribute('aria-label')).toBe(
      'linked to Shop / Add a mug',
    );
    await undo(page);
    await page.getByText('0 of 6 steps linked').waitFor();
    expect(faults).toEqual([]);
  });

  it('are linked by keys, relinked, unlinked, and linked to a test made for them', async () => {
    await using opened = await openIde(shop.app, '/p/shop/main/features/f1/f1.s1');
    const { page, faults } = opened;
    await step(page, 'the shop is open').waitFor();
    await page.keyboard.press('Alt+l');
    await page.getByRole('combobox', { name: 'Test for the step' }).fill('open');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 6 steps linked').waitFor();
    const open = step(page, 'the shop is open');
    await open.getByRole('button', { name: 'Plug another test case' }).click();
    await page.getByRole('combobox', { name: 'Test for the step' }).fill('count');
    await page.keyboard.press('Enter');
    await open.getByRole('link', { name: 'linked to Shop / Count the basket' }).waitFor();
    await open.getByRole('button', { name: 'Unlink “the shop is open”' }).click();
    await page.getByText('Unlinked 2 steps with this text').waitFor();
    await page.getByText('0 of 6 steps linked').waitFor();
    await step(page, 'nothing is left').getByRole('button', { name: 'Plug test case' }).click();
    await page.getByRole('option', { name: 'New test from this step' }).click();
    await step(page, 'nothing is left').getByRole('link', { name: 'linked to Shop / nothing is left' }).waitFor();
    await step(page, 'nothing is left').getByRole('button', { name: 'Unlink “nothing is left”' }).click();
    await page.getByText('0 of 6 steps linked').waitFor();
    expect(faults).toEqual([]);
  });

  it('run, and show how each step ended', async () => {
    const links = { 'the shop is open': 'Open the shop', 'I add a mug': 'Add a mug' };
    const tests = await shop.author.tests();
    for (const [text, name] of Object.entries(links)) {
      const found = tests.find(test => test.name === name);
      await shop.author.do('linkStep', { text, moduleCode: found?.moduleCode, testCode: found?.testCode });
    }
    await using opened = await openIde(shop.app, '/p/shop/main/features');
    const { page, faults } = opened;
    await page.getByText('4 of 6 steps linked').waitFor();
    await page.getByRole('button', { name: 'Run scenario Fill' }).click();
    await step(page, 'the shop is open').getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'I add a mug').getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'the basket holds 1 mug').getByRole('img', { name: 'not implemented' }).waitFor();
    expect(await step(page, 'the shop is open', 1).getByRole('img', { name: 'passed' }).count()).toBe(0);
    await page.getByText('1 step is not linked: it will be reported as not implemented.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Run feature Basket' }).click();
    await step(page, 'the shop is open', 1).getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'nothing is left').getByRole('img', { name: 'not implemented' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname, eventually).toBe('/p/shop/main/features/f1');
    expect(faults).toEqual([]);
  });
});
