// @module-tag full
import { expect, it } from 'vitest';
import { showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const shop = useApp();

const LINK_COLOR = "getComputedStyle(document.querySelector('main a')).color";
const THEME_COLOR = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--st-accent)';
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
})()`;

it('an address of a module, test, feature or scenario that is gone says so and leads on', async () => {
  await shop.author.do('createFeature', { text: 'Feature: Basket\n  Scenario: Fill\n    Given it is open\n' });
  const { moduleCode } = await shop.newTest([]);
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const places = [
    ['modules/m99', 'module m99', 'Tests of the project', 'modules'],
    [`modules/${moduleCode}/t99`, 'test t99', 'Tests of the project', 'modules'],
    ['features/f99', 'feature f99', 'Features of the project', 'features'],
    ['features/f1/f1.s99', 'scenario f1.s99', 'The feature “Basket”', 'features/f1'],
  ] as const;
  for (const [path, what, link, leadsTo] of places) {
    await page.goto(new URL(`/p/shop/main/${path}`, page.url()).href);
    await page.getByText(`There is no ${what} here`).waitFor();
    expect(await page.evaluate(LINK_COLOR)).toBe(await page.evaluate(THEME_COLOR));
    await page.getByRole('link', { name: link }).click();
    await page.waitForURL(`**/p/shop/main/${leadsTo}`);
  }
});
