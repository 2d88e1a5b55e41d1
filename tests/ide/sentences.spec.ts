import { expect, test } from 'vitest';
import { expectFocus } from './focused.ts';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { beginAction, eventually, expectRows, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp();

test('rows read as sentences in one line, and their parts are changed where they stand', { tags: 'full' }, async () => {
  const helper = await shop.newTest([{ type: 'reload' }], 'Sign in as somebody');
  const place = await shop.newTest([
    { type: 'fill', locator: "getByLabel('User name')", value: '{{user}}' },
    { type: 'assert', locator: "getByText('1 notes')", matcher: 'toHaveText', expected: '2 notes' },
    { type: 'plugTest', test: helper.testCode },
    { type: 'fill', locator: "getByLabel('Password')", value: 'open sesame' },
    { type: 'comment', text: `A remark that is much longer than ${'what fits into the row '.repeat(20)}` },
  ]);
  const page = await showIde(shop.app, place.path, { viewport: { width: 1280, height: 800 } });
  const part = (row: string, name: string) =>
    page.getByRole('row', { name: row }).getByRole('button', { name, exact: true });
  await expectRows(page, [
    /Type \{\{user\}\} into User name/,
    /Check that 1 notes shows 2 notes/,
    /Plug test case Sign in as somebody/,
    /Type •••• into Password/,
    /Comment A remark/,
  ]);
  for (const row of await page.getByRole('row', { name: /Comment|Check|Type/ }).all())
    expect((await row.boundingBox())?.height).toBeLessThan(40);
  await expectAccessibleInThemes(page);
  const action = async (index: number) => (await shop.author.actions(place))[index];
  await part('Check', '2 notes').click();
  await page.getByRole('textbox', { name: 'Expected' }).fill('3 notes');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => action(1), eventually).toMatchObject({ expected: '3 notes' });
  await part('Check', 'shows').click();
  await page.getByRole('combobox', { name: 'What is checked' }).fill('not contain');
  await page.keyboard.press('Enter');
  await expect.poll(() => action(1), eventually).toMatchObject({ matcher: 'toContainText', not: true });
  await part('Plug', 'Sign in as somebody').click();
  await page.getByRole('combobox', { name: 'Test' }).fill('somebody');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Test' }).waitFor({ state: 'detached' });
  // What was typed goes on in the form when somebody clicks elsewhere.
  await part('Type {{user}}', '{{user}}').click();
  await page.getByRole('textbox', { name: 'Value' }).fill('bob');
  await page.getByRole('row', { name: 'Comment' }).click({ position: { x: 20, y: 10 } });
  const form = page.getByRole('form', { name: 'Type: fields' });
  await expect.poll(() => form.getByRole('textbox', { name: 'Value' }).inputValue(), eventually).toBe('bob');
});

test('tests, roles and values of environments are chosen by name, never typed as codes', {
  tags: ['full'],
}, async () => {
  const helper = await shop.newTest([{ type: 'reload' }], 'Fill the basket');
  await shop.author.do('createEnvironment', {
    name: 'Staging',
    items: [
      { name: 'host', value: 'example.org' },
      { name: 'passphrase', value: 'spring-42', kind: 'secret' },
    ],
  });
  const place = await shop.newTest([]);
  const page = await showIde(shop.app, place.path);
  await beginAction(page, 'plug test');
  const chooser = page.getByRole('combobox', { name: 'Test' });
  await chooser.fill('sign in / fill');
  await page.getByRole('option', { name: /Fill the basket/ }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectRows(page, [/Plug test case Fill the basket/]);
  await expect
    .poll(async () => (await shop.author.actions(place))[0], eventually)
    .toMatchObject({ type: 'plugTest', test: helper.testCode });
  await beginAction(page, 'type');
  const form = page.getByRole('form', { name: 'New action: Type' });
  await form.getByRole('textbox', { name: 'Locator' }).fill("getByLabel('Password')");
  await form.getByRole('button', { name: 'Insert a variable' }).click();
  await page.getByRole('combobox', { name: 'Find a variable' }).fill('passph');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => form.getByRole('textbox', { name: 'Value' }).inputValue(), eventually)
    .toBe('{{secret.passphrase}}');
  // What is selected is replaced, what is around it stays, and typing goes on behind it.
  const value = form.getByRole('textbox', { name: 'Value' });
  await value.fill('Dear Ann Lee');
  await value.press('Home');
  for (const key of [...Array(5).fill('ArrowRight'), ...Array(3).fill('Shift+ArrowRight')]) await value.press(key);
  await form.getByRole('button', { name: 'Insert a variable' }).click();
  await page.getByRole('combobox', { name: 'Find a variable' }).fill('passph');
  await page.keyboard.press('Enter');
  await expect.poll(() => value.inputValue(), eventually).toBe('Dear {{secret.passphrase}} Lee');
  await expectFocus(page, /^Value/);
  await page.keyboard.type('!');
  await expect.poll(() => value.inputValue(), eventually).toBe('Dear {{secret.passphrase}}! Lee');
  await value.fill('{{secret.passphrase}}');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expectRows(page, [/Fill the basket/, /Type \{\{secret.passphrase\}\} into Password/]);
});

