import { expect, test } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });

/** What a spreadsheet puts on the clipboard, pasted into the field for it. */
const PASTE = `{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', 'user\\tage\\nann\\t3\\nbob\\t4\\n');
  const area = document.querySelector('[aria-label="Paste a table"]');
  area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}`;

async function openTest() {
  const place = await shop.newTest(comments('hello {{user}}'));
  const page = await showIde(shop.app, place.path);
  const stored = async () => {
    const tests = await shop.author.tests({ moduleCode: place.moduleCode });
    return tests.find(({ testCode }) => testCode === place.testCode);
  };
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return { ...place, page, stored, open };
}

test('parameters and data rows are written, pasted and saved, and each row shows how it ended', {
  tags: 'full',
}, async () => {
  const { page, stored, open } = await openTest();
  await open('Parameters');
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await page.keyboard.type('no name');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByLabel('Name of parameter 1').getAttribute('aria-invalid'), eventually).toBe('true');
  // What is not saved outlasts a reload.
  await page.reload();
  await expect.poll(() => page.getByLabel('Name of parameter 1').inputValue(), eventually).toBe('no name');
  await page.getByLabel('Name of parameter 1').fill('user');
  await page.getByLabel('Default of parameter 1').fill('ann');
  await page.keyboard.press('Enter');
  await expect.poll(stored, eventually).toMatchObject({ parameters: [{ name: 'user', default: 'ann' }] });
  await expectAccessibleInThemes(page);
  await open('Data');
  const area = page.getByRole('textbox', { name: 'Paste a table' });
  await area.waitFor();
  await page.evaluate(PASTE);
  await page.getByRole('table', { name: 'Data' }).waitFor();
  await page.getByLabel('age, row 2').fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toMatchObject({
    parameters: [{ name: 'user', default: 'ann' }, { name: 'age' }],
    data: {
      rows: [
        { user: 'ann', age: '3' },
        { user: 'bob', age: '5' },
      ],
    },
  });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('table', { name: 'Data' }).getByRole('img', { name: 'passed' }).nth(1).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByTitle('Show the result of row 2 in').click();
  await page.waitForURL(/\/runs\/[^/]+\?step=2$/);
  const chosen = page.getByRole('treeitem', { selected: true });
  await expect.poll(() => chosen.allInnerTexts(), eventually).toEqual([expect.stringContaining('(row 2)')]);
});

test('type, tags, comment and skip of a test are saved together, and a change of others is asked about', {
  tags: ['full'],
}, async () => {
  const { page, stored, open, moduleCode, testCode } = await openTest();
  await open('Details');
  await page.getByLabel('Tags').first().fill('smoke');
  await page.keyboard.press('Enter');
  await page.getByLabel('Comment').fill('Mine');
  await page.getByLabel('Skip in runs').check({ force: true });
  await expectAccessibleInThemes(page);
  await shop.author.do('editTest', { moduleCode, testCode, comment: 'Theirs' });
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toMatchObject({ tags: ['@smoke'], comment: 'Mine', skip: true });
  await page.getByLabel('Comment').press('Escape');
  await page.getByLabel('Comment').waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Details' }).evaluate(one => one.matches(':focus'))).toBe(true);
});

test('what is typed while a part of the test is saved stays there, to be saved next', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('hello {{user}}'));
  const { page, gate } = await showGated(shop.app, place.path);
  const stored = async () =>
    (await shop.author.tests({ moduleCode: place.moduleCode })).find(({ testCode }) => testCode === place.testCode);
  await page.getByRole('button', { name: 'Parameters', exact: true }).click();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await page.getByLabel('Name of parameter 1').fill('user');
  gate.hold('tools/call');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Default of parameter 1').fill('ann');
  gate.release();
  await expect.poll(stored, eventually).toMatchObject({ parameters: [{ name: 'user' }] });
  await page.locator('button[data-loading]').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Default of parameter 1').inputValue()).toBe('ann');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored, eventually).toMatchObject({ parameters: [{ name: 'user', default: 'ann' }] });
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
});

test('nobody is named as the role of a test before the roles are read, and roles that are added since are offered', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('hello'));
  const { page, gate } = await showGated(shop.app, place.path);
  const role = page.getByLabel('Role');
  const offered = async () => (await role.getByRole('option').allInnerTexts()).join(', ');
  gate.hold('tools/call');
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expect.poll(offered, eventually).toBe('The usual one');
  gate.release();
  await expect.poll(offered, eventually).toBe('Nobody');
  const roles = [{ role: 'clerk', username: 'ann', password: 'secret' }];
  await shop.author.do('configureAuth', { method: 'basic', roles });
  await expect.poll(offered, eventually).toBe('The usual one (clerk), clerk, Nobody: signed out');
});
