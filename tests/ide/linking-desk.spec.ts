import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const PATH = '/p/shop/main/features/linking';
const EXAMPLES = [
  'Dropdown',
  'Checkboxes',
  'Hovers',
  'Frames',
  'Tables',
  'Inputs',
  'Drag and drop',
  'Context menu',
  'Slider',
];
const [FIRST, ...OTHERS] = EXAMPLES.map(name => `I open the "${name}" example`);
const FEATURE = `Feature: Examples
  Background:
    Given the site is open
  Scenario: Menus
    When ${FIRST}
    Then I see the menu
  Scenario: Others
${OTHERS.map(text => `    When ${text}\n`).join('')}  Scenario: Sum
    When I add 2 and 3
    Then I see 5
`;

describe('the linking desk', () => {
  const shop = useApp({ isAnew: true });
  let moduleCode = '';
  const start = async (feature = FEATURE) => {
    const { author } = shop;
    ({ moduleCode } = await author.module('Examples'));
    await author.test(moduleCode, 'Open the example', { parameters: [{ name: 'example' }] });
    await author.test(moduleCode, 'Open the site');
    await author.do('createFeature', { text: feature });
  };
  const linked = async () => (await shop.author.links()).map(({ text, parameters }) => ({ text, parameters }));
  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
  const group = (page: Page) => row(page, /^I open the "…" example/);

  it('a group of texts is reviewed, linked to the suggested test as one edit, and undone at once', {
    tags: 'full',
  }, async () => {
    await start();
    const page = await showIde(shop.app, '/p/shop/main/features');
    await page.getByRole('button', { name: 'Link red steps' }).click();
    await group(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    expect(await page.getByRole('row').first().getAttribute('aria-label')).toBe(
      'I open the "…" example, not linked, 9 steps',
    );
    await page.getByText('0 of 15 steps linked · 3 scenarios with red steps').waitFor();
    await expectAccessibleInThemes(page);
    await group(page).getByRole('button', { name: 'Link to Examples / Open the example' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link to Open the example' });
    await dialog.getByText('example ← Drag and drop').waitFor();
    await expectAccessibleInThemes(page);
    await dialog.getByRole('checkbox', { name: 'I open the "Slider" example' }).uncheck();
    await dialog.getByRole('button', { name: 'Link 8 texts' }).click();
    await page.getByText('Linked 8 steps with 8 texts').waitFor();
    await page.getByText('8 of 15 steps linked').waitFor();
    expect(await linked()).toContainEqual({ text: 'I open the "Inputs" example', parameters: { example: 'Inputs' } });
    await row(page, /^I open the "Slider" example/).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByText('0 of 15 steps linked').waitFor();
    expect(await linked()).toEqual([]);
  });

  it('a person chooses which parameter takes which value, and what is left unticked changes nothing of it', {
    tags: 'full',
  }, async () => {
    const { author, app } = shop;
    await start(
      'Feature: Shop\n  Scenario: One\n    When I put 2 "mugs"\n    And I put 3 "bowls"\n    And I put 4 "cups"\n',
    );
    const parameters = ['what', 'count', 'where'].map(name => ({ name }));
    await author.test(moduleCode, 'Put into the basket', { parameters });
    const page = await showIde(app, PATH);
    const put = row(page, /^I put … "…"/);
    await put.getByRole('button', { name: /^Plug test case/ }).click();
    await page.getByRole('option', { name: /Put into the basket/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Link to Put into the basket' });
    await dialog.getByText('what ← 2', { exact: true }).waitFor();
    const choice = dialog.getByRole('group', { name: 'Where the values go' });
    await choice.getByLabel('2').selectOption('count');
    await dialog.getByText('what ← bowls', { exact: true }).waitFor();
    expect(await choice.getByLabel('mugs').inputValue()).toBe('what');
    await expectAccessibleInThemes(page);
    await dialog.getByRole('checkbox', { name: 'I put 2 "mugs"' }).uncheck();
    await dialog.getByRole('button', { name: 'Link 2 texts' }).click();
    await page.getByText('Linked 2 steps with 2 texts').waitFor();
    expect(await linked()).toEqual([
      { text: 'I put 3 "bowls"', parameters: { count: '3', what: 'bowls' } },
      { text: 'I put 4 "cups"', parameters: { count: '4', what: 'cups' } },
    ]);
  });

  it('several texts are chosen by keyboard, linked together, and the focus stays in the list', {
    tags: ['full'],
  }, async () => {
    await start();
    const page = await showIde(shop.app, PATH);
    await group(page).waitFor();
    await group(page).press('ArrowRight');
    await row(page, /^I open the "Dropdown" example/).waitFor();
    await group(page).press('ArrowLeft');
    await expect.poll(() => row(page, /Dropdown/).count(), eventually).toBe(0);
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByText('2 texts · 2 steps').waitFor();
    await page.keyboard.press('Alt+l');
    const find = page.getByRole('combobox', { name: 'Test for the step' });
    await page.getByRole('option').first().waitFor();
    await find.fill('site');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link to Open the site' });
    await dialog.getByText('2 steps will turn black').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Linked 2 steps with 2 texts').waitFor();
    await expect.poll(() => page.locator('[role=row]:focus').count(), eventually).toBe(1);
  });

  it('a new test for a group has parameters for its values', { tags: ['full'] }, async () => {
    await start();
    const page = await showIde(shop.app, PATH);
    await group(page)
      .getByRole('button', { name: /^Plug test case/ })
      .click();
    await page.getByRole('option', { name: 'New test from this step' }).click();
    await page.getByText('Created a test in Examples and linked 9 steps').waitFor();
    const made = (await shop.author.tests({ moduleCode })).find(({ name }) => name === 'I open the "…" example');
    expect(made).toMatchObject({ parameters: [{ name: 'value' }] });
    expect(await linked()).toContainEqual({ text: FIRST, parameters: { value: 'Dropdown' } });
  });

  it('the desk says when nothing is red and when nothing fits, and follows what others link', {
    tags: ['full'],
  }, async () => {
    await start('Feature: One\n  Scenario: Two\n    Given the site is open\n');
    const page = await showIde(shop.app, `${PATH}?filter=zzz`);
    await page.getByText('No matches').waitFor();
    await page.getByLabel('Filter the red steps').fill('');
    await row(page, /^the site is open/).waitFor();
    const [, site] = await shop.author.tests({ moduleCode });
    await shop.author.do('linkStep', { text: 'the site is open', moduleCode, testCode: site?.testCode });
    await page.getByRole('heading', { name: 'Every step is linked' }).waitFor();
    await expectAccessibleInThemes(page);
  });

  it('a linked step offers the red texts like it, and its drop-down can take them along', {
    tags: 'full',
  }, async () => {
    await start();
    const page = await showIde(shop.app, '/p/shop/main/features');
    await page.getByRole('treeitem', { name: /Scenario Menus/ }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'Dropdown' });
    await step.getByRole('button', { name: 'Plug test case' }).click();
    await page.getByRole('checkbox', { name: 'With 8 texts that differ only in values' }).check();
    await page.getByRole('option', { name: /Open the example/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Link to Open the example' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await linked()).toEqual([]);
    await step.getByRole('button', { name: 'Plug test case' }).click();
    await page.getByRole('option', { name: /Open the example/ }).click();
    await page.getByText('Linked 1 step with this text').waitFor();
    await step.getByText('8 red texts differ only in values.').waitFor();
    await step.getByRole('button', { name: 'Link…' }).click();
    await dialog.getByRole('button', { name: 'Link 9 texts' }).click();
    await page.getByText('Linked 9 steps with 9 texts').waitFor();
    expect(await linked()).toHaveLength(9);
    await expect.poll(() => page.getByText('differ only in values').count(), eventually).toBe(0);
  });

  it('the settings say whether imports link steps by pattern', { tags: 'full' }, async () => {
    const { author, app } = shop;
    const page = await showIde(app, '/p/shop/main/settings');
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Integrations' }).click();
    expect(new URL(page.url()).pathname).toBe('/p/shop/main/settings/integrations');
    const setting = page.getByRole('switch', { name: 'Link new steps by pattern' });
    expect(await setting.isChecked()).toBe(false);
    await expectAccessibleInThemes(page);
    await setting.check();
    await expect
      .poll(
        () => author.client.call('getProject', {}, z.object({ project: z.object({ settings: z.unknown() }) })),
        eventually,
      )
      .toEqual({ project: { settings: { features: { linkLike: true } } } });
  });

  it('an import tells of new texts like linked ones, and links them once the settings say so', {
    tags: ['full'],
  }, async () => {
    await start();
    const { author, app } = shop;
    const [{ testCode } = { testCode: '' }] = await author.tests({ moduleCode });
    await author.do('linkStep', { text: FIRST, moduleCode, testCode, parameters: { example: 'Dropdown' } });
    const page = await showIde(app, '/p/shop/main/features?dialog=import');
    const dialog = page.getByRole('dialog', { name: 'Import features' });
    const importOne = async (name: string) => {
      await dialog.getByLabel('Upload .feature / .zip').check();
      const text = `Feature: ${name}\n  Scenario: One\n    When I open the "${name}" example\n`;
      const file = { name: `${name}.feature`, mimeType: 'text/plain', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles([file]);
      await dialog.getByRole('button', { name: 'List features' }).click();
      await dialog.getByRole('button', { name: 'Start (1)' }).click();
    };
    await importOne('Iframes');
    await dialog.getByText('1 new text differs from linked ones only in values.').waitFor();
    await dialog.getByRole('button', { name: 'Link…' }).click();
    await group(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await author.do('editProject', { settings: { features: { linkLike: true } } });
    await page.goto(`${app.service.url}/p/shop/main/features?dialog=import`);
    await importOne('Shadow DOM');
    await dialog.getByText('and were linked the same way.').waitFor();
    expect(await linked()).toEqual([
      { text: FIRST, parameters: { example: 'Dropdown' } },
      { text: 'I open the "Shadow DOM" example', parameters: { example: 'Shadow DOM' } },
    ]);
  });

  it('the undo button names the edit that it would take back, in words', { tags: ['full'] }, async () => {
    await start();
    const { author } = shop;
    const page = await showIde(shop.app, PATH);
    await group(page).waitFor();
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
    const [{ testCode } = { testCode: '' }] = await author.tests({ moduleCode });
    await author.do('editTest', { moduleCode, testCode, comment: 'Opens it' });
    await author.do('linkStep', { text: FIRST, moduleCode, testCode, like: true });
    const expectTip = async (words: RegExp) => {
      await page.mouse.move(400, 400);
      await undo.hover();
      await page.getByRole('tooltip').filter({ hasText: words }).waitFor();
    };
    await page.getByText('9 of 15 steps linked').waitFor();
    await expectTip(/^Undo: link 9 steps by \S/);
    await undo.click();
    await page.getByText(/^Undid: link 9 steps \(/).waitFor();
    await page.getByText('0 of 15 steps linked').waitFor();
    await expectTip(/^Undo: edit test t\d+ by \S/);
  });
});
