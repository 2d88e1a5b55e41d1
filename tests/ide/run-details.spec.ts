import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { viewLink } from './run-page.ts';
import { eventually } from './shared-app.ts';

describe('the details of a run', () => {
  const shop = useBasketShop();

  it.each(THEMES)(
    'the report of a feature run leads from a step to the action that failed in the %s theme',
    { tags: 'full' },
    async colorScheme => {
      const runId = await shop.run('runFeatures', { features: ['f1'] });
      const page = await showIde(shop.app, `/p/shop/main/runs/${runId}/report`, { colorScheme });
      const sections = page.getByRole('region', { name: /^Scenario/ });
      await expect.poll(() => sections.count(), eventually).toBe(3);
      const feature = page.getByRole('region', { name: 'Feature Basket' });
      const headings = async () => {
        const names = await feature.getByRole('heading').allInnerTexts();
        return names.map(name => name.replace(/\s+/g, ' ').replace(/ [\d.]+ m?s$/, ''));
      };
      await expect
        .poll(headings, eventually)
        .toEqual([
          'Basket 1 failed · 1 not implemented · 1 passed',
          'Fill',
          'Count (1, a customer whose name i…) · example 1',
          'Greet',
        ]);
      // The feature is folded as a whole.
      await feature.getByRole('button', { name: /^failed Basket/ }).press('Enter');
      await expect.poll(() => sections.count(), eventually).toBe(0);
      await page.keyboard.press('Enter');
      await expect.poll(() => sections.count(), eventually).toBe(3);
      const failed = page.getByRole('region', { name: 'Scenario Fill' });
      const steps = failed.getByRole('list', { name: 'Steps of Fill' }).locator('> li');
      expect(await steps.nth(0).getByRole('img').first().getAttribute('aria-label')).toBe('passed');
      expect(await steps.nth(1).getByRole('img').first().getAttribute('aria-label')).toBe('failed');
      // What went wrong is open: the plugged test, the action in it, and why.
      await steps.nth(1).getByText('expected Basket · got Shop').waitFor();
      expect(await steps.nth(0).getByText('Go to').isVisible()).toBe(false);
      await steps.nth(0).getByText('the shop is open').click();
      await steps.nth(0).getByText('Go to').waitFor();
      // What went well is folded away.
      const passed = page.getByRole('region', { name: 'Scenario Greet' });
      expect(await passed.getByRole('list').count()).toBe(0);
      await passed.getByRole('button', { name: 'Greet' }).click();
      await passed.getByRole('list', { name: 'Steps of Greet' }).waitFor();
      await expectAccessible(page);
      const filters = page.getByRole('search', { name: 'Filter the results' });
      await filters.getByText('1 failed · 1 not implemented · 1 passed').waitFor();
      await filters.getByLabel('Status').selectOption('Not implemented');
      await expect.poll(() => sections.count(), eventually).toBe(1);
      await filters.getByLabel('Filter results by text').fill('nobody');
      await page.getByRole('heading', { name: 'No result matches the filter' }).waitFor();
      await page.getByRole('button', { name: 'Show all' }).click();
      await filters.getByLabel('Filter results by text').fill('LOOKED fill');
      await expect.poll(() => sections.count(), eventually).toBe(1);
      await steps.nth(1).getByRole('link', { name: 'Open test Look at the basket' }).click();
      await page.getByRole('heading', { name: 'Shop › Look at the basket' }).waitFor();
    },
  );

  it('the report leads to a scenario, to its feature, and from a red step to the list of tests', {
    tags: 'full',
  }, async () => {
    const runId = await shop.run('runFeatures', { features: ['f1'] });
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}/report`);
    const count = page.getByRole('region', { name: /^Scenario Count/ });
    await count.getByRole('link', { name: 'not linked · Plug test case into “somebody counts to 1”' }).click();
    await page.getByRole('dialog', { name: 'Plug test case' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/p/shop/main/features/f1/f1.s3');
    await page.keyboard.press('Escape');
    await page.goBack();
    await page.getByRole('link', { name: 'Open scenario Fill' }).click();
    await page.getByRole('heading', { name: 'Fill' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/p/shop/main/features/f1/f1.s2');
    await page.goBack();
    await page.getByRole('link', { name: 'Open feature Basket' }).click();
    await expect.poll(() => new URL(page.url()).pathname, eventually).toBe('/p/shop/main/features/f1');
  });

  it('a report can be compared with another run and shows new failures and added results', {
    tags: 'full',
  }, async () => {
    const { author, look } = shop;
    const { testCode } = await author.test(look.moduleCode, 'Changes', { actions: [] });
    const given = { moduleId: look.moduleCode, testId: testCode };
    const page = await showIde(shop.app, '/p/shop/main/runs', { colorScheme: 'dark' });
    const before = await shop.run('runTest', given);
    const assertion = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Basket', timeoutMs: 200 };
    await author.do('createAction', { moduleCode: look.moduleCode, testCode, ...assertion });
    const after = await shop.run('runTest', given);
    await page.goto(new URL(`/p/shop/main/runs/${after}/report`, page.url()).href);
    await page.getByLabel('Compare with').selectOption(before);
    const comparison = page.getByRole('region', { name: `Compared with ${before}` });
    const failures = comparison.getByRole('list', { name: 'New failures' }).getByRole('listitem');
    await expect.poll(() => failures.allInnerTexts(), eventually).toEqual([expect.stringMatching(/Changes/)]);
    await page.reload();
    await failures.first().waitFor();
    const other = await shop.run('runFeatures', { features: ['f1'] });
    await page.getByLabel('Compare with').selectOption(other);
    // It is the later one, whichever was chosen first.
    const added = page.getByRole('list', { name: 'Added' }).getByRole('listitem');
    await expect.poll(() => added.count(), eventually).toBe(3);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stop comparing' }).click();
    await added.first().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('the list of runs is filtered by text, status and branch, and the filters survive navigation', {
    tags: 'full',
  }, async () => {
    const { author, look } = shop;
    const passes = await author.test(look.moduleCode, 'Nothing to do', { actions: [] });
    const page = await showIde(shop.app, '/p/shop/main/runs', { colorScheme: 'dark' });
    const onBranch = async (branch: string) => {
      await mkdir(join(shop.app.folder, '.git'), { recursive: true });
      await writeFile(join(shop.app.folder, '.git/HEAD'), `ref: refs/heads/${branch}\n`);
    };
    const passing = { moduleId: look.moduleCode, testId: passes.testCode };
    await onBranch('main');
    await shop.run('runFeatures', { features: ['f1'] });
    await shop.run('runTest', passing);
    await onBranch('topic/bars');
    await shop.run('runTest', passing);
    const filters = page.getByRole('search', { name: 'Filter the runs' });
    const runs = page.getByRole('main').getByRole('listitem');
    const ofBranch = runs.filter({ hasText: 'topic/bars' });
    await ofBranch.getByRole('img', { name: 'passed', exact: true }).waitFor();
    const all = await runs.count();
    // How the same test went before.
    await ofBranch.getByRole('img', { name: 'Last 2 runs: 2 passed' }).waitFor();
    await filters.getByLabel('Branch').selectOption('topic/bars');
    await expect.poll(() => runs.count(), eventually).toBe(1);
    await filters.getByLabel('Branch').selectOption('Branch: all');
    await expect.poll(() => runs.count(), eventually).toBe(all);
    await filters.getByLabel('Status').selectOption('Passed');
    await expect.poll(() => runs.count(), eventually).toBeLessThan(all);
    await expectAccessible(page);
    await filters.getByLabel('Filter runs by text').fill('nothing to DO');
    await expect.poll(() => runs.count(), eventually).toBe(2);
    await runs.getByRole('link').first().click();
    await viewLink(page, 'Report').click();
    await page.getByRole('region', { name: 'Test Nothing to do' }).waitFor();
    // The tab leads from a run to all of them.
    await page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: 'Runs' }).click();
    await expect.poll(() => runs.count(), eventually).toBe(2);
    await page.goBack();
    await page.getByRole('region', { name: 'Test Nothing to do' }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Steps and actions' }).waitFor();
    await page.goBack();
    await expect.poll(() => runs.count(), eventually).toBe(2);
    await filters.getByLabel('Status').selectOption('Failed');
    await page.getByRole('heading', { name: 'No run matches the filter' }).waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => runs.count(), eventually).toBeGreaterThanOrEqual(2);
  });
});
