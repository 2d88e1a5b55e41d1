// @module-tag full
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { expectAccessible, openIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <button style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">Buy</button>`;
const BASKET = PAGE.replace('Buy', 'Pay');
const FEATURE = `Feature: Basket
  Scenario Outline: Buy
    Given the shop is open
    When I buy 2 of "mug" as <user>
    Examples:
      | user |
      | ann  |
  Scenario: Pay
    Given the basket is open
    When I pay
  Scenario: Send
    Given the basket is broken
    When I send it
`;

const shop = useApp();
let pages: ServedPages;
beforeAll(async () => {
  pages = await servePages({ '/': PAGE, '/basket': BASKET });
  await shop.author.do('editProject', { appUrl: pages.url });
  await putFeature(shop.app.folder, 'a.feature', FEATURE);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
});
afterAll(async () => {
  await pages[Symbol.asyncDispose]();
});

it('an unlinked step is recorded: a test with its values as parameters is linked to it, and Stop ends it', async () => {
  await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
  const { page, faults } = opened;
  const step = page.getByRole('listitem').filter({ hasText: 'I buy 2 of' });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  const option = page.getByRole('option', { name: 'Record this step' });
  await option.waitFor();
  await expectAccessible(page);
  await option.click();
  await page.getByText('Created a test in Steps and linked 1 step. Recording starts now.').waitFor();
  await page.getByText('The step before, “the shop is open”, is not linked to a test.').waitFor();
  await clickInPicture(page);
  await page.getByRole('button', { name: 'Stop (2 actions)' }).click();
  await step.getByRole('link', { name: /^linked to Steps/ }).waitFor();
  const { client } = shop.app;
  const Tests = z.object({ tests: z.array(z.looseObject({ name: z.string() })) });
  const { tests } = await client.call('getTests', { moduleCode: 'm1' }, Tests);
  expect(tests.map(({ name }) => name)).toEqual(['I buy 2 of "mug" as <user>']);
  const Links = z.object({ links: z.array(z.looseObject({ text: z.string() })) });
  const { links } = await client.call('getLinks', {}, Links);
  // The column goes to the parameter of its name without being told to.
  expect(links).toMatchObject([{ text: 'I buy 2 of "mug" as <user>', parameters: { number: '2', value: 'mug' } }]);
  const Taking = z.object({
    tests: z.array(z.looseObject({ parameters: z.array(z.looseObject({ name: z.string() })) })),
  });
  const taking = await client.call('getTests', { moduleCode: 'm1' }, Taking);
  expect(taking.tests[0]?.parameters).toMatchObject([
    { name: 'number', default: '2' },
    { name: 'value', default: 'mug' },
    { name: 'user' },
  ]);
  const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  const { actions } = await client.call('getActions', { moduleCode: 'm1', testCode: 't1' }, Actions);
  expect(actions.map(({ type }) => type)).toEqual(['visit', 'click']);
  expect(faults).toEqual([]);
});

/** The button of the page, which is 1280 wide. */
async function clickInPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Stop \(/ }).waitFor();
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture has no place.');
  await canvas.click({ position: { x: (200 * box.width) / 1280, y: (130 * box.height) / 720 } });
}

it('the steps before run first: what is recorded begins on their page, and Stop leads back to the scenario', async () => {
  const { testCode, moduleCode } = await shop.newTest([{ type: 'visit', url: '/basket' }], 'Open the basket');
  await shop.author.do('linkStep', { text: 'the basket is open', moduleCode, testCode });
  await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
  const { page, faults } = opened;
  const step = page.getByRole('listitem').filter({ hasText: 'I pay' });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  await page.getByRole('option', { name: 'Record this step' }).click();
  await clickInPicture(page);
  await page.getByRole('button', { name: 'Stop (1 action)' }).click();
  await step.getByRole('link', { name: /^linked to / }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/features/f1/f1.s2');
  const Found = z.object({ links: z.array(z.looseObject({ text: z.string(), testCode: z.string() })) });
  const { links } = await shop.app.client.call('getLinks', {}, Found);
  const recorded = links.find(({ text }) => text === 'I pay')?.testCode;
  const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  const { actions } = await shop.app.client.call('getActions', { testCode: recorded }, Actions);
  expect(actions).toMatchObject([{ type: 'click', locator: "getByRole('button', { name: 'Pay' })" }]);
  expect(faults).toEqual([]);
});

it('a step before that fails is told, and the recording starts from the page as it is', async () => {
  const broken = { type: 'assert', matcher: 'toHaveTitle', expected: 'Basket', timeoutMs: 200 };
  const { testCode, moduleCode } = await shop.newTest([{ type: 'visit', url: '/basket' }, broken], 'Break it');
  await shop.author.do('linkStep', { text: 'the basket is broken', moduleCode, testCode });
  await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
  const { page } = opened;
  const step = page.getByRole('listitem').filter({ hasText: 'I send it' });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  await page.getByRole('option', { name: 'Record this step' }).click();
  await page.getByText(/^The step before, “the basket is broken”, failed in r\d+\.$/).waitFor();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).click();
  await step.getByRole('link', { name: /^linked to / }).waitFor();
});

it('while something is recorded no other step is: nothing is made, and the page says why', async () => {
  const { moduleCode, testCode } = await shop.newTest([]);
  await shop.author.do('startRecording', { moduleId: moduleCode, testId: testCode });
  await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
  const { page } = opened;
  const step = page.getByRole('listitem').filter({ hasText: 'the shop is open' });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  await page.getByRole('option', { name: 'Record this step' }).click();
  await page.getByText('Stop the recording that is under way first.').waitFor();
  await step.getByText('not linked').waitFor();
  await shop.author.do('stopRecording', {});
});