test('a click elsewhere closes what a part of a sentence opened, so that one is open at a time', {
  tags: 'full',
}, async () => {
  const helper = await shop.newTest([{ type: 'reload' }], 'Sign in as somebody');
  const { path } = await shop.newTest([
    { type: 'assert', locator: "getByText('1 notes')", matcher: 'toHaveText', expected: '2 notes' },
    { type: 'plugTest', test: helper.testCode },
    { type: 'upload', locator: "getByLabel('Picture')", files: ['{{picture}}'] },
  ]);
  const page = await showIde(shop.app, path, { viewport: { width: 1280, height: 800 } });
  const choosers = page.getByRole('dialog');
  const part = (name: string) => page.getByRole('gridcell').getByRole('button', { name, exact: true });
  // From below, as each covers the rows below its own.
  for (const name of ['Picture', 'Sign in as somebody', '2 notes', 'shows', '1 notes']) {
    await part(name).click();
    await page.getByRole('dialog', { name: `Change ${name}`, exact: true }).waitFor({ timeout: 9_000 });
    expect(await choosers.count()).toBe(1);
  }
  await page.getByRole('row', { name: 'Plug' }).click({ position: { x: 20, y: 10 } });
  await choosers.waitFor({ state: 'detached' });
  for (const name of ['1 notes', 'shows', 'Sign in as somebody']) {
    await part(name).click();
    await choosers.locator('input').waitFor();
    await page.getByRole('banner').click({ position: { x: 2, y: 2 } });
    await choosers.waitFor({ state: 'detached' });
  }
  // What a field opens belongs to it, though it is drawn elsewhere.
  const form = page.getByRole('form', { name: 'Change expected' });
  await part('2 notes').click();
  await form.getByRole('button', { name: 'Insert a variable' }).click();
  await page.getByRole('combobox', { name: 'Find a variable' }).click();
  await form.waitFor();
  await part('2 notes').click();
  await choosers.first().waitFor({ state: 'detached' });
});

test('Enter behind a word takes the first variable, also while they have yet to come', { tags: 'full' }, async () => {
  const look = { type: 'assert', locator: "getByText('1 notes')", matcher: 'toHaveText', expected: '2 notes' };
  await shop.author.do('createEnvironment', { name: 'Preview', items: [{ name: 'password', value: 'spring' }] });
  const place = await shop.newTest([look]);
  const { page, gate } = await showGated(shop.app, place.path);
  await page.getByRole('row', { name: '1 notes' }).getByRole('button', { name: '2 notes', exact: true }).click();
  const value = page.getByRole('form', { name: 'Change expected' }).getByRole('textbox', { name: 'Expected' });
  await value.fill('');
  gate.hold('tools/call');
  await page.getByRole('button', { name: 'Insert a variable' }).click();
  const finder = page.getByRole('combobox', { name: 'Find a variable' });
  await finder.fill('passw');
  await finder.press('Enter');
  await page.getByText('Find a variable: loading').waitFor();
  expect(await value.inputValue()).toBe('');
  gate.release();
  await expect.poll(() => value.inputValue(), eventually).toBe('{{env.password}}');
});

test('a test is plugged by its best name, and none that would plug itself is offered', { tags: 'full' }, async () => {
  const exact = await shop.newTest([], 'Sign in');
  await shop.newTest([], 'Open Sign in');
  await shop.newTest([], 'Resign in time');
  await shop.newTest([], 'Sign in twice');
  const place = await shop.newTest([{ type: 'plugTest', test: exact.testCode }], 'Sign in for good');
  await shop.newTest([{ type: 'plugTest', test: place.testCode }], 'Sign in around');
  const page = await showIde(shop.app, place.path);
  const names = async () => (await page.getByRole('option').allInnerTexts()).map(text => text.trim());
  const expected = ['Sign in', 'Sign in twice', 'Open Sign in', 'Resign in time'];
  await page.getByRole('row', { name: 'Plug test case' }).getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('combobox', { name: 'Test' }).fill('sign in');
  await expect.poll(async () => (await names()).filter(name => expected.includes(name)), eventually).toEqual(expected);
  expect((await names()).filter(name => /good|around/.test(name))).toEqual([]);
  await page.keyboard.press('Escape');
  await beginAction(page, 'plug test');
  await page.getByRole('combobox', { name: 'Test' }).fill('sign in');
  await expect.poll(async () => (await names()).filter(name => expected.includes(name)), eventually).toEqual(expected);
  expect((await names()).filter(name => /good|around/.test(name))).toEqual([]);
});

