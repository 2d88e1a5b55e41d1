import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessibleInThemes } from './open-page.ts';
import { beginAction, comments, eventually, expectRows, type Place, rowsOf, useApp } from './shared-app.ts';
import { type SocketGate, showGated } from './socket-gate.ts';

const shop = useApp();

const SAVING = 'Saving as soon as the connection is back';
/** Longer than changes wait for the connection. */
const WAITED_MS = 31_000;

/** A test of comments in a page whose connection can be cut. */
async function openGated(...texts: string[]) {
  const place = await shop.newTest(comments(...texts));
  const { page, gate } = await showGated(shop.app, place.path);
  await expectRows(
    page,
    texts.map(text => new RegExp(text)),
  );
  await page.clock.install();
  return { page, place, gate };
}

async function cut(page: Page, gate: SocketGate): Promise<void> {
  await gate.cut();
  await page.getByRole('alert').filter({ hasText: 'Connection to the server lost' }).waitFor();
}

/** The message that says so goes after a while: it is waited for before it can be there. */
async function comeBack(page: Page, gate: SocketGate, message?: string): Promise<void> {
  const told = message === undefined ? undefined : page.getByText(message).waitFor();
  await Promise.all([told, gate.restoreNow(), page.getByText('Connected', { exact: true }).waitFor()]);
}

async function retype(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('row', { name: from }).dblclick();
  const form = page.getByRole('form', { name: 'Comment: fields' });
  await form.getByLabel('Text').fill(to);
  await form.getByRole('button', { name: 'Save' }).click();
}

async function addComment(page: Page, text: string): Promise<void> {
  await beginAction(page, 'comment');
  const form = page.getByRole('form', { name: 'New action: Comment' });
  await form.getByLabel('Text').fill(text);
  await form.getByRole('button', { name: 'Add' }).click();
}

const textsOf = async (place: Place) => (await shop.author.actions(place)).map(({ text }) => text);
const expectTexts = (place: Place, texts: readonly string[]) =>
  expect.poll(() => textsOf(place), eventually).toEqual(texts);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const withoutForms = (page: Page) => expect.poll(() => page.getByRole('form').count(), eventually).toBe(0);
const byOthers = (tool: string, { moduleCode, testCode }: Place, given: object) =>
  shop.author.do(tool, { moduleCode, testCode, ...given });

test('edits made without a connection are shown at once, and saved once it is back', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one', 'two');
  await cut(page, gate);
  await retype(page, 'one', 'first');
  await page.getByRole('row', { name: 'two' }).click();
  await page.keyboard.press('Control+d');
  await expectRows(page, [/first/, /two/, /two/]);
  expect(await page.getByText(SAVING).count()).toBe(2);
  expect(await textsOf(place)).toEqual(['one', 'two']);
  await comeBack(page, gate, 'Back online, 2 edits saved');
  await expectTexts(place, ['first', 'two', 'two']);
  await withoutForms(page);
  await expectRows(page, [/first/, /two/, /two/]);
});

test('quick edits of one action are all saved', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one');
  await page.getByRole('row', { name: 'one' }).click();
  gate.hold('tools/call');
  for (const row of [/disabled Comment one/, /^(?!.*disabled)/, /disabled Comment one/]) {
    await page.keyboard.press('Control+/');
    await expectRows(page, [row]);
  }
  gate.release();
  await expect.poll(() => page.getByRole('status').filter({ hasText: 'Saving' }).count(), eventually).toBe(0);
  expect((await shop.author.actions(place))[0]?.disabled).toBe(true);
  await expectRows(page, [/disabled Comment one/]);
});

test.each(['at once', 'by Retry'])(
  'what was done and not answered is not done twice: %s',
  {
    tags: 'full',
  },
  async how => {
    const { page, gate, place } = await openGated('one');
    gate.loseAnswers();
    await addComment(page, 'two');
    await expectTexts(place, ['one', 'two']);
    await cut(page, gate);
    if (how === 'by Retry') {
      await page.clock.fastForward(WAITED_MS);
      await button(page, 'Retry').waitFor();
    }
    await comeBack(page, gate);
    if (how === 'by Retry') await button(page, 'Retry').click();
    await withoutForms(page);
    await expectRows(page, [/one/, /two/]);
    expect(await textsOf(place)).toEqual(['one', 'two']);
  },
);

test('what is not saved says so in its place, and what was typed outlasts a reload', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one', 'two', 'three');
  await cut(page, gate);
  await retype(page, 'one', 'first');
  await page.getByRole('row', { name: 'three' }).click();
  await page.keyboard.press('Control+/');
  await page.getByRole('row', { name: 'two' }).getByRole('button', { name: 'two' }).click();
  const part = page.getByRole('form', { name: 'Change text' });
  await part.getByLabel('Text').fill('second');
  await part.getByRole('button', { name: 'Save' }).click();
  await addComment(page, 'fourth');
  await page.clock.fastForward(WAITED_MS);
  await expect.poll(() => page.getByText('Not saved: ').count(), eventually).toBe(4);
  await expectAccessibleInThemes(page);
  await gate.restore();
  await page.reload();
  await expectRows(page, [/one/, /two/, /^(?!.*disabled)/]);
  const fields = page.getByRole('textbox', { name: 'Text' });
  await expect.poll(() => fields.evaluateAll(all => all.map(field => field.textContent)), eventually).toHaveLength(3);
  expect(await Promise.all([0, 1, 2].map(at => fields.nth(at).inputValue()))).toEqual(['first', 'second', 'fourth']);
  for (const left of [2, 1]) {
    await button(page, 'Retry').first().click();
    await expect.poll(() => fields.count(), eventually).toBe(left);
  }
  await button(page, 'Discard').click();
  await withoutForms(page);
  expect(await textsOf(place)).toEqual(['first', 'second', 'three']);
});

