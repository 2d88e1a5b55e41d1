import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { BROKEN, FEATURE, ORDERS } from './feature-texts.ts';
import { expectFocus } from './focused.ts';
import { expectAccessible, showIde, THEMES } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

describe('features of the page', () => {
  const shop = useApp({ isAnew: true, pages: { '/': '<h1>Shop</h1>' } });
  let moduleCode = '';
  beforeEach(async () => {
    const { author, app } = shop;
    ({ moduleCode } = await author.module('Shop'));
    await author.test(moduleCode, 'Open the shop', { actions: [{ type: 'visit', url: '/' }] });
    await author.test(moduleCode, 'Add a mug', { actions: comments('mug') });
    await author.test(moduleCode, 'Count the basket', { actions: [{ type: 'visit', url: '/' }] });
    for (const [file, text] of Object.entries({ 'a.feature': FEATURE, 'b.feature': ORDERS, 'c.feature': BROKEN }))
      await putFeature(app.folder, file, text);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(3));
  });
  const step = (page: Page, text: string, nth = 0) => page.getByRole('listitem').filter({ hasText: text }).nth(nth);
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  const item = (page: Page, name: string) => page.getByRole('treeitem', { name });

  it.each(THEMES)(
    'all steps with the same text are linked to a test at once, and undo unlinks them, in the %s theme',
    { tags: ['full'] },
    async colorScheme => {
      const page = await showIde(shop.app, '/p/shop/main/features/f1', { colorScheme });
      await page.getByText('0 of 6 steps linked', { exact: true }).waitFor();
      await page
        .getByText('6 steps are not linked: scenarios with unlinked steps are reported as not implemented.')
        .waitFor();
      await item(page, 'Feature Basket, 0 of 6 steps linked').waitFor();
      await step(page, 'I add a mug').getByRole('button', { name: 'Plug test case' }).click();
      const dialog = page.getByRole('dialog', { name: 'Plug test case' });
      const options = dialog.getByRole('option');
      // It has all words that say something, so that Enter takes it.
      expect(await options.first().innerText()).toMatch(/^Shop \/ Add a mug\s*\d+ %$/);
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await page.getByText('Linked 2 steps with this text').waitFor();
      await item(page, 'Scenario Empty, 1 of 3 steps linked').waitFor();
      expect(await step(page, 'I add a mug', 1).getByRole('link').getAttribute('aria-label')).toBe(
        'linked to Shop / Add a mug',
      );
      await undo(page);
      await page.getByText('0 of 6 steps linked', { exact: true }).waitFor();
    },
  );

  it('steps are linked by keyboard, relinked, unlinked, and linked to a test created for them', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features/f1/f1.s1');
    await step(page, 'the shop is open').waitFor();
    await page.keyboard.press('Alt+l');
    const find = page.getByRole('combobox', { name: 'Test for the step' });
    await page.getByRole('option').first().waitFor();
    await find.fill('open');
    await page.keyboard.press('Enter');
    await page.getByText('Linked 2 steps with this text').waitFor();
    await page.getByText('1 of 3 steps linked', { exact: true }).waitFor();
    const open = step(page, 'the shop is open');
    // The focus stays at the step.
    await expect.poll(() => open.locator('button:focus').getAttribute('aria-label')).toBe('Plug another test case');
    await open.getByRole('button', { name: 'Plug another test case' }).click();
    await page.getByRole('option').first().waitFor();
    await find.fill('count');
    await page.keyboard.press('Enter');
    await open.getByRole('link', { name: 'linked to Shop / Count the basket' }).waitFor();
    // Undo in the message before would take back what came after it.
    await expect.poll(() => page.getByText('Linked 2 steps with this text').count(), eventually).toBe(1);
    await open.getByRole('button', { name: 'Unlink “the shop is open”' }).click();
    await page.getByText('Unlinked 2 steps with this text').waitFor();
    await page.getByText('0 of 3 steps linked', { exact: true }).waitFor();
    const basket = step(page, 'the basket holds 1 mug');
    await basket.getByRole('button', { name: 'Plug test case' }).click();
    await page.getByRole('option').first().waitFor();
    await find.fill('zzz');
    await page.getByText('No test matches “zzz”').waitFor();
    await page.keyboard.press('Enter');
    await find.fill('');
    await page.getByRole('option', { name: 'New test from this step' }).click();
    await basket.getByRole('link', { name: 'linked to Shop / the basket holds 1 mug' }).waitFor();
    await page.getByText('Created a test in Shop and linked 1 step').waitFor();
    await undo(page);
    await page.getByText('0 of 3 steps linked', { exact: true }).waitFor();
    await expect
      .poll(async () => (await shop.author.tests({ moduleCode })).map(({ name }) => name))
      .not.toContain('the basket holds 1 mug');
  });

  it.each(THEMES)(
    'a step shows its table and text and gives values to test parameters in the %s theme',
    { tags: 'full' },
    async colorScheme => {
      const { author } = shop;
      const parameters = [{ name: 'user' }, { name: 'password' }, { name: 'role', default: 'guest' }];
      const { testCode } = await author.test(moduleCode, 'Sign in', { actions: [], parameters });
      await author.do('linkStep', { text: 'I sign in as <user>', moduleCode, testCode });
      const page = await showIde(shop.app, '/p/shop/main/features/f2/f2.s1', { colorScheme });
      await page.getByRole('heading', { name: 'Orders › Scenario Outline: Count <n>' }).waitFor();
      await page.getByRole('cell', { name: 'Mug' }).waitFor();
      await page.getByText('Dear <user>').waitFor();
      const user = page.getByLabel('Value of user');
      expect(await user.getAttribute('placeholder')).toBe('<user>');
      expect(await page.getByLabel('Value of role').getAttribute('placeholder')).toBe('guest');
      await page.getByText('no value').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Value of password').fill('<n>');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByText('no value').count(), eventually).toBe(0);
      await expectFocus(page, 'Value of password');
      const said = async () => (await author.links()).map(link => link.parameters);
      // The page shows it before the service has it.
      await expect.poll(said, eventually).toEqual([{ password: '<n>' }]);
      await page.getByText('Examples 2').click();
      await page.getByRole('cell', { name: 'bob' }).waitFor();
      expect(new URL(page.url()).search).toBe('?view=examples');
      await expectAccessible(page);
      await author.do('deleteTest', { moduleCode, testCode, force: true });
      await page.goBack();
      await page.getByText('not linked: test “Sign in” was deleted').waitFor();
      await author.do('unlinkStep', { text: 'I sign in as <user>' });
    },
  );

  it.each(THEMES)(
    'features are filtered by words, tags and red steps, and unreadable ones say why, in the %s theme',
    { tags: ['full'] },
    async colorScheme => {
      const page = await showIde(shop.app, '/p/shop/main/features', { colorScheme });
      await page.getByRole('heading', { name: 'Choose a feature or a scenario' }).waitFor();
      const items = page.getByRole('treeitem');
      const names = async () => (await items.allInnerTexts()).map(text => text.split('\n')[0]);
      const filter = page.getByLabel('Filter features and scenarios');
      await filter.fill('shop-12');
      await expect.poll(names, eventually).toEqual(['Orders', 'Count <n>']);
      await filter.fill('@shop and not @smoke');
      await expect.poll(names, eventually).toEqual(['Basket', 'Empty']);
      await filter.fill('@people');
      await expect.poll(names, eventually).toEqual(['Orders', 'Count <n>']);
      await filter.fill('@shop and (');
      await page.getByText('cannot be read').waitFor();
      await expectAccessible(page);
      await filter.fill('');
      await page.getByRole('button', { name: 'Shown: All' }).click();
      await page.getByRole('menuitemradio', { name: 'Failed the last time' }).click();
      await page.getByRole('heading', { name: 'No matches' }).waitFor();
      await page.getByRole('button', { name: 'Shown: Failed the last time' }).click();
      await page.getByRole('menuitemradio', { name: 'With red steps' }).click();
      await expect.poll(names, eventually).toEqual(['Basket', 'Fill', 'Empty', 'Orders', 'Count <n>']);
      await page.getByRole('button', { name: 'Shown: With red steps' }).click();
      await page.getByRole('menuitemradio', { name: 'All' }).click();
      await item(page, 'cannot be read').press('Enter');
      await page.getByRole('alert').getByText('Line 5: “oops” does not belong here').waitFor();
      await page.getByRole('button', { name: 'Show its text' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/p/shop/main/features/f3');
      await expectAccessible(page);
    },
  );

  it('features follow edits by others without reading the other features again', { tags: 'full' }, async () => {
    const asked: string[] = [];
    const page = await showIde(shop.app, '/p/shop/main/features/f1', {
      prepare: async page => {
        page.on('websocket', socket =>
          socket.on('framesent', ({ payload }) => {
            if (String(payload).includes('"getFeatures"')) asked.push(String(payload));
          }),
        );
      },
    });
    await item(page, 'Scenario Fill').waitFor();
    expect(asked).toHaveLength(1);
    await shop.author.do('linkStep', { text: 'nothing is left', moduleCode, testCode: 't1' });
    await page.getByText('1 of 6 steps linked', { exact: true }).waitFor();
    await shop.author.do('unlinkStep', { text: 'nothing is left' });
    await page.getByText('0 of 6 steps linked', { exact: true }).waitFor();
    expect(asked).toHaveLength(1);
    await putFeature(shop.app.folder, 'a.feature', FEATURE.replace('nothing is left', 'all is gone'));
    await step(page, 'all is gone').waitFor();
    await putFeature(shop.app.folder, 'd.feature', 'Feature: Wishes\n\n  Scenario: None\n    Given I wish\n');
    await item(page, 'Feature Wishes').waitFor();
    const others = asked.slice(1).filter(text => !/"feature":"[ad]\.feature"/.test(text));
    expect(others).toEqual([]);
    await shop.author.do('deleteFeature', { feature: 'd.feature' });
    await item(page, 'Feature Wishes').waitFor({ state: 'detached' });
    await putFeature(shop.app.folder, 'a.feature', FEATURE);
    await step(page, 'nothing is left').waitFor();
  });

  it('running a feature shows how each of its steps ended, even after a reload', async () => {
    const links = { 'the shop is open': 'Open the shop', 'I add a mug': 'Add a mug' };
    const tests = await shop.author.tests();
    for (const [text, name] of Object.entries(links)) {
      const found = tests.find(test => test.name === name);
      await shop.author.do('linkStep', { text, moduleCode: found?.moduleCode, testCode: found?.testCode });
    }
    const page = await showIde(shop.app, '/p/shop/main/features/f1');
    await page.getByText('4 of 6 steps linked', { exact: true }).waitFor();
    // How it goes is shown elsewhere; the features keep how it ended.
    const backToFeatures = async () => {
      await page.getByRole('tree', { name: 'Steps and actions of the run' }).waitFor();
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Features' }).click();
    };
    await page.getByRole('button', { name: 'Run scenario Fill' }).click();
    await backToFeatures();
    await step(page, 'the shop is open').getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'I add a mug').getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'the basket holds 1 mug').getByRole('img', { name: 'not implemented' }).waitFor();
    expect(await step(page, 'the shop is open', 1).getByRole('img', { name: 'passed' }).count()).toBe(0);
    await page
      .getByText('2 steps are not linked: scenarios with unlinked steps are reported as not implemented.')
      .waitFor();
    await expectAccessible(page);
    await item(page, 'Scenario Fill, 2 of 3 steps linked, not implemented').waitFor();
    await item(page, 'Feature Basket, 4 of 6 steps linked, 1 of 2 played, not implemented').waitFor();
    await page.getByRole('button', { name: 'Run feature Basket' }).click();
    await backToFeatures();
    await step(page, 'the shop is open', 1).getByRole('img', { name: 'passed' }).waitFor();
    await step(page, 'nothing is left').getByRole('img', { name: 'not implemented' }).waitFor();
    await item(page, 'Feature Basket, 4 of 6 steps linked, not implemented').waitFor();
    // What ended before the page was there is told as well.
    await page.reload();
    await item(page, 'Scenario Empty, 2 of 3 steps linked, not implemented').waitFor();
  });

  it('a step that was linked just now runs linked, however slowly that is saved', { tags: ['full'] }, async () => {
    const { page, gate } = await showGated(shop.app, '/p/shop/main/features/f1/f1.s2');
    await page.getByText('0 of 3 steps linked', { exact: true }).waitFor();
    const first = step(page, 'the shop is open');
    await first.getByRole('button', { name: 'Plug test case' }).click();
    const test = page.getByRole('dialog', { name: 'Plug test case' }).getByRole('option', { name: 'Open the shop' });
    await test.waitFor();
    gate.hold('tools/call');
    await test.click();
    await page.getByText('1 of 3 steps linked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Run scenario Empty' }).click();
    gate.release();
    await page.getByRole('tree', { name: 'Steps and actions of the run' }).waitFor();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Features' }).click();
    await first.getByRole('img', { name: 'passed' }).waitFor();
  });
});
