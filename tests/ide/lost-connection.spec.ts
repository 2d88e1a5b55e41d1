import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openIde } from './open-page.ts';
import { comments, eventually, expectRows, type Place, rowsOf, useApp } from './shared-app.ts';
import { gateOf, type SocketGate } from './socket-gate.ts';

const shop = useApp();

async function openGated(place: Place) {
  const gates: SocketGate[] = [];
  const opened = await openIde(shop.app, place.path, {
    prepare: async page => {
      gates.push(await gateOf(page));
    },
  });
  const [gate] = gates;
  if (gate === undefined) throw new Error('The page has no gate.');
  return { opened, gate };
}

async function retype(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('row', { name: from }).dblclick();
  await page.getByLabel('Text').fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('form').waitFor({ state: 'detached' });
}

const textsOf = async (place: Place) => (await shop.author.actions(place)).map(({ text }) => text);

async function cut(page: Page, gate: SocketGate): Promise<void> {
  await gate.cut();
  await page.getByRole('alert').filter({ hasText: 'Connection to the server lost' }).waitFor();
}

/** The message that says so goes after a while: it is waited for before it can be there. */
async function comeBack(page: Page, gate: SocketGate, message?: string, restore = gate.restoreNow): Promise<void> {
  const told = message === undefined ? undefined : page.getByText(message).waitFor();
  await Promise.all([told, restore(), page.getByText('Connected', { exact: true }).waitFor()]);
}

test('edits made while the connection is lost are kept and sent once it is back', { tags: ['full'] }, async () => {
  const place = await shop.newTest(comments('one', 'two'));
  const { opened, gate } = await openGated(place);
  await using _opened = opened;
  const { page, faults } = opened;
  await expectRows(page, [/one/, /two/]);
  await cut(page, gate);
  await retype(page, 'one', 'first');
  await retype(page, 'two', 'second');
  await expectRows(page, [/first/, /second/]);
  await page.getByText('2 edits waiting for the connection').waitFor();
  // Of each row, and of the test.
  expect(await page.getByText('Will be saved when reconnected', { exact: true }).count()).toBe(3);
  expect(await textsOf(place)).toEqual(['one', 'two']);
  await comeBack(page, gate, 'Back online, 2 edits saved', gate.restore);
  await expect.poll(() => textsOf(place), eventually).toEqual(['first', 'second']);
  await expect.poll(() => page.getByText('Will be saved when reconnected').count(), eventually).toBe(0);
  await expectRows(page, [/first/, /second/]);
  expect(faults).toEqual([]);
});

test('a rename made offline is kept, and edits by others appear once the connection is back', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('one'));
  const { opened, gate } = await openGated(place);
  await using _opened = opened;
  const { page } = opened;
  await expectRows(page, [/one/]);
  await cut(page, gate);
  await page.getByRole('treeitem', { name: 'Test Valid user', selected: true }).press('F2');
  await page.getByLabel(`Name of test ${place.testCode}`).fill('Known user');
  await page.keyboard.press('Enter');
  await page.getByText('1 edit waiting for the connection').waitFor();
  await shop.author.action(place, { type: 'comment', text: 'two' });
  await comeBack(page, gate, 'Back online, 1 edit saved');
  await page.getByRole('heading', { name: /Known user/ }).waitFor();
  await expectRows(page, [/one/, /two/]);
});

test.each([
  { choice: 'Keep mine', kept: 'mine' },
  { choice: 'Take theirs', kept: 'theirs' },
])(
  'the button $choice settles a conflict between offline edits and those of others',
  { tags: 'full' },
  async ({ choice, kept }) => {
    const place = await shop.newTest(comments('one', 'two'));
    const { opened, gate } = await openGated(place);
    await using _opened = opened;
    const { page } = opened;
    await expectRows(page, [/one/, /two/]);
    await cut(page, gate);
    await retype(page, 'one', 'mine');
    await page.getByText('1 edit waiting for the connection').waitFor();
    const [first] = await shop.author.actions(place);
    await shop.author.do('editAction', { ...place, path: undefined, actionId: first?.actionId, text: 'theirs' });
    await comeBack(page, gate);
    await page.getByText('Changed elsewhere').waitFor();
    await expectRows(page, [/theirs/, /two/]);
    expect(await textsOf(place)).toEqual(['theirs', 'two']);
    await page.getByRole('button', { name: choice }).click();
    await expectRows(page, [new RegExp(kept), /two/]);
    await expect.poll(() => page.getByText('Changed elsewhere').count(), eventually).toBe(0);
    await expect.poll(() => textsOf(place), eventually).toEqual([kept, 'two']);
  },
);

