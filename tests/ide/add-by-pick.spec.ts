// @module-tag full
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectFocus } from './focused.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { Person } from './person.ts';
import { beginAction, comments, eventually, expectRows, useApp } from './shared-app.ts';

const PAGE = `<!doctype html><title>Shop</title><style>* { margin: 0; font: 20px sans-serif }
    body > * { position: absolute; left: 100px; width: 400px; height: 60px; box-sizing: border-box }</style>
  <h1 style="top: 20px">Welcome</h1>
  <input aria-label="User name" style="top: 100px">
  <input type="password" aria-label="Password" style="top: 180px">
  <button style="top: 260px">Sign in</button>
  <select aria-label="Size" style="top: 340px"><option>Small</option><option>Large</option></select>
  <input type="checkbox" aria-label="Gift" style="top: 420px">
  <input type="file" aria-label="Photo" style="top: 500px">
  <p style="top: 580px">Closed on Sundays</p>`;

const shop = useApp({ withIde: true, pages: { '/': PAGE } });

const HINT = 'Click an element · Esc to cancel';
const KINDS = 'Find a kind of action';

const draft = (page: Page, label: string) => page.getByRole('form', { name: `New action: ${label}` });
const kinds = (page: Page) => page.getByRole('combobox', { name: KINDS });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A test whose app is shown. */
async function openTest(actions: readonly object[]) {
  await shop.author.do('navigateUrl', { url: '/' });
  const place = await shop.newTest(actions);
  const page = await showIde(shop.app, place.path);
  await page.locator('canvas').waitFor();
  return { page, place };
}

async function pickAt(page: Page, y: number) {
  await page.getByText(HINT).waitFor();
  await clickAt(page, 200, y);
  await page.getByText(HINT).waitFor({ state: 'detached' });
}

