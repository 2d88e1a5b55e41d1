// @module-tag full
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { useBasketShop } from './basket-shop.ts';
import { showIde } from './open-page.ts';
import { button, ended, frameButton, shows, wordsOf } from './run-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();

const obstacle = async (page: Page, name: string, reason: string) => {
  expect(await frameButton(page, name).getAttribute('aria-disabled')).toBe('true');
  await frameButton(page, name).hover();
  await page.getByRole('tooltip', { name: reason }).waitFor();
};
const Stored = z.looseObject({ run: z.looseObject({ options: z.looseObject({}).optional() }) });

describe('a run', () => {
  it('a run is repeated with its options, in whole or from an action, or says why it cannot be', async () => {
    const { author, app, look } = shop;
    const { testCode } = await author.test(look.moduleCode, 'Greet somebody', {
      parameters: [{ name: 'who', default: 'nobody' }],
      actions: [
        { type: 'visit', url: '/' },
        { type: 'comment', text: 'Hello {{who}}' },
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{who}}', timeoutMs: 200 },
      ],
    });
    const page = await showIde(app, '/p/shop/main/runs');
    const optionsOf = async (runId: string) => (await author.client.call('getRun', { runId }, Stored)).run.options;
    const given = { parameters: { who: 'Ann' }, screenshots: 'each' };
    const first = await shop.run('runTest', { moduleId: look.moduleCode, testId: testCode, ...given });
    expect(await optionsOf(first)).toEqual(given);
    await page.goto(new URL(`/p/shop/main/runs/${first}`, page.url()).href);
    const next = async (press: () => Promise<void>) => {
      const before = new URL(page.url()).pathname;
      await press();
      await expect.poll(() => new URL(page.url()).pathname, eventually).not.toBe(before);
      await ended(page, 'failed');
      return new URL(page.url()).pathname.split('/')[5] ?? '';
    };
    expect(await optionsOf(await next(() => frameButton(page, 'Re-run').click()))).toEqual(given);
    await expect.poll(() => wordsOf(page), eventually).toHaveLength(4);
    // The action has moved meanwhile.
    await author.do('createAction', {
      moduleCode: look.moduleCode,
      testCode,
      actionIndex: 0,
      type: 'comment',
      text: 'first of all',
    });
    await page.keyboard.press('ArrowUp');
    await shows(page, /Hello/);
    await button(page, 'Re-run from here').focus();
    await page.getByRole('tooltip', { name: /^Continues on the page that is open now: http/ }).waitFor();
    const from = await next(() => page.keyboard.press('Enter'));
    expect(await optionsOf(from)).toEqual({ ...given, context: 'live', fromAction: 2 });
    expect((await wordsOf(page)).filter(words => /Go to/.test(words))).toEqual([]);
    await obstacle(page, 'Re-run failed only', 'Nothing else ran');

    const ofFeatures = { keepRunning: true, retries: 1, trace: 'failure' };
    const runId = await shop.run('runFeatures', { features: ['f1'], ...ofFeatures });
    await page.goto(new URL(`/p/shop/main/runs/${runId}/report`, page.url()).href);
    const again = await next(() => frameButton(page, 'Re-run failed only').click());
    expect(await optionsOf(again)).toEqual(ofFeatures);
    await obstacle(page, 'Re-run from here', 'Scenarios always run from their first step');
  });

  it('a run counts all unlinked steps as their feature does, whether it went on after the first or not', async () => {
    const { app, author } = shop;
    const text = 'Feature: Red\n  Scenario: Open\n    Given somebody waits\n    Then nobody comes\n    And it rains\n';
    await putFeature(app.folder, 'red.feature', text);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(2));
    const page = await showIde(app, '/p/shop/main/runs');
    const bannerOf = async (keepRunning: boolean) => {
      const runId = await shop.run('runFeatures', { features: ['Red'], keepRunning });
      await page.goto(new URL(`/p/shop/main/runs/${runId}`, page.url()).href);
      return page.getByRole('status').filter({ hasText: 'not implemented' }).innerText();
    };
    const words = '3 steps are not linked: scenarios with unlinked steps are reported as not implemented.';
    expect(await bannerOf(false)).toBe(words);
    expect(await bannerOf(true)).toBe(words);
    const [red] = (await featuresOf(author)).filter(({ name }) => name === 'Red');
    await page.goto(new URL(`/p/shop/main/features/${red?.featureCode}`, page.url()).href);
    await page.getByText(words).waitFor();
  });
});
