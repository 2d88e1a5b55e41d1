import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { showIde } from './open-page.ts';
import { beginAction, comments, eventually, expectRows, rowsOf, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });

test('a suite is filled by search, and tells in its run how each item went', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Look', { actions: comments('a') });
  const text = 'Feature: Orders\n  Scenario: None\n    Given nothing\n';
  await author.do('createFeature', { file: 'orders.feature', text });
  await author.do('linkStep', { text: 'nothing', moduleCode, testCode });
  const suite = await author.test(moduleCode, 'Nightly', { type: 'suite' });
  const place = { moduleCode, testCode: suite.testCode };
  const page = await showIde(app, `/p/shop/main/modules/${moduleCode}/${suite.testCode}`);
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
  const page = await showIde(app, `/p/shop/main/modules/${moduleCode}/${suite.testCode}`);
  await beginAction(page, 'tags');
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
  const page = await showIde(app, `/p/shop/main/modules/${moduleCode}/${testCode}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const why = `Action 2 of the suite ${testCode} finds nothing to run: Plug what is tagged @nowhere.`;
  await page.getByText(why, { exact: true }).waitFor();
});

test('a feature, one of its scenarios and one of its tags are added to a suite from the Features tab; the first makes the suite', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  await author.do('createFeature', {
    file: 'baskets.feature',
    text: 'Feature: Baskets\n  @full @tea\n  Scenario: Full\n    Given tea\n',
  });
  const page = await showIde(app, '/p/shop/main/features');
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
  const made = (await author.tests()).find(({ name }) => name === 'New suite');
  const { moduleCode = '', testCode = '' } = made ?? {};
  await expect
    .poll(() => author.actions({ moduleCode, testCode }), eventually)
    .toMatchObject([{ type: 'plugFeature' }, { type: 'plugScenario' }, { type: 'plugTags', tags: '@tea' }]);
});

test('an answer that comes after its dialog was closed does not close the next one', { tags: 'full' }, async () => {
  const { author, app } = shop;
  await author.do('createFeature', { text: 'Feature: Late\n\n  Scenario: One\n    Given it\n' });
  const { page, gate } = await showGated(app, '/p/shop/main/features');
  const dialog = page.getByRole('dialog', { name: /^Add f/ });
  const open = async (row: RegExp) => {
    await page.getByRole('treeitem', { name: row }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to suite…' }).click();
    await dialog.waitFor();
  };
  await open(/^Feature Late/);
  gate.hold('tools/call');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await open(/^Feature Late/);
  gate.release();
  await page.getByText(/^Added to the suite/).waitFor();
  expect(await dialog.count()).toBe(1);
});

const testRow = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^Test ${name}\\b`) });

async function pick(page: Page, row: Locator) {
  await row.hover();
  await page.mouse.down();
}

/** Over a point of the target, in shares of its size. */
async function carry(page: Page, target: Locator, at = { x: 0.5, y: 0.5 }) {
  const box = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width * at.x, box.y + box.height * at.y];
  await page.mouse.move(x, y, { steps: 3 });
  // The first event on a target says only that something has come.
  await page.mouse.move(x + 1, y);
}

async function drag(page: Page, row: Locator, target: Locator, at?: Parameters<typeof carry>[2]) {
  await pick(page, row);
  await carry(page, target, at);
  await page.mouse.up();
}

test('tests are dragged from the tree onto the row of a suite and among its parts; one undo takes them out', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Dragged');
  const codes = [];
  for (const name of ['Pia one', 'Pia two', 'Pia three']) codes.push((await author.test(moduleCode, name)).testCode);
  const [one, two, three] = codes;
  const suite = await author.test(moduleCode, 'Pia suite', { type: 'suite' });
  const place = { moduleCode, testCode: suite.testCode };
  const parts = expect.poll(async () => (await author.actions(place)).map(({ test }) => test), eventually);
  const page = await showIde(app, `/p/shop/main/modules/${moduleCode}`);
  const suiteRow = testRow(page, 'Pia suite');
  await testRow(page, 'Pia one').click();
  await testRow(page, 'Pia two').click({ modifiers: ['Control'] });
  await pick(page, testRow(page, 'Pia two'));
  await carry(page, suiteRow);
  await expect.poll(() => suiteRow.getAttribute('data-drop'), eventually).toBe('true');
  await page.mouse.up();
  await page.getByText('Added to the suite “Pia suite”').waitFor();
  await parts.toEqual([one, two]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await parts.toEqual([]);
  await suiteRow.click();
  const empty = page.getByRole('heading', { name: 'Nothing in this suite yet' });
  await drag(page, testRow(page, 'Pia one'), empty);
  await expectRows(page, [/Pia one/]);
  await drag(page, testRow(page, 'Pia three'), rowsOf(page).first(), { x: 0.5, y: 0.2 });
  await expectRows(page, [/Pia three/, /Pia one/]);
  const below = page.getByRole('grid', { name: 'Actions' });
  await drag(page, testRow(page, 'Pia two'), below, { x: 0.5, y: 0.9 });
  await parts.toEqual([three, one, two]);
  await drag(page, suiteRow, below);
  await page.getByRole('alert').getByText(`Test ${suite.testCode} would plug itself`).waitFor();
  await parts.toEqual([three, one, two]);
});

test('a scenario is held over the Modules tab, which opens, and dropped on a suite there; the dialog begins with that suite', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  await author.do('createFeature', {
    file: 'held.feature',
    text: 'Feature: Held\n  Scenario: Carried\n    Given tea\n',
  });
  const { moduleCode } = await author.module('Held');
  await author.test(moduleCode, 'Held other', { type: 'suite' });
  const suite = await author.test(moduleCode, 'Held suite', { type: 'suite' });
  const place = { moduleCode, testCode: suite.testCode };
  const page = await showIde(app, `/p/shop/main/features?filter=held`);
  const scenario = page.getByRole('treeitem', { name: /^Scenario Carried/ });
  await pick(page, scenario);
  await carry(page, page.getByRole('link', { name: 'Modules', exact: true }));
  const target = testRow(page, 'Held suite');
  await target.waitFor();
  await carry(page, target);
  await expect.poll(() => target.getAttribute('data-drop'), eventually).toBe('true');
  await page.mouse.up();
  await page.getByText('Added to the suite “Held suite”').waitFor();
  await expect.poll(() => author.actions(place), eventually).toMatchObject([{ type: 'plugScenario' }]);
  await page.reload();
  await page.getByRole('link', { name: 'Features', exact: true }).click();
  await page.getByRole('treeitem', { name: /^Scenario Carried/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to suite…' }).click();
  expect(await page.getByRole('combobox', { name: 'Suite' }).inputValue()).toContain('› Held suite');
});
