import { expect, test } from 'vitest';
import { z } from 'zod';
import { openIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp();

test('a suite is filled by search, and tells in its run how each item went', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Look', { actions: comments('a') });
  const text = 'Feature: Orders\n  Scenario: None\n    Given nothing\n';
  await author.do('createFeature', { file: 'orders.feature', text });
  await author.do('linkStep', { text: 'nothing', moduleCode, testCode });
  const suite = await author.test(moduleCode, 'Nightly', { type: 'suite' });
  const place = { moduleCode, testCode: suite.testCode };
  await using opened = await openIde(app, `/p/shop/main/modules/${moduleCode}/${suite.testCode}`);
  const { page, faults } = opened;
  const add = async (kind: string, field: string, name: string) => {
    await page.getByRole('button', { name: 'Add action' }).click();
    const kinds = page.getByRole('combobox', { name: 'Find a kind of action' });
    await kinds.waitFor();
    expect(await page.getByRole('option').count()).toBe(5);
    await kinds.fill(kind);
    await page.keyboard.press('Enter');
    const form = page.getByRole('form');
    await page.getByRole('combobox', { name: field }).fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.waitFor({ state: 'detached' });
  };
  await add('plug test', 'Test', 'Look');
  await add('plug scenario', 'Scenario', 'None');
  await add('plug feature', 'Feature', 'Orders');
  await expect
    .poll(() => author.actions(place), eventually)
    .toMatchObject([
      { type: 'plugTest', test: testCode },
      { type: 'plugScenario', scenario: 'f1.s1' },
      { type: 'plugFeature', feature: 'f1' },
    ]);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const Results = z.object({
    outcome: z.string().optional(),
    items: z.array(z.unknown()).optional(),
    scenarios: z.array(z.unknown()).optional(),
  });
  const results = async () => await author.client.call('getTestResults', {}, Results).catch(() => undefined);
  await expect.poll(async () => (await results())?.outcome, eventually).toBe('passed');
  const { items = [], scenarios = [] } = (await results()) ?? {};
  expect([items.length, scenarios.length]).toEqual([1, 2]);
  expect(faults).toEqual([]);
});

test('tags are put into a suite, and its row tells how much has them', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  await author.test(moduleCode, 'Look', { tags: ['@smoke'], actions: comments('a') });
  await author.test(moduleCode, 'Left out', { tags: ['@smoke'], skip: true });
  const text = 'Feature: Tagged\n  @smoke\n  Scenario: One\n    Given nothing\n';
  await author.do('createFeature', { file: 'tagged.feature', text });
  const suite = await author.test(moduleCode, 'Nightly', { type: 'suite' });
  const place = { moduleCode, testCode: suite.testCode };
  await using opened = await openIde(app, `/p/shop/main/modules/${moduleCode}/${suite.testCode}`);
  const { page, faults } = opened;
  await page.getByRole('button', { name: 'Add action' }).click();
  await page.getByRole('combobox', { name: 'Find a kind of action' }).fill('tags');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form');
  await form.getByRole('textbox', { name: 'Tags' }).fill('@smoke and');
  await page.keyboard.press('Enter');
  await form.getByText(/a tag is missing after/).waitFor();
  expect(await author.actions(place)).toEqual([]);
  await form.getByRole('textbox', { name: 'Tags' }).fill('@smoke');
  await page.keyboard.press('Enter');
  await page.getByText('1 test, 1 scenario').waitFor();
  await page.getByRole('button', { name: '@smoke', exact: true }).click();
  await page.getByRole('form', { name: 'Change tags' }).getByRole('textbox').fill('@none');
  await page.keyboard.press('Enter');
  await page.getByText('nothing has these tags').waitFor();
  await expect.poll(() => author.actions(place), eventually).toMatchObject([{ type: 'plugTags', tags: '@none' }]);
  expect(faults).toEqual([]);
});

test('a suite that finds nothing for some of its tags says so when it starts', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  const { testCode: test } = await author.test(moduleCode, 'Look', { actions: comments('a') });
  const actions = [
    { type: 'plugTest', test },
    { type: 'plugTags', tags: '@nowhere' },
  ];
  const { testCode } = await author.test(moduleCode, 'Nightly', { type: 'suite', actions });
  await using opened = await openIde(app, `/p/shop/main/modules/${moduleCode}/${testCode}`);
  const { page, faults } = opened;
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const why = `Action 2 of the suite ${testCode} finds nothing to run: Plug what is tagged @nowhere.`;
  await page.getByText(why, { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('a feature, one of its scenarios and one of its tags are added to a suite from the Features tab; the first makes the suite', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  await author.do('createFeature', {
    file: 'baskets.feature',
    text: 'Feature: Baskets\n  @full @tea\n  Scenario: Full\n    Given tea\n',
  });
  await using opened = await openIde(app, '/p/shop/main/features');
  const { page, faults } = opened;
  const add = async (row: RegExp, choose: (dialog: ReturnType<typeof page.getByRole>) => Promise<void>) => {
    await page.getByRole('treeitem', { name: row }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to suite…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Add f/ });
    await choose(dialog);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const suite = page.getByRole('combobox', { name: 'Suite' });
  await add(/^Feature Baskets/, async () => {
    await suite.click();
    await page.getByRole('option', { name: 'New suite', exact: true }).click();
  });
  await page.getByText('Added to the suite “New suite”').waitFor();
  await page.getByRole('treeitem', { name: /^Feature Baskets/ }).press('ArrowRight');
  const chooseMade = async () => {
    await suite.fill('New suite (');
    await page.getByRole('option', { name: /› New suite \(t\d+\)/ }).click();
  };
  await add(/^Scenario Full/, chooseMade);
  await add(/^Scenario Full/, async dialog => {
    await chooseMade();
    await dialog.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Whatever has the tag @tea', exact: true }).click();
  });
  const { modules } = await author.client.call('getModules', { includeTests: true }, Modules);
  const made = modules.flatMap(({ tests, moduleCode }) => tests.map(one => ({ ...one, moduleCode })));
  const { moduleCode = '', testCode = '' } = made.find(({ name }) => name === 'New suite') ?? {};
  await expect
    .poll(() => author.actions({ moduleCode, testCode }), eventually)
    .toMatchObject([{ type: 'plugFeature' }, { type: 'plugScenario' }, { type: 'plugTags', tags: '@tea' }]);
  expect(faults).toEqual([]);
});

const Modules = z.object({
  modules: z.array(
    z.looseObject({
      moduleCode: z.string(),
      tests: z.array(z.looseObject({ testCode: z.string(), name: z.string() })).default([]),
    }),
  ),
});