test('five actions of a sign-in are added by hand in at most 25 interactions', async () => {
  const { page, place } = await openTest([]);
  const person = new Person(page);
  const pick = async (y: number, kind: string) => {
    await page.getByText(HINT).waitFor();
    await person.point(y);
    await draft(page, kind).waitFor();
    await page.getByText(HINT).waitFor({ state: 'detached' });
  };
  await person.click('Add action');
  await kinds(page).waitFor();
  await person.type('go to');
  await person.press('Enter');
  await draft(page, 'Go to').waitFor();
  await person.type('/');
  await person.press('Enter');
  await kinds(page).waitFor();
  await person.click('Pick an element');
  await pick(130, 'Type');
  await expectFocus(page, /^Value/);
  await person.type('Ann');
  await person.press('Enter');
  await pick(210, 'Type');
  await expectFocus(page, /^Value/);
  await person.type('sesame');
  await person.press('Enter');
  await pick(290, 'Click');
  await expectFocus(page, /^Locator/);
  await person.press('Enter');
  await pick(40, 'Click');
  await person.click('Check text');
  await draft(page, 'Check').waitFor();
  await expectFocus(page, /^Matcher/);
  await person.press('Control+Enter');
  await page.getByRole('form').waitFor({ state: 'detached' });
  await expectRows(page, [/Go to \//, /Type.*Ann/, /Type.*Password/, /Click.*Sign in/, /Check.*Welcome/]);
  expect(await kinds(page).count()).toBe(0);
  const [, user, , click, check] = await shop.author.actions(place);
  expect(user).toMatchObject({ type: 'fill', locator: "getByRole('textbox', { name: 'User name' })", value: 'Ann' });
  expect(click).toMatchObject({ type: 'click', locator: "getByRole('button', { name: 'Sign in' })" });
  expect(check).toMatchObject({ matcher: 'toHaveText', expected: 'Welcome' });
  expect(person.count).toBeLessThanOrEqual(25);
});

test('the kind of a new action follows from the element that is picked first', async () => {
  const { page } = await openTest([]);
  for (const [y, kind, field] of [
    [130, 'Type', /^Value/],
    [290, 'Click', /^Locator/],
    [370, 'Choose', /^Values/],
    [450, 'Tick', /^Locator/],
    [530, 'Upload', /^Files/],
    [610, 'Click', /^Locator/],
  ] as const) {
    await button(page, 'Add action').click();
    await button(page, 'Pick an element').click();
    await pickAt(page, y);
    await draft(page, kind).waitFor();
    await expectFocus(page, field);
    if (kind === 'Type') await expectAccessible(page);
    if (kind === 'Choose') await button(page, 'Large').click();
    if (kind === 'Choose')
      expect(await draft(page, kind).getByRole('textbox', { name: 'Values' }).inputValue()).toBe('Large');
    await button(page, 'Cancel').click();
    await draft(page, kind).waitFor({ state: 'detached' });
  }
});

test('Enter goes on below the new row, with Ctrl where it makes a line, and one Escape ends it, also where the next element is awaited', async () => {
  const { page } = await openTest(comments('one', 'two'));
  await page.getByRole('row', { name: 'one' }).click();
  await beginAction(page, 'comment');
  const form = draft(page, 'Comment');
  await form.getByText('Ctrl+Enter adds and goes on').waitFor();
  expect(await form.getByText('adds and closes').count()).toBe(0);
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('line');
  expect(await form.getByLabel('Text').inputValue()).toBe('first\nline');
  await page.keyboard.press('Control+Enter');
  await expectRows(page, [/one/, /first/, /two/]);
  await kinds(page).waitFor();
  await button(page, 'Pick an element').click();
  await pickAt(page, 290);
  await draft(page, 'Click').getByText('Ctrl+Enter adds and closes').waitFor();
  await page.keyboard.press('Enter');
  await expectRows(page, [/one/, /first/, /Click.*Sign in/, /two/]);
  await page.getByText(HINT).waitFor();
  await page.getByText('Adds after action 3').waitFor();
  await page.keyboard.press('Escape');
  await kinds(page).waitFor({ state: 'detached' });
  await page.getByText(HINT).waitFor({ state: 'detached' });
});

test('Type on an element that takes no text is told at once, with what fits instead', async () => {
  const { page } = await openTest([{ type: 'fill', locator: '#old', value: 'Ann' }]);
  await beginAction(page, 'type');
  await draft(page, 'Type').getByLabel('Value').fill('Ann');
  await button(page, 'Pick').click();
  await pickAt(page, 610);
  const told = page.getByRole('alert').filter({ hasText: 'takes no text' });
  await told.waitFor();
  await expectAccessible(page);
  await button(page, 'Check text').click();
  await draft(page, 'Check').waitFor();
  expect(await draft(page, 'Check').getByRole('textbox', { name: 'Expected' }).inputValue()).toBe('Closed on Sundays');
  await button(page, 'Add').click();
  await expectRows(page, [/Type/, /Check.*Closed on Sundays/]);
  // The same for an action that is there already.
  await page.getByRole('row', { name: 'Type' }).press('Enter');
  await button(page, 'Pick').click();
  await pickAt(page, 610);
  await told.waitFor();
  await page.getByRole('group', { name: 'What fits the picked element' }).getByText('Click').click();
  await button(page, 'Save').click();
  await expectRows(page, [/Click/, /Check/]);
});

test('the part of a row that names its element says it too, and leads to the form with what fits', async () => {
  const { page } = await openTest([{ type: 'fill', locator: '#old', value: 'Ann' }]);
  await page.getByRole('row').getByRole('button', { name: '#old' }).click();
  const chooser = page.getByRole('form', { name: /^Change / });
  await chooser.getByRole('button', { name: 'Pick', exact: true }).click();
  await pickAt(page, 130);
  expect(await chooser.getByRole('alert').count()).toBe(0);
  await chooser.getByRole('button', { name: 'Pick', exact: true }).click();
  await pickAt(page, 610);
  await chooser.getByRole('alert').filter({ hasText: 'This paragraph takes no text. Choose what fits it:' }).waitFor();
  await expectAccessible(page);
  await chooser.getByRole('group', { name: 'What fits the picked element' }).getByText('Click').click();
  await chooser.waitFor({ state: 'detached' });
  await page.getByRole('form', { name: 'Type: fields' }).getByRole('button', { name: 'Save' }).click();
  await expectRows(page, [/Click.*Closed on Sundays/]);
});

test('elements are picked while a run is paused, whichever test is open, and not while it acts', async () => {
  const done = await shop.newTest([{ type: 'visit', url: '/' }], 'Open the shop');
  await shop.author.do('runTest', { testId: done.testCode, wait: 25 });
  const wait = { type: 'wait', until: 'time', value: 100_000, timeoutMs: 110_000 };
  const place = await shop.newTest([{ type: 'visit', url: '/' }, ...comments('one'), wait], 'Wait in the shop');
  await shop.author.do('setBreakpoint', { testId: place.testCode, actionIndex: 1 });
  await shop.author.do('runTest', { testId: place.testCode, wait: 25 });
  const page = await showIde(shop.app, place.path);
  const pick = page.getByRole('button', { name: 'Pick', exact: true });
  await page.getByRole('row', { name: 'one' }).getByRole('img', { name: 'paused' }).waitFor();
  await beginAction(page, 'click');
  await pick.click();
  await pickAt(page, 290);
  await expect
    .poll(() => draft(page, 'Click').getByRole('textbox', { name: 'Locator' }).inputValue(), eventually)
    .toContain('Sign in');
  await button(page, 'Cancel').click();
  // The row of another test shows its moment, until an element is to be picked.
  await page.getByRole('treeitem', { name: /Open the shop/ }).click();
  await page.getByRole('row', { name: 'Go to' }).click();
  await button(page, 'Live').waitFor();
  await button(page, 'Add action').click();
  await button(page, 'Pick an element').click();
  await pickAt(page, 130);
  await draft(page, 'Type').waitFor();
  await button(page, 'Cancel').click();
  await page.getByRole('treeitem', { name: /Wait in the shop/ }).click();
  await beginAction(page, 'click');
  await shop.author.do('resumeTest');
  await expect.poll(() => pick.getAttribute('aria-disabled'), eventually).toBe('true');
  await pick.hover();
  await page.getByText('A run is using the window: pause or stop it first').waitFor();
  await shop.author.do('stopTest');
});

test('the search box offers to add an action and to record, with their keys', async () => {
  const { page } = await openTest(comments('one'));
  const search = async (words: string, entry: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(words);
    await page.getByRole('option', { name: entry }).click();
  };
  await page.getByRole('row', { name: 'one' }).click();
  await search('add action', /^Add action\s*Ctrl\+Alt\+A$/);
  await kinds(page).waitFor();
  await expectFocus(page, KINDS);
  await page.keyboard.press('Escape');
  await kinds(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Alt+a');
  await kinds(page).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('record');
  await page.getByRole('option', { name: /^Record into the open test.*Ctrl\+Alt\+R$/ }).waitFor();
  await page.keyboard.press('Escape');
  await search('record a new', /^Record a new test\s*Ctrl\+Alt\+N$/);
  await page.getByRole('heading', { name: /New test/ }).waitFor();
  await page.getByRole('button', { name: /^Stop \(/ }).click();
  await button(page, 'Record').waitFor();
});
