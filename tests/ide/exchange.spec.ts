// @module-tag full
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
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
  await expect
    .poll(async () => (await shop.author.tests({ moduleCode })).map(({ name }) => name), eventually)
    .toEqual(['Reads']);
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
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({ name: 'notes.side', mimeType: 'text/plain', buffer: Buffer.from(SIDE) });
  await page.getByRole('alert').getByText('“notes.side” cannot be read: choose it again').waitFor();
});

const PAGE_OBJECT = `export class LoginPage {
  constructor(page) { this.page = page; }
  async signIn(name) {
    await this.page.goto('/');
    await this.page.getByLabel('User').fill(name);
  }
}`;

const usingIt = (name: string) => `import { test } from '@playwright/test';
import { LoginPage } from '../pages/login-page';
test('${name}', async ({ page }) => { await new LoginPage(page).signIn('${name}'); });`;

async function folderOf(files: Readonly<Record<string, string>>): Promise<TemporaryDirectory> {
  const folder = await temporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  return folder;
}

async function chooseFolder(page: Page, folder: string) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder' }).click();
  await (await chooser).setFiles(folder);
}

test('the files of a folder are imported together, and take page objects from each other', async () => {
  const { moduleCode } = await shop.author.module('Of a folder');
  await using folder = await folderOf({
    'shop/tests/ann.spec.ts': usingIt('Ann'),
    'shop/tests/bob.spec.ts': usingIt('Bob'),
    'shop/pages/login-page.ts': PAGE_OBJECT,
    'shop/notes.md': '# Notes',
    'shop/node_modules/other/other.spec.ts': usingIt('Other'),
  });
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'Of a folder');
  await chooseFolder(page, join(folder.path, 'shop'));
  const list = dialog.getByRole('list', { name: 'Files to import' });
  await expect
    .poll(() => list.getByRole('listitem').allInnerTexts(), eventually)
    .toEqual([
      expect.stringMatching(/^shop\/pages\/login-page\.ts\s+goes along/),
      expect.stringMatching(/^shop\/tests\/ann\.spec\.ts\s+tests/),
      expect.stringMatching(/^shop\/tests\/bob\.spec\.ts\s+tests/),
    ]);
  expect(await dialog.getByLabel('Format').inputValue()).toBe('playwright-codegen');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('2 tests imported').waitFor();
  await expectAccessible(page);
  const tests = await shop.author.tests({ moduleCode });
  expect(tests.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
});

test('what is too much is refused before anything is sent', async () => {
  const { moduleCode } = await shop.author.module('Too much');
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'Too much');
  await using folder = await folderOf({
    'large.spec.ts': `// ${'x'.repeat(2_100_000)}`,
    'long.spec.ts': `// ${'x'.repeat(1_200_000)}`,
    'a.spec.ts': `${codeOf('One')} // ${'x'.repeat(700_000)}`,
    'b.spec.ts': `${codeOf('Two')} // ${'x'.repeat(700_000)}`,
    'c.spec.ts': `${codeOf('Three')} // ${'x'.repeat(700_000)}`,
  });
  const choose = async (...names: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(names.map(name => join(folder.path, name)));
  };
  await choose('large.spec.ts');
  await dialog.getByText('“large.spec.ts” has 2.1 MB; a file can have up to 2.0 MB.').waitFor();
  const isBlocked = () => dialog.getByRole('button', { name: 'Import' }).isDisabled();
  const remove = (name: string) => dialog.getByRole('button', { name: `Remove ${name}` }).press('Enter');
  await choose('a.spec.ts', 'long.spec.ts');
  await dialog.getByText('“long.spec.ts” has 1,200,003 characters; up to 1,000,000 are taken.').waitFor();
  expect(await isBlocked()).toBe(true);
  await remove('long.spec.ts');
  await choose('b.spec.ts', 'c.spec.ts');
  await dialog.getByText('The files are 2.1 MB; up to 2.0 MB can be imported at once.').waitFor();
  expect(await isBlocked()).toBe(true);
  await remove('a.spec.ts');
  await expect.poll(() => dialog.locator(':focus').getAttribute('aria-label'), eventually).toBe('Remove b.spec.ts');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('2 tests imported').waitFor();
  expect((await shop.author.tests({ moduleCode })).map(({ name }) => name)).toEqual(['Two', 'Three']);
});

test('files of which each is imported by itself get one result, with the errors of each', async () => {
  const { moduleCode } = await shop.author.module('One by one');
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  const dialog = await openImport(page, 'One by one');
  await using folder = await folderOf({ 'broken.side': '{', 'notes.side': SIDE, 'more.side': SIDE });
  const session = await page.context().newCDPSession(page);
  const box = await dialog.getByText('or drop them here').boundingBox();
  const data = {
    items: [],
    files: ['broken.side', 'notes.side', 'more.side'].map(name => join(folder.path, name)),
    dragOperationsMask: 1,
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5, data });
  await dialog.getByRole('button', { name: 'Remove more.side' }).waitFor();
  expect(await dialog.getByLabel('Format').inputValue()).toBe('selenium-side');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('2 tests imported · 1 file not imported').waitFor();
  await dialog.getByText(/^broken\.side: /).waitFor();
  expect(await shop.author.tests({ moduleCode })).toHaveLength(2);
});