test('a choice that the service refuses says why where it was made', { tags: 'full' }, async () => {
  const kept = await shop.newTest([{ type: 'reload' }], 'Pay by card');
  const gone = await shop.newTest([{ type: 'reload' }], 'Pay by check');
  const place = await shop.newTest([{ type: 'plugTest', test: kept.testCode }], 'Pay');
  const { page, gate } = await showGated(shop.app, place.path);
  await page.getByRole('row', { name: 'Plug' }).getByRole('button', { name: 'Pay by card', exact: true }).click();
  await page.getByRole('combobox', { name: 'Test' }).fill('by check');
  await page.getByRole('option', { name: /Pay by check/ }).waitFor();
  gate.hold('tools/call');
  await page.keyboard.press('Enter');
  await shop.author.do('deleteTest', { moduleCode: gone.moduleCode, testCode: gone.testCode });
  gate.release();
  await page
    .getByRole('dialog', { name: 'Pay by card' })
    .getByRole('alert')
    .getByText(/^No test/)
    .waitFor();
});

test('what is typed into a part while it is saved stays there, and the end of a save closes no other part', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([
    { type: 'assert', locator: "getByText('1 notes')", matcher: 'toHaveText', expected: '2 notes' },
  ]);
  const { page, gate } = await showGated(shop.app, place.path);
  const action = async () => (await shop.author.actions(place))[0];
  const part = (name: string) => page.getByRole('gridcell').getByRole('button', { name, exact: true });
  const expected = page.getByRole('textbox', { name: 'Expected' });
  const locator = page.getByRole('form', { name: 'Change locator' }).getByRole('textbox');
  const save = async (text: string) => {
    await expected.fill(text);
    gate.hold('tools/call');
    await page.keyboard.press('Enter');
  };
  await part('2 notes').click();
  await save('3 notes');
  await expected.pressSequentially(' of mine');
  gate.release();
  await expect.poll(action, eventually).toMatchObject({ expected: '3 notes' });
  await page.locator('button[data-loading]').waitFor({ state: 'detached' });
  expect(await expected.inputValue()).toBe('3 notes of mine');
  await page.keyboard.press('Enter');
  await expected.waitFor({ state: 'detached' });
  await expect.poll(action, eventually).toMatchObject({ expected: '3 notes of mine' });
  await part('3 notes of mine').click();
  await save('4 notes');
  await page.keyboard.press('Escape');
  await part('1 notes').click();
  await locator.fill("getByText('notes')");
  gate.release();
  await part('4 notes').waitFor();
  await expect.poll(action, eventually).toMatchObject({ expected: '4 notes' });
  await page.locator('[data-waiting]').waitFor({ state: 'detached' });
  await locator.press('Enter', { timeout: 5_000 });
  await expect.poll(action, eventually).toMatchObject({ locator: "getByText('notes')" });
});

test('a click elsewhere while a part is saved leaves no form open, except with what was refused', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest([
    { type: 'comment', text: 'before' },
    { type: 'loop', times: '2' },
    { type: 'end' },
  ]);
  const { page, gate } = await showGated(shop.app, place.path);
  const times = page.getByRole('textbox', { name: 'Times' });
  const saveAndLeave = async (shown: string, text: string) => {
    await page.getByRole('gridcell').getByRole('button', { name: shown, exact: true }).click();
    await times.fill(text);
    gate.hold('tools/call');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: 'Comment' }).click({ position: { x: 20, y: 10 } });
    await times.waitFor({ state: 'detached' });
    gate.release();
  };
  await saveAndLeave('2', '3');
  await expect.poll(async () => (await shop.author.actions(place))[1], eventually).toMatchObject({ times: '3' });
  await page.locator('[data-waiting]').waitFor({ state: 'detached' });
  expect(await page.getByRole('form').count()).toBe(0);
  await saveAndLeave('3', 'many');
  await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor();
  await expect.poll(() => times.inputValue(), eventually).toBe('many');
});
