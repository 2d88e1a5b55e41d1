// @module-tag full
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp();

const codeOf = (name: string) => `test('${name}', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('User').fill('ann');
  while (await page.getByText('Wait').isVisible()) await page.reload();
});`;

test('tests are imported into a module from the tree, and one goes out as code of Playwright', async () => {
  const { moduleCode } = await shop.author.module('Brought');
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'Brought');
  await dialog.getByLabel('Content').fill('test(');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText(/The code cannot be read/).waitFor();
  await dialog.getByLabel('Content').fill(codeOf('Greets'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText(/was left out/).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect
    .poll(async () => (await shop.author.tests({ moduleCode })).map(({ name }) => name), eventually)
    .toEqual(['Greets']);
  await page.getByRole('treeitem', { name: /^Test Greets\b/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const out = page.getByRole('dialog', { name: 'Export test' });
  await expect
    .poll(() => out.getByRole('textbox', { name: /spec\.ts$/ }).inputValue(), eventually)
    .toContain("getByLabel('User').fill('ann')");
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await out.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^t\d+\.spec\.ts$/);
  await out.getByLabel('Format').selectOption('JSON, for another project');
  await expect.poll(() => out.getByRole('textbox', { name: /\.json$/ }).inputValue(), eventually).toContain('"Greets"');
});

const SIDE = JSON.stringify({
  name: 'Notes',
  tests: [{ name: 'Reads', commands: [{ command: 'open', target: '/', value: '' }] }],
});

test('a format chosen by hand stays while the text is changed', async () => {
  const { moduleCode } = await shop.author.module('From elsewhere');
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'From elsewhere');
  await dialog.getByLabel('Content').fill(SIDE);
  await dialog.getByLabel('Format').selectOption('Selenium IDE (.side)');
  await dialog.getByLabel('Content').press('End');
  await page.keyboard.type(' ');
  expect(await dialog.getByLabel('Format').inputValue()).toBe('selenium-side');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('treeitem', { name: /^Test Reads\b/ }).waitFor();
});

async function openImport(page: Page, moduleName: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^Module ${moduleName}\\b`) }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Import tests…' }).click();
  return page.getByRole('dialog', { name: 'Import tests' });
}

test('whoever closes the dialog while tests are imported stays where they are, and hears what became of it', async () => {
  const { moduleCode } = await shop.author.module('Closed early');
  const { page, gate } = await showGated(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'Closed early');
  const importAndClose = async (text: string) => {
    await dialog.getByLabel('Content').fill(text);
    gate.hold('tools/call');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    gate.release();
  };
  await importAndClose('test(');
  await page
    .getByRole('alert')
    .getByText(/The code cannot be read/)
    .waitFor();
  await openImport(page, 'Closed early');
  await importAndClose(codeOf('Waves'));
  await page.getByText('1 test imported').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/p/shop/main/modules/${moduleCode}`);
});

test('a file that the browser cannot read is named', async () => {
  const { moduleCode } = await shop.author.module('Unreadable');
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'Unreadable');
  await page.evaluate(`Object.defineProperty(File.prototype, 'text', {
    configurable: true,
    value: () => Promise.reject(new DOMException('It is gone', 'NotReadableError')),
  })`);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'notes.side', mimeType: 'text/plain', buffer: Buffer.from(SIDE) });
  await page.getByRole('alert').getByText('“notes.side” cannot be read: choose it again').waitFor();
});
