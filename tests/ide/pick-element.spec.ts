import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectFocus } from './focused.ts';
import { clickAt, spotIn } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { beginAction, eventually, expectRows, useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><style>* { margin: 0 }</style>
  <button id="buy" data-testid="buy-now" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 200px">Buy</button>
  <h1 style="position: absolute; left: 100px; top: 320px; width: 400px; height: 60px">Orders</h1>
  <select aria-label="Size" style="position: absolute; left: 100px; top: 400px; width: 400px; height: 60px">
    <option value="s">Small</option><option value="l">Large</option></select>
  <input type="checkbox" aria-label="Gift" style="position: absolute; left: 100px; top: 480px; width: 400px; height: 60px">
  <input type="password" aria-label="Password" value="open" style="position: absolute; left: 100px; top: 560px; width: 400px; height: 60px">`;

const ROWS = `<!doctype html><title>Rows</title><style>* { margin: 0 } button { display: block; width: 400px; height: 100px }</style>
  <button data-testid="first">Edit</button><button data-testid="second">Edit</button>`;

const HINT = 'Click an element · Esc to cancel';

/** Takes what is at this height of the page, once that is done in the page as well. */
async function pickAt(page: Page, y: number) {
  await page.getByRole('button', { name: 'Pick', exact: true }).click();
  await page.getByText(HINT).waitFor();
  await clickAt(page, 200, y);
  await page.getByText(HINT).waitFor({ state: 'detached' });
}

/** The form of an action that is to be made. */
async function openDraft(page: Page, typed: string, label: string) {
  await beginAction(page, typed);
  const form = page.getByRole('form', { name: `New action: ${label}` });
  await form.waitFor();
  return form;
}

const otherLocators = (page: Page) => page.getByText(/^\d+ other locators?/);

describe('picking an element for a field', () => {
  const shop = useApp({ withIde: true, pages: { '/': PAGE, '/rows': ROWS } });
  beforeAll(async () => {
    const { author } = shop;
    await author.module('Shop');
    await author.test('m1', 'Buy', { actions: [{ type: 'click', locator: '#old' }] });
    await author.test('m1', 'Buy again', { actions: [{ type: 'click', locator: '#old' }] });
    const check = { type: 'assert', matcher: 'toHaveText', locator: '#old', expected: 'Buy' };
    await author.test('m1', 'Check', { actions: [check] });
    const fallbacks = ['#buy', '#sell', 'button, body'];
    await author.test('m1', 'Kept', { actions: [{ type: 'click', locator: "getByTestId('buy-now')", fallbacks }] });
    await author.test('m1', 'New check');
    await author.test('m1', 'New choice');
  });
  beforeEach(() => shop.author.do('navigateUrl', { url: '/' }));

  it('picking outlines the element under the pointer and fills the field, and Esc cancels it', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t1?action=a1');
    await page.locator('canvas').waitFor();
    await page.getByText('#old').first().dblclick();
    const locator = page.getByRole('textbox', { name: /^(Locator|Element)/ });
    await locator.waitFor();
    const pick = page.getByRole('button', { name: 'Pick' });
    const hint = page.getByText(HINT);
    await pick.click();
    await hint.waitFor();
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'detached' });
    expect(await locator.inputValue()).toBe('#old');
    await pick.click();
    await hint.waitFor();
    await page.locator('canvas').hover(await spotIn(page, 200, 150));
    await page.getByTestId('pick-outline').waitFor();
    await expectAccessible(page);
    await clickAt(page, 200, 150);
    await expect.poll(() => locator.inputValue(), { timeout: 20_000 }).toBe("getByRole('button', { name: 'Buy' })");
    await hint.waitFor({ state: 'detached' });
    await pick.click();
    await hint.waitFor();
    await pick.click();
    await hint.waitFor({ state: 'detached' });
  });

  it('picking brings the further locators of the element, and what was typed meanwhile stays', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t2?action=a2');
    await page.locator('canvas').waitFor();
    await page.getByText('#old').first().dblclick();
    const locator = page.getByRole('textbox', { name: /^(Locator|Element)/ });
    const fallbacks = page.getByRole('textbox', { name: 'Fallbacks' });
    await page.getByRole('button', { name: 'Pick' }).click();
    await page.getByText(HINT).waitFor();
    await page.getByRole('button', { name: 'More fields' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Typed while picking');
    await clickAt(page, 200, 150);
    await expect.poll(() => locator.inputValue(), { timeout: 20_000 }).toBe("getByRole('button', { name: 'Buy' })");
    expect((await fallbacks.inputValue()).split('\n')[0]).toBe("getByTestId('buy-now')");
    await otherLocators(page).click();
    const found = page.getByRole('list', { name: 'Locators of the picked element' }).getByRole('listitem');
    await found.filter({ hasText: "getByTestId('buy-now')1 match" }).waitFor();
    await page.getByRole('button', { name: "Use locator('#buy')" }).click();
    expect(await locator.inputValue()).toBe("locator('#buy')");
    expect((await fallbacks.inputValue()).split('\n')[0]).toBe("getByRole('button', { name: 'Buy' })");
    await page.getByRole('button', { name: "Use getByRole('button', { name: 'Buy' })" }).click();
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Typed while picking');
    await page.getByRole('button', { name: 'Save' }).click();
    await fallbacks.waitFor({ state: 'detached' });
    // The element is known at once, so that nothing else stands in for it.
    const Known = z.array(z.looseObject({ actionId: z.string(), look: z.looseObject({ name: z.string() }) }));
    const file = join(shop.app.folder, '.steploom', 'runs', 'known-elements.json');
    const all = async () => Known.parse(JSON.parse(await readFile(file, 'utf8').catch(() => '[]')));
    const known = async () => (await all()).filter(({ actionId }) => actionId === 'a2');
    await expect.poll(known, eventually).toMatchObject([{ actionId: 'a2', look: { name: 'Buy' } }]);
    const actions = await shop.author.actions({ moduleCode: 'm1', testCode: 't2' });
    expect(actions[0]?.comment).toBe('Typed while picking');
    expect(actions[0]?.fallbacks).toContain("locator('#buy')");
  });

  it('where the text is checked, the element is not found by that text', { tags: ['full'] }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t3?action=a3');
    await page.locator('canvas').waitFor();
    await page.getByRole('row', { name: /#old/ }).press('Enter');
    const locator = page.getByRole('textbox', { name: /^(Locator|Element)/ });
    await pickAt(page, 150);
    await expect.poll(() => locator.inputValue(), { timeout: 20_000 }).toBe("getByTestId('buy-now')");
    // The list of what was found moves what is below it.
    await otherLocators(page).waitFor();
    await page.getByRole('button', { name: 'More fields' }).click();
    const others = (await page.getByRole('textbox', { name: 'Fallbacks' }).inputValue()).split('\n');
    expect(others.at(0)).toBe("locator('#buy')");
    expect(others).toContain("getByRole('button', { name: 'Buy' })");
  });

  it('the part of a row that names its element offers the locators that were kept, with what each finds now', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t4');
    await page.locator('canvas').waitFor();
    await page.getByRole('row').getByRole('button', { name: 'buy-now' }).click();
    const kept = page.getByRole('list', { name: 'Locators of the element' }).getByRole('listitem');
    const told = async () => (await kept.allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
    await expect
      .poll(told, eventually)
      .toEqual([
        "getByTestId('buy-now') 1 match In use",
        '#buy 1 match Use',
        '#sell No match Use',
        'button, body 2 matches · not unique Use',
      ]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use #buy' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await kept.first().waitFor({ state: 'detached' });
    const [action] = await shop.author.actions({ moduleCode: 'm1', testCode: 't4' });
    const fallbacks = ["getByTestId('buy-now')", '#sell', 'button, body'];
    expect(action).toMatchObject({ locator: '#buy', fallbacks });
  });

  it('a new check is filled in with what its element shows, what was typed stays, and the focus is in the form again', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t5');
    await page.locator('canvas').waitFor();
    const form = await openDraft(page, 'assert', 'Check');
    const [matcher, locator] = [form.getByLabel('Matcher'), form.getByRole('textbox', { name: 'Locator' })];
    const expected = form.getByRole('textbox', { name: 'Expected' });
    await matcher.selectOption('Has the text');
    await pickAt(page, 350);
    await expect.poll(() => locator.inputValue(), eventually).toBe("getByRole('heading', { level: 1 })");
    expect(await expected.inputValue()).toBe('Orders');
    await expectFocus(page, /^Locator/);
    await pickAt(page, 150);
    await expect.poll(() => expected.inputValue(), eventually).toBe('Buy');
    await expected.fill('Buy it');
    await pickAt(page, 350);
    await expect.poll(() => locator.inputValue(), eventually).toBe("getByRole('heading', { level: 1 })");
    expect(await expected.inputValue()).toBe('Buy it');
    await expected.fill('');
    await matcher.selectOption('Has the value');
    await pickAt(page, 590);
    await expect.poll(() => locator.inputValue(), eventually).toBe("getByRole('textbox', { name: 'Password' })");
    await expectFocus(page, /^Expected/);
    expect(await expected.inputValue()).toBe('');
    await form.getByRole('button', { name: 'Cancel' }).click();
    const other = await openDraft(page, 'assert', 'Check');
    await other.getByRole('button', { name: 'More fields' }).click();
    await pickAt(page, 510);
    await expect.poll(() => other.getByLabel('Matcher').inputValue(), eventually).toBe('toBeChecked');
    await other.getByRole('button', { name: 'Add' }).click();
    await expectRows(page, [/Check.*Gift.*not ticked/]);
  });

  it('the options of the list that was picked are offered as what is chosen in it', { tags: 'full' }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t6');
    await page.locator('canvas').waitFor();
    const form = await openDraft(page, 'select', 'Choose');
    await pickAt(page, 430);
    const options = form.getByRole('group', { name: 'Options of the picked list' }).getByRole('button');
    await expect.poll(() => options.allInnerTexts(), eventually).toEqual(['Small', 'Large']);
    await expectFocus(page, /^Values/);
    await expectAccessible(page);
    await options.filter({ hasText: 'Small' }).click();
    await options.filter({ hasText: 'Large' }).click();
    expect(await form.getByRole('textbox', { name: 'Values' }).inputValue()).toBe('Large');
    await form.getByRole('button', { name: 'Add' }).click();
    await expectRows(page, [/Large/]);
  });

  it('a locator that finds several elements is marked as not unique', { tags: ['full'] }, async () => {
    await shop.author.do('navigateUrl', { url: '/rows' });
    const page = await showIde(shop.app, '/p/shop/main/modules/m1/t1?action=a1');
    await page.locator('canvas').waitFor();
    await page.getByText('#old').first().dblclick();
    await page.getByRole('textbox', { name: /^(Locator|Element)/ }).waitFor();
    await pickAt(page, 20);
    await otherLocators(page).click();
    const found = page.getByRole('list', { name: 'Locators of the picked element' }).getByRole('listitem');
    await found.filter({ hasText: "getByRole('button', { name: 'Edit' })2 matches · not unique" }).waitFor();
    await found.filter({ hasText: "getByTestId('first')1 match" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
});