async function cutWithTwoOfThreeChosen() {
  const place = await shop.newTest(comments('one', 'two', 'three'));
  const { opened, gate } = await openGated(place);
  const { page } = opened;
  await expectRows(page, [/one/, /two/, /three/]);
  await cut(page, gate);
  await page.getByRole('row', { name: 'one' }).click();
  await page.getByRole('row', { name: 'two' }).click({ modifiers: ['Shift'] });
  return { place, opened, gate };
}

test('an offline edit of several actions asks once when somebody else changed one of them', {
  tags: 'full',
}, async () => {
  const { place, opened, gate } = await cutWithTwoOfThreeChosen();
  await using _opened = opened;
  const { page } = opened;
  await page.keyboard.press('Control+/');
  await expectRows(page, [/disabled Comment one/, /disabled Comment two/, /three/]);
  await page.getByText('1 edit waiting for the connection').waitFor();
  const [, second] = await shop.author.actions(place);
  const target = { moduleCode: place.moduleCode, testCode: place.testCode, actionId: second?.actionId };
  await shop.author.do('editAction', { ...target, disabled: true });
  await comeBack(page, gate);
  await page.getByText('yours: 2 actions disabled').waitFor();
  expect(await page.getByText('Changed elsewhere').count()).toBe(1);
  await expectRows(page, [/Comment one/, /disabled Comment two/, /three/]);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expectRows(page, [/disabled Comment one/, /disabled Comment two/, /three/]);
  const areOff = async () => (await shop.author.actions(place)).map(({ disabled }) => disabled === true);
  await expect.poll(areOff, eventually).toEqual([true, true, false]);
});

test('an offline deletion of several actions deletes the rest when somebody else deleted one', {
  tags: 'full',
}, async () => {
  const { place, opened, gate } = await cutWithTwoOfThreeChosen();
  await using _opened = opened;
  const { page } = opened;
  await page.keyboard.press('Delete');
  await expectRows(page, [/three/]);
  await page.getByText('1 edit waiting for the connection').waitFor();
  await shop.author.do('deleteAction', { moduleCode: place.moduleCode, testCode: place.testCode, actionIndex: 1 });
  await comeBack(page, gate, 'Back online, 1 edit saved');
  await expectRows(page, [/three/]);
  await expect.poll(() => textsOf(place), eventually).toEqual(['three']);
});

test.each([
  { choice: 'Keep mine', kept: 'mine' },
  { choice: 'Take theirs', kept: 'theirs' },
])('the button $choice settles a conflict over a field of an open form', { tags: 'full' }, async ({ choice, kept }) => {
  const place = await shop.newTest(comments('one'));
  await using opened = await openIde(shop.app, place.path);
  const { page } = opened;
  await page.getByRole('row', { name: 'one' }).dblclick();
  const field = page.getByLabel('Text');
  await field.fill('mine');
  const [first] = await shop.author.actions(place);
  await shop.author.do('editAction', { ...place, path: undefined, actionId: first?.actionId, text: 'theirs' });
  await page.getByText('Changed elsewhere').waitFor();
  expect(await field.inputValue()).toBe('mine');
  await page.getByRole('button', { name: choice }).click();
  await expect.poll(() => page.getByText('Changed elsewhere').count(), eventually).toBe(0);
  expect(await field.inputValue()).toBe(kept);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectRows(page, [new RegExp(kept)]);
  await expect.poll(() => textsOf(place), eventually).toEqual([kept]);
});

test('the page reads a test again when it missed the notice of an edit', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('one'));
  const { opened, gate } = await openGated(place);
  await using _opened = opened;
  const { page, faults } = opened;
  await expectRows(page, [/one/]);
  const before = gate.count('project/open');
  gate.loseNext('project/patched');
  await shop.author.action(place, { type: 'comment', text: 'two' });
  expect(await rowsOf(page).count()).toBe(1);
  await shop.author.action(place, { type: 'comment', text: 'three' });
  await expectRows(page, [/one/, /two/, /three/]);
  expect(gate.count('project/open')).toBe(before + 1);
  expect(faults).toEqual([]);
});