test('a name that is not saved stays in its field, and outlasts a reload', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one');
  const field = page.getByLabel(`Name of test ${place.testCode}`);
  const item = page.getByRole('treeitem', { name: 'Test Valid user', selected: true });
  await cut(page, gate);
  await item.press('F2');
  await field.fill('Known user');
  await page.keyboard.press('Enter');
  await page.clock.fastForward(WAITED_MS);
  await page.getByRole('alert').filter({ hasText: 'Could not run “Rename”' }).waitFor();
  expect(await field.inputValue()).toBe('Known user');
  await gate.restore();
  await page.reload();
  await item.press('F2');
  expect(await field.inputValue()).toBe('Known user');
  await cut(page, gate);
  await field.press('Enter');
  await comeBack(page, gate, 'Back online, 1 edit saved');
  await page.getByRole('heading', { name: /Known user/ }).waitFor();
  await field.waitFor({ state: 'detached' });
});

test.each([
  { choice: 'Keep mine', kept: 'mine' },
  { choice: 'Take theirs', kept: 'theirs' },
])('the button $choice settles a conflict over what was typed', { tags: 'full' }, async ({ choice, kept }) => {
  const { page, gate, place } = await openGated('one', 'two');
  await cut(page, gate);
  await retype(page, 'one', 'mine');
  await page.getByText(SAVING).waitFor();
  await byOthers('editAction', place, { actionIndex: 0, text: 'theirs' });
  await comeBack(page, gate);
  await page.getByText('Changed elsewhere: “theirs”').waitFor();
  await expectRows(page, [/theirs/, /two/]);
  const field = page.getByLabel('Text');
  expect(await field.inputValue()).toBe('mine');
  await button(page, choice).click();
  await expect.poll(() => page.getByText('Changed elsewhere').count(), eventually).toBe(0);
  expect(await field.inputValue()).toBe(kept);
  await button(page, 'Save').click();
  await withoutForms(page);
  expect(await textsOf(place)).toEqual([kept, 'two']);
});

test('what was typed for an action that is gone goes on as a new action', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one', 'two');
  await cut(page, gate);
  await retype(page, 'two', 'a long explanation');
  await byOthers('deleteAction', place, { actionIndex: 1 });
  await comeBack(page, gate);
  await page.getByRole('alert').filter({ hasText: 'Somebody else has deleted the action.' }).waitFor();
  await button(page, 'Add').click();
  await expectTexts(place, ['one', 'a long explanation']);
});

test('an edit of several actions asks once about a change by others, a deletion takes the rest', {
  tags: 'full',
}, async () => {
  const { page, gate, place } = await openGated('one', 'two', 'three');
  await cut(page, gate);
  await page.getByRole('row', { name: 'one' }).click();
  await page.getByRole('row', { name: 'two' }).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+/');
  await expectRows(page, [/disabled Comment one/, /disabled Comment two/, /three/]);
  await expectAccessibleInThemes(page);
  await byOthers('editAction', place, { actionIndex: 1, disabled: true });
  await comeBack(page, gate);
  await page.getByText('yours: 2 actions disabled').waitFor();
  expect(await page.getByText('Changed elsewhere').count()).toBe(1);
  await expectAccessibleInThemes(page);
  await expectRows(page, [/Comment one/, /disabled Comment two/, /three/]);
  await button(page, 'Keep mine').click();
  await expectRows(page, [/disabled Comment one/, /disabled Comment two/, /three/]);
  const areOff = async () => (await shop.author.actions(place)).map(({ disabled }) => disabled === true);
  await expect.poll(areOff, eventually).toEqual([true, true, false]);
  await cut(page, gate);
  await page.getByRole('row', { name: 'two' }).press('Delete');
  await expectRows(page, [/three/]);
  await byOthers('deleteAction', place, { actionIndex: 1 });
  await comeBack(page, gate, 'Back online, 1 edit saved');
  await expectRows(page, [/three/]);
  await expectTexts(place, ['three']);
});

test('the page reads a test again when it missed the notice of an edit', { tags: 'full' }, async () => {
  const { page, gate, place } = await openGated('one');
  const before = gate.count('project/open');
  gate.loseNext('project/patched');
  await shop.author.action(place, { type: 'comment', text: 'two' });
  expect(await rowsOf(page).count()).toBe(1);
  await shop.author.action(place, { type: 'comment', text: 'three' });
  await expectRows(page, [/one/, /two/, /three/]);
  expect(gate.count('project/open')).toBe(before + 1);
});
