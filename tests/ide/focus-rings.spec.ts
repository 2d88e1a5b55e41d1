// @module-tag full
import type { Locator } from 'playwright';
import { expect, it } from 'vitest';
import { showIde, THEMES } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

type Property = 'outlineColor' | 'borderTopColor' | 'backgroundColor';

/** As `rgb(…)`. */
const colorOf = (element: Locator, property: Property): Promise<string> =>
  element.evaluate((one, name) => String(one.ownerDocument.defaultView?.getComputedStyle(one)[name]), property);

/** By the rule of WCAG. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(text => {
    const part = Number(text) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, brighter = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (brighter + 0.05) / (darker + 0.05);
}

it.each(THEMES)('the focus ring has at least 3:1 contrast in the %s theme', async colorScheme => {
  await shop.author.do('createFeature', { text: 'Feature: Basket\n\n  Scenario: One\n    Given it\n' });
  const page = await showIde(shop.app, '/p/shop/main/features/f1', { colorScheme });
  const panel = page.getByRole('banner');
  const view = page.getByRole('radio', { name: 'Steps' });
  const expectSeen = (element: Locator, property: Property) =>
    expect
      .poll(async () => contrast(await colorOf(element, property), await colorOf(panel, 'backgroundColor')), eventually)
      .toBeGreaterThanOrEqual(3);
  await view.waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'All projects' }).focus();
  await page.keyboard.press('Tab');
  await expectSeen(page.locator(':focus'), 'outlineColor');
  await page.getByLabel('Filter features and scenarios').focus();
  await expectSeen(page.locator(':focus'), 'borderTopColor');
  await view.focus();
  await expectSeen(page.locator('input:focus + label'), 'outlineColor');
});
