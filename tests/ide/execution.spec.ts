import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { useBasketShop } from './basket-shop.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { button, control, details, ended, frameButton, rows, shows, wordsOf } from './run-page.ts';
import { eventually } from './shared-app.ts';

const shop = useBasketShop();

const runFeature = async (page: Page) => {
  await page.getByRole('button', { name: 'Run feature Basket' }).click();
  await rows(page).first().waitFor();
};
describe('the execution of a run', () => {
  it('the execution opens when a feature is run and ends at the failed action, with reason and picture', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1', { colorScheme: 'dark' });
    await runFeature(page);
    await ended(page, 'failed');
    expect(new URL(page.url()).pathname).toMatch(/^\/p\/shop\/main\/runs\/r\d+$/);
    await shows(page, /heading|h1/);
    await expect
      .poll(() => wordsOf(page), eventually)
      .toEqual([
        'Greet',
        'Fill failed',
        'Given the shop is open Open the shop',
        expect.stringMatching(/^Go to/),
        'When the basket is looked at Look at the basket failed',
        expect.stringMatching(/^Go to/),
        expect.stringMatching(/“See the heading” failed$/),
        expect.stringContaining('“Shop”'),
        expect.stringMatching(/“Basket” failed$/),
        expect.stringMatching(/skipped$/),
        'Count (1, a customer whose name i…) example 1 not implemented',
      ]);
    await page
      .getByText(/^1 step is not linked: scenarios with unlinked steps are reported as not implemented/)
      .waitFor();
    const alert = details(page).getByRole('alert');
    expect(await alert.innerText()).toContain('Basket');
    expect(await details(page).getByRole('definition').allInnerTexts()).toEqual(
      expect.arrayContaining(['Basket', 'Shop']),
    );
    const picture = details(page).getByRole('img', { name: /^The page after/ });
    await expect
      .poll(() => picture.evaluate(image => Number(Reflect.get(image, 'naturalWidth')) > 0), eventually)
      .toBe(true);
    await expectAccessible(page);

    // Small where it failed, large on a click or Enter; Escape leads back.
    const small = page.getByRole('listbox', { name: 'Moments of the run' });
    expect(await small.getByRole('option', { selected: true }).getAttribute('aria-label')).toMatch(/“Basket”$/);
    const large = page.getByRole('dialog').getByRole('img', { name: /^The page after .*“Basket”/ });
    await small.press('Enter');
    await large.waitFor();
    expect(new URL(page.url()).search).toBe('?dialog=picture&step=2.2.2.2');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    await expect.poll(() => small.evaluate(one => one.matches(':focus')), eventually).toBe(true);
    await page.getByRole('tree', { name: 'Steps and actions of the run' }).press('Enter');
    await large.waitFor();
    await page.goBack();
    await large.waitFor({ state: 'detached' });

    // Up and Down go through the actions; what was chosen is in the address.
    await page.keyboard.press('ArrowUp');
    await shows(page, /“Shop”/);
    await details(page).getByRole('button', { name: 'Before', exact: true }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await shows(page, /Count/);
    const values = details(page).getByLabel('Values of the example');
    expect((await values.innerText()).split(/\s*\n\s*/)).toEqual([
      'n',
      '1',
      'who',
      'a customer whose name is very long',
    ]);
    await page.keyboard.press('End');
    await shows(page, /somebody counts to 1/);
    await details(page).getByText('No test is linked to this step').waitFor();
    await details(page)
      .getByRole('link', { name: /^Open scenario Count/ })
      .waitFor();
    await details(page).getByRole('link', { name: 'not linked · Plug test case' }).waitFor();
    await page.getByText('1 step is not linked').waitFor();
    expect(new URL(page.url()).search).toBe('?step=3.2');
    await page.reload();
    await shows(page, /somebody counts to 1/);
    expect(await control(page, 'Stop').getAttribute('aria-disabled')).toBe('true');
    await control(page, 'Stop').hover();
    await page.getByRole('tooltip', { name: /No run is in progress$/ }).waitFor();
    for (const name of ['Pause', 'Step', 'Stop'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1);

    // Of the three only the one that failed runs again.
    const before = new URL(page.url()).pathname;
    await frameButton(page, 'Re-run failed only').click();
    await expect.poll(() => new URL(page.url()).pathname, eventually).not.toBe(before);
    await ended(page, 'failed');
    expect((await wordsOf(page)).filter(words => /^(Basket › )?(Greet|Fill|Count)/.test(words))).toEqual([
      'Basket › Fill failed',
    ]);
  });

  it('the execution follows a run, paused in a linked test, until somebody chooses an action', {
    tags: 'full',
  }, async () => {
    const { author, look, plugged } = shop;
    await author.do('editProject', { settings: { evidence: { screenshots: 'each' } } });
    const page = await showIde(shop.app, '/p/shop/main/features/f1');
    await author.do('setBreakpoint', { testId: plugged.testCode, moduleId: look.moduleCode, actionIndex: 1 });
    await page.getByRole('button', { name: 'Run scenario Fill' }).click();
    await page.getByRole('status').filter({ hasText: 'Paused before action 2 (breakpoint)' }).waitFor();
    await shows(page, /“Basket”\s+paused/);
    // What was done in tests that have not ended is there.
    await expect
      .poll(() => wordsOf(page), eventually)
      .toEqual([
        'Basket › Fill paused',
        'Given the shop is open Open the shop',
        expect.stringMatching(/^Go to/),
        'When the basket is looked at Look at the basket paused',
        expect.stringMatching(/^Go to/),
        expect.stringMatching(/“See the heading” paused$/),
        expect.stringContaining('“Shop”'),
        expect.stringMatching(/“Basket” paused$/),
      ]);
    await page.getByText('Live', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowUp');
    await shows(page, /“Shop”/);
    await details(page)
      .getByRole('img', { name: /^The page after/ })
      .waitFor();
    await button(page, 'Follow').click();
    await shows(page, /“Basket”\s+paused/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F8');
    await ended(page, 'failed');
    await shows(page, /“Shop”/);
    // Large pictures lead to each other.
    await page.getByRole('tree', { name: 'Steps and actions of the run' }).press('Enter');
    await page.getByRole('dialog', { name: /“Shop”/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: /“Basket”/ }).waitFor();
    await page.keyboard.press('Escape');
    await shows(page, /“Basket”/);
    await author.do('clearBreakpoints', {});
    await author.do('editProject', { settings: { evidence: { screenshots: 'failure' } } });
  });

  it('a failed action can take the locator of a similar element, and undo restores its own', {
    tags: 'full',
  }, async () => {
    const { author, app, look } = shop;
    const wanted = "getByRole('button', { name: 'Pau' })";
    const there = "getByRole('button', { name: 'Pay' })";
    const { testCode } = await author.test(look.moduleCode, 'Pay', {
      actions: [
        { type: 'visit', url: '/' },
        { type: 'click', locator: wanted, timeoutMs: 300 },
      ],
    });
    const locator = async () => (await author.actions({ ...look, testCode }))[1]?.locator;
    const page = await showIde(app, `/p/shop/main/modules/${look.moduleCode}/${testCode}`);
    await page.getByRole('row', { name: /Click/ }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('toolbar', { name: 'Run', exact: true }).getByRole('link', { name: 'error' }).click();
    await details(page)
      .getByRole('button', { name: `Use this instead: ${there}` })
      .click();
    await page.getByText(`The action now uses ${there}`).waitFor();
    expect(await locator()).toBe(there);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect.poll(locator, eventually).toBe(wanted);
  });
});
