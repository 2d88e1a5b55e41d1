import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectFocus } from './focused.ts';
import { expectAccessible, expectAccessibleInThemes, openIde, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });

const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const titled = (page: Page, title: string) => expect.poll(() => page.title(), eventually).toBe(title);

async function choose(page: Page, project: string, item: string) {
  await page.getByRole('button', { name: `More for ${project}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a card tells what is in a project and how it ran last', { tags: ['full'] }, async () => {
  const { moduleCode, testCode } = await shop.newTest(comments('one'));
  await shop.author.do('createFeature', { text: 'Feature: Basket\n\n  Scenario: Empty\n    Given nothing\n' });
  const page = await showIde(shop.app, '/p/shop');
  await shop.author.do('runTest', { moduleId: moduleCode, testId: testCode, wait: 20 });
  await page.getByRole('link', { name: 'All projects' }).click();
  await cardOf(page, 'Shop').getByText('1 module · 1 test · 1 feature').waitFor();
  await cardOf(page, 'Shop').getByText('1 passed').waitFor();
  await titled(page, 'Projects – Steploom');
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Projects']);
  await page.getByRole('textbox', { name: 'Filter projects' }).fill('office');
  await page.getByText('No project matches “office”').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Shop' }).click();
  await titled(page, 'Modules – Shop – Steploom');
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Modules']);
});

test('a project is renamed, and deleted once its name is typed', async () => {
  const page = await showIde(shop.app, '/projects');
  await cardOf(page, 'Shop').getByText('never run').waitFor();
  await choose(page, 'Shop', 'Rename');
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await expectFocus(page, 'Name');
  await field.fill('Store');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Store' }).waitFor();
  await choose(page, 'Store', 'Delete');
  const button = page.getByRole('button', { name: 'Delete project' });
  await page.getByLabel('Type Store to confirm').fill('Stor');
  expect(await button.isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.keyboard.type('e');
  await button.click();
  await page.getByRole('heading', { name: 'No project yet' }).waitFor();
  expect(shop.app.service.workspace.projects()).toEqual([]);
});

test('a new project gets its folder from its name, and keeps what is typed while a field is refused', {
  tags: 'full',
}, async () => {
  const page = await showIde(shop.app, '/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await titled(page, 'New project – Steploom');
  const [name, address, folder] = ['Name', 'App address', 'Folder id'].map(label =>
    page.getByRole('textbox', { name: label, exact: true }),
  );
  await name?.fill('Own Shöp');
  expect(await folder?.inputValue()).toBe('own-shop');
  await name?.fill('Shop');
  expect(await folder?.inputValue()).toBe('shop-2');
  await folder?.fill('shop');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('There is a project in the folder “shop” already.').waitFor();
  await page.reload();
  await folder?.fill('own');
  await address?.fill('ftp://files');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.poll(() => address?.getAttribute('aria-invalid'), eventually).toBe('true');
  await expectAccessible(page);
  await address?.fill('');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/own/main/modules');
});

test('a workspace without projects offers a new one and the sample', { tags: ['full'] }, async () => {
  const { service } = shop.app;
  const page = await showIde(shop.app, '/projects');
  await choose(page, 'Shop', 'Delete');
  await page.getByLabel('Type Shop to confirm').fill('Shop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No project yet' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the sample project' }).click();
  await page.getByRole('treeitem').first().waitFor();
  expect(service.workspace.projects().map(({ projectId }) => projectId)).toEqual(['sample']);
  await titled(page, 'Modules – Sample shop – Steploom');
});

test('the address of an app is all that a first project needs', { tags: ['full'] }, async () => {
  const page = await showIde(shop.app, '/projects');
  await choose(page, 'Shop', 'Delete');
  await page.getByLabel('Type Shop to confirm').fill('Shop');
  await page.keyboard.press('Enter');
  const address = page.getByRole('textbox', { name: 'Address of your app' });
  await address.fill('ftp://files');
  await page.keyboard.press('Enter');
  await expect.poll(() => address.getAttribute('aria-invalid'), eventually).toBe('true');
  await expectAccessibleInThemes(page);
  await address.fill('127.0.0.1:47999/shop');
  await page.keyboard.press('Enter');
  await page.getByText('nothing answers at 127.0.0.1:47999').waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/my-app/main/modules');
  expect(shop.app.service.workspace.projects()).toMatchObject([{ projectId: 'my-app' }]);
});

test('a folder that appears in the workspace is shown without a reload, and so is one that cannot be opened', {
  tags: ['full'],
}, async () => {
  await using app = await startTestApp({ withIde: false });
  const workspace = dirname(app.folder);
  await using opened = await openIde(app, '/projects');
  const { page, faults } = opened;
  await page.getByRole('link', { name: 'Shop' }).waitFor();
  await cp(app.folder, join(workspace, 'cloned'), {
    recursive: true,
    filter: source => !source.includes('.steploom'),
  });
  await mkdir(join(workspace, 'broken'));
  await writeFile(join(workspace, 'broken/project.json'), '{ "format": 1,');
  await cardOf(page, 'Cannot be opened').getByText('broken', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('listitem').count(), eventually).toBe(3);
  await expectAccessibleInThemes(page);
  expect(faults).toEqual([]);
  await choose(page, 'broken', 'Delete');
  await page.getByLabel('Type broken to confirm').fill('broken');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('listitem').count(), eventually).toBe(2);
  await rm(join(workspace, 'broken'), { recursive: true, force: true });
});

test('a project in another folder is found by going from folder to folder', { tags: ['full'] }, async () => {
  await using elsewhere = await temporaryDirectory();
  const { path } = elsewhere;
  await mkdir(join(path, 'work/empty'), { recursive: true });
  await cp(shop.app.folder, join(path, 'work/till'), {
    recursive: true,
    filter: source => !source.includes('.steploom'),
  });
  const file = join(path, 'work/till/project.json');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"shop"', '"till"'));
  const page = await showIde(shop.app, '/projects/open');
  await page.getByLabel('Folder', { exact: true }).fill(path);
  const folder = (name: string) => page.getByRole('list').getByRole('button', { name, exact: true });
  await folder('work').click();
  await folder('empty').click();
  await folder(`Up to ${join(path, 'work')}`).click();
  await expectAccessibleInThemes(page);
  await folder('till project').click();
  await page.getByText(`A project is in ${join(path, 'work/till')}`).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname, eventually).toBe('/p/till/main/modules');
});

test('a project in another folder is opened by its path, and a wrong path is told at the field', {
  tags: ['full'],
}, async () => {
  await using elsewhere = await temporaryDirectory();
  const till = join(elsewhere.path, 'till');
  const page = await showIde(shop.app, '/projects');
  await page.getByRole('button', { name: 'Open folder…' }).click();
  await titled(page, 'Open folder – Steploom');
  await page.getByLabel('Folder', { exact: true }).fill(till);
  await page.keyboard.press('Enter');
  await page.getByText(`There is no project in ${till}`).waitFor();
  await expectAccessibleInThemes(page);
  await mkdir(join(till, 'versions/main'), { recursive: true });
  const main = { format: 1, versionId: 'main', name: 'Main' };
  const project = { format: 1, projectId: 'till', name: 'The till', defaultVersion: 'main' };
  await writeFile(join(till, 'versions/main/version.json'), JSON.stringify(main));
  await writeFile(join(till, 'project.json'), JSON.stringify(project));
  await page.reload();
  expect(await page.getByLabel('Folder', { exact: true }).inputValue()).toBe(till);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/p/till/main/modules');
});

test('the new name of a project outlasts its dialog, and whoever leaves that of a new one stays where they are', {
  tags: ['full'],
}, async () => {
  const { page, gate } = await showGated(shop.app, '/projects');
  const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await choose(page, 'Shop', 'Rename');
  await field.fill('Store');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await choose(page, 'Shop', 'Rename');
  expect(await field.inputValue()).toBe('Store');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Shop', 'Rename');
  expect(await field.inputValue()).toBe('Shop');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New project' }).click();
  await field.fill('Till');
  gate.hold('tools/call');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  gate.release();
  await page.getByText('Project “Till” created').waitFor();
  await cardOf(page, 'Till').waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects');
});
