// @module-tag full
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';

const shop = useApp();

test.each([
  ['HTML', '<img src=x onerror="window.hacked = true"><b>bold</b>'],
  ['right-to-left text', '\u202Egnp.exe שלום \u0647\u0644\u0627'],
  ['200 characters without a space', 'W'.repeat(200)],
  ['emoji', '👩‍👩‍👧‍👦 🇩🇪 ⚠️'],
  ['template placeholders', '{{7*7}} #{7*7} %s &amp; \\u0041'],
])('a name made of %s is shown as plain text', async (_words, name) => {
  const place = await shop.newTest([{ type: 'click', locator: `getByText(${JSON.stringify(name)})` }], name);
  await shop.author.do('editModule', { moduleCode: place.moduleCode, name });
  const page = await showIde(shop.app, place.path);
  const item = page.getByRole('treeitem', { name: `Test ${name}`, exact: true });
  await item.waitFor();
  expect(await item.innerText()).toContain(name);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(name);
  // Its parts open choosers.
  await page.getByRole('row', { name: 'Click' }).click({ position: { x: 50, y: 10 } });
  await page.keyboard.press('Delete');
  await page.getByText('Action 1 deleted').waitFor();
  await item.press('Delete');
  await page.getByText(`“${name}” deleted`).waitFor();
  expect(await page.locator('img[src=x], #root b').count()).toBe(0);
  expect(await page.evaluate(`'hacked' in window`)).toBe(false);
  // Nothing is pushed out of the window.
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await expectAccessible(page);
});

const ARABIC = `# language: ar
خاصية: السلة (1).

  سيناريو مخطط: إضافة <منتج>.
    بفرض أن المتجر open.
      | سعر! |

    امثلة:
      | منتج  |
      | كوب! |
`;

test('right-to-left text is written from right to left, each part by itself', async () => {
  await putFeature(shop.app.folder, 'arabic.feature', ARABIC);
  await noticed(async () => expect(await featuresOf(shop.author)).toHaveLength(1));
  const page = await showIde(shop.app, '/p/shop/main/features/f1/f1.s1');
  const turned = page.locator(':dir(rtl)');
  const writes = (text: string, place: Locator) => place.getByText(text).and(turned).first().waitFor();
  await writes('السلة (1).', page.getByRole('treeitem'));
  await writes('السلة (1).', page.getByRole('heading', { level: 1 }));
  await writes('سعر!', page.getByRole('cell'));
  // The keyword is at the right of what follows it.
  await writes('بفرض أن المتجر open.', page.getByRole('listitem'));
  expect(await page.getByText('arabic.feature').and(turned).count()).toBe(0);
  const filter = page.getByLabel('Filter features and scenarios');
  await filter.fill('السلة!');
  await filter.and(turned).waitFor();
  await page.getByText('Examples 1').click();
  await page.getByRole('cell', { name: 'كوب!' }).and(turned).waitFor();
  await page.getByText('Text', { exact: true }).click();
  await writes('السلة (1).', page.getByRole('textbox', { name: 'Text of arabic.feature' }));
});
