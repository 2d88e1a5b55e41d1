// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { type ServedPages, servePages } from '../support/serve-pages.ts';
import { expectAccessible, openIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <button style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">Buy</button>`;
const FEATURE = `Feature: Basket
  Scenario Outline: Buy
    Given the shop is open
    When I buy 2 of "mug" as <user>
    Examples:
      | user |
      | ann  |
`;

const shop = useApp();
let pages: ServedPages;
beforeAll(async () => {
  pages = await servePages({ '/': PAGE });
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
  await page.getByRole('button', { name: /^Stop \(/ }).waitFor();
  await page.getByText('Created a test in Steps and linked 1 step. Recording starts now.').waitFor();
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture has no place.');
  await canvas.click({ position: { x: (200 * box.width) / 1280, y: (130 * box.height) / 720 } });
  await page.getByRole('button', { name: 'Stop (2 actions)' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
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
