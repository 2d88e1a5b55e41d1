import type { Route } from 'playwright';
import { expect, test } from 'vitest';
import { openIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

test('a page whose parts have gone with an older build loads itself anew and goes on', { tags: ['full'] }, async () => {
  const asked: string[] = [];
  await using opened = await openIde(shop.app, '/p/shop/main/modules', {
    prepare: async page => {
      await page.route('**/assets/run-screen-*.js', async route => {
        asked.push(route.request().url());
        await (asked.length === 1 ? route.fulfill({ status: 404 }) : route.continue());
      });
    },
  });
  const { page } = opened;
  await page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: 'Runs' }).click();
  await expect.poll(() => asked.length, eventually).toBe(2);
  expect(new URL(page.url()).pathname).toBe('/p/shop/main/runs');
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
});

test('a part that is asked for while the service is away comes once it is back', { tags: ['full'] }, async () => {
  let isAway = true;
  const asked: string[] = [];
  const served = (route: Route) => (isAway ? route.abort('connectionrefused') : route.continue());
  await using opened = await openIde(shop.app, '/p/shop/main/modules', {
    prepare: async page => {
      await page.route('**/assets/run-screen-*.js', served);
    },
  });
  const { page } = opened;
  await page.route('**/api/session', async route => {
    asked.push(route.request().url());
    await served(route);
  });
  await page.getByRole('navigation', { name: 'Views', exact: true }).getByRole('link', { name: 'Runs' }).click();
  // Meanwhile everything else is there.
  await expect.poll(() => asked.length, eventually).toBeGreaterThan(1);
  await page.getByText('Loading the runs').waitFor();
  isAway = false;
  await page.getByRole('heading', { name: 'Runs' }).waitFor();
});
