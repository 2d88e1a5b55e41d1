// @module-tag full
import type { Page } from 'playwright';
import { beforeEach, expect, it } from 'vitest';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, openIde, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <button style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">Buy</button>
  <input aria-label="User" style="position: absolute; left: 100px; top: 200px; width: 400px; height: 60px">`;
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

const shop = useApp({ isAnew: true, pages: { '/': PAGE, '/basket': BASKET } });

beforeEach(async () => {
  await putFeature(shop.app.folder, 'a.feature', FEATURE);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
});

it('an unlinked step is recorded: a test with its values as parameters is linked to it, takes them where they are typed, and Stop ends it', async () => {
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  const step = page.getByRole('listitem').filter({ hasText: 'I buy 2 of' });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  const option = page.getByRole('option', { name: 'Record this step' });
  await option.waitFor();
  await expectAccessible(page);
  await option.click();
  await page.getByText('Created a test in Steps and linked 1 step. Recording starts now.').waitFor();
  await page.getByText('The step before, “the shop is open”, is not linked to a test.').waitFor();
  await clickInPicture(page);
  await clickAt(page, 200, 230);
  await page.keyboard.type('ann');
  await page.getByRole('button', { name: 'Stop (3 actions)' }).click();
  await step.getByRole('link', { name: /^linked to Steps/ }).waitFor();
  const [made, ...others] = await shop.author.tests({ moduleCode: 'm1' });
  expect([made?.name, others]).toEqual(['I buy 2 of "mug" as <user>', []]);
  // The column goes to the parameter of its name without being told to.
  expect(await shop.author.links()).toMatchObject([
    { text: 'I buy 2 of "mug" as <user>', parameters: { number: '2', value: 'mug' } },
  ]);
  expect(made?.parameters).toMatchObject([
    { name: 'number', default: '2' },
    { name: 'value', default: 'mug' },
    { name: 'user' },
  ]);
  const actions = await shop.author.actions({ moduleCode: 'm1', testCode: 't1' });
  expect(actions).toMatchObject([{ type: 'visit' }, { type: 'click' }, { type: 'fill', value: '{{user}}' }]);
});

/** The button of the page, once it is recorded. */
async function clickInPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Stop \(/ }).waitFor();
  await clickAt(page, 200, 130);
}

/** The step with those words in the feature, of which a recording is asked for. */
async function recordStep(page: Page, words: string) {
  const step = page.getByRole('listitem').filter({ hasText: words });
  await step.getByRole('button', { name: 'Plug test case' }).click();
  await page.getByRole('option', { name: 'Record this step' }).click();
  return step;
}

it('the steps before run first: what is recorded begins on their page, and Stop leads back to the scenario', async () => {
  const { testCode, moduleCode } = await shop.newTest([{ type: 'visit', url: '/basket' }], 'Open the basket');
  await shop.author.do('linkStep', { text: 'the basket is open', moduleCode, testCode });
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  const step = await recordStep(page, 'I pay');
  await clickInPicture(page);
  await page.getByRole('button', { name: 'Stop (1 action)' }).click();
  await step.getByRole('link', { name: /^linked to / }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/features/f1/f1.s2');
  const link = (await shop.author.links()).find(({ text }) => text === 'I pay');
  const made = (await shop.author.tests()).find(({ testCode: code }) => code === link?.testCode);
  expect(made && (await shop.author.actions(made))).toMatchObject([
    { type: 'click', locator: "getByRole('button', { name: 'Pay' })" },
  ]);
});

it('a step before that fails is told, and the recording starts from the page as it is', async () => {
  const broken = { type: 'assert', matcher: 'toHaveTitle', expected: 'Basket', timeoutMs: 200 };
  const { testCode, moduleCode } = await shop.newTest([{ type: 'visit', url: '/basket' }, broken], 'Break it');
  await shop.author.do('linkStep', { text: 'the basket is broken', moduleCode, testCode });
  await using opened = await openIde(shop.app, '/p/shop/main/features/f1');
  const { page } = opened;
  const step = await recordStep(page, 'I send it');
  await page.getByText(/^The step before, “the basket is broken”, failed in r\d+\.$/).waitFor();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).click();
  await step.getByRole('link', { name: /^linked to / }).waitFor();
});

it('while something is recorded no other step is: nothing is made, and the page says why', async () => {
  const { moduleCode, testCode } = await shop.newTest([]);
  await shop.author.do('startRecording', { moduleId: moduleCode, testId: testCode });
  const page = await showIde(shop.app, '/p/shop/main/features/f1');
  const step = await recordStep(page, 'the shop is open');
  await page.getByText('Stop the recording that is under way first.').waitFor();
  await step.getByText('not linked').waitFor();
  await shop.author.do('stopRecording', {});
});
