// @module-tag full
/** Who acts in a step of a scenario, beside the test that it is linked to. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true, pages: { '/': '<h1>Shop</h1>' } });

const FEATURE = `Feature: Deal
  Scenario: Offer
    Given a chair is offered
    When the offer is accepted
    Then it is paid
`;

const Links = z.object({ links: z.array(z.looseObject({ text: z.string(), actor: z.string().optional() })) });

async function whoActs(text: string): Promise<string | undefined> {
  const { links } = await shop.author.client.call('getLinks', {}, Links);
  return links.find(link => link.text === text)?.actor ?? 'nobody named';
}

/** Its first step is linked to a test that names the actors. */
async function showDeal(actors: readonly object[]): Promise<Page> {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Deals');
  const { testCode } = await author.test(moduleCode, 'Offer a chair', { actions: comments('offers'), actors });
  await author.test(moduleCode, 'Accept it', { actions: comments('accepts') });
  await putFeature(app.folder, 'deal.feature', FEATURE);
  await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
  await author.do('linkStep', { text: 'a chair is offered', moduleCode, testCode });
  return await showIde(app, '/p/shop/main/features/f1/f1.s1');
}

const step = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Plug/ });

async function pickTest(page: Page, name: string): Promise<void> {
  await page.getByRole('option').filter({ hasText: name }).first().click();
}

test('a step is linked to an actor, keeps it when it is linked again, and is given to another one', async () => {
  const page = await showDeal([{ name: 'Seller' }, { name: 'Buyer' }]);
  const accepted = 'the offer is accepted';
  const row = step(page, accepted);
  await row.getByRole('button', { name: 'Plug test case' }).click();
  const asked = dialogOf(page).getByLabel('Acts as');
  expect(await asked.locator('option').allInnerTexts()).toEqual(['The first actor', 'Seller', 'Buyer']);
  expect(await asked.inputValue()).toBe('');
  await asked.selectOption('Buyer');
  await expectAccessibleInThemes(page);
  await pickTest(page, 'Accept it');
  await expect.poll(() => whoActs(accepted), eventually).toBe('Buyer');
  const now = row.getByRole('combobox', { name: 'Acts as' });
  await expect.poll(() => now.inputValue(), eventually).toBe('Buyer');
  await row.getByRole('button', { name: 'Plug another test case' }).click();
  expect(await asked.inputValue()).toBe('Buyer');
  await pickTest(page, 'Offer a chair');
  await row.getByRole('link', { name: 'linked to Deals / Offer a chair' }).waitFor();
  await expect.poll(() => now.inputValue(), eventually).toBe('Buyer');
  expect(await whoActs(accepted)).toBe('Buyer');
  await now.selectOption('Seller');
  await expect.poll(() => whoActs(accepted), eventually).toBe('Seller');
  await now.selectOption('The first actor');
  await expect.poll(() => whoActs(accepted), eventually).toBe('nobody named');
  await expectAccessibleInThemes(page);
});

test('nobody is asked for in a project without actors', async () => {
  const page = await showDeal([]);
  await step(page, 'the offer is accepted').getByRole('button', { name: 'Plug test case' }).click();
  await page.getByRole('option').first().waitFor();
  expect(await page.getByLabel('Acts as').count()).toBe(0);
  await pickTest(page, 'Accept it');
  await page.getByText('2 of 3 steps linked', { exact: true }).waitFor();
  expect(await page.getByText('Acts as').count()).toBe(0);
});
