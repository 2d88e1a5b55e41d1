import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessible, openIde, useBrowser } from './open-page.ts';
import { eventually } from './shared-app.ts';

describe('the details of a run', () => {
  useBrowser();
  const shop = useBasketShop();

  /** Starts a run, waits until that very one has failed, and shows it. */
  const openFailed = async (page: Page, start: () => Promise<void>) => {
    const { total } = await shop.author.client.call('getRuns', {}, z.object({ total: z.number() }));
    await start();
    const state = page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('link', { name: 'failed' });
    await state.and(page.locator(`[href$="/runs/r${total + 1}"]`)).click();
    await page.getByRole('navigation', { name: 'Views of the run' }).getByRole('link', { name: 'Report' }).click();
  };

  it.each(['light', 'dark'] as const)(
    'of features lead from a step to the action that failed, %s',
    async colorScheme => {
      await using opened = await openIde(shop.app, '/p/shop/main/features/f1', { colorScheme });
      const { page, faults } = opened;
      await openFailed(page, () => page.getByRole('button', { name: 'Run feature Basket' }).click());
      const sections = page.getByRole('region', { name: /^Scenario/ });
      await expect.poll(() => sections.count(), eventually).toBe(3);
      const names = await sections.getByRole('heading').allInnerTexts();
      expect(names.map(name => name.replace(/\s+/g, ' '))).toEqual([
        expect.stringContaining('Basket › Fill'),
        expect.stringMatching(/Basket › Count 1 · example 1/),
        expect.stringContaining('Basket › Greet'),
      ]);
      const failed = page.getByRole('region', { name: 'Scenario Fill' });
      const steps = failed.getByRole('list', { name: 'Steps of Fill' }).locator('> li');
      expect(await steps.nth(0).getByRole('img').first().getAttribute('aria-label')).toBe('passed');
      expect(await steps.nth(1).getByRole('img').first().getAttribute('aria-label')).toBe('failed');
      // What went wrong is open: the plugged test, the action in it, and why.
      await steps.nth(1).getByText('expected Basket · got Shop').waitFor();
      expect(await steps.nth(0).getByText('Go to').isVisible()).toBe(false);
      await steps.nth(0).getByText('the shop is open').click();
      await steps.nth(0).getByText('Go to').waitFor();
      await expectAccessible(page);
      await steps.nth(1).getByRole('link', { name: 'Open test Look at the basket' }).click();
      await page.getByRole('heading', { name: 'Shop › Look at the basket' }).waitFor();
      expect(faults).toEqual([]);
    },
  );

  it('of a test show what plugged tests did, and follow the run', async () => {
    const { look } = shop;
    await using opened = await openIde(shop.app, `/p/shop/main/modules/${look.moduleCode}/${look.testCode}`);
    const { page, faults } = opened;
    await page.getByRole('row', { name: /Plug test case/ }).waitFor();
    await openFailed(page, () => page.keyboard.press('Control+Enter'));
    const item = page.getByRole('region', { name: 'Test Look at the basket' });
    await item.getByText('expected Basket · got Shop').waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
