import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../support/author.ts';
import { featuresOf } from '../support/feature-files.ts';
import { cloudSettings, openConnectedShop, serverSettings } from '../support/feature-server.ts';
import { startTestApp } from '../support/test-app.ts';
import { expectAccessible, expectAccessibleInThemes, openIde, showIde, THEMES } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const feature = (name: string, ...steps: string[]) =>
  `Feature: ${name}\n\n  Scenario: One\n${steps.map(step => `    Given ${step}\n`).join('')}`;

const FilesReply = z.object({ files: z.array(z.object({ path: z.string() })) });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import features' });
const rows = (page: Page) => page.getByRole('region', { name: 'Features to import' }).getByRole('listitem');
const names = (page: Page) => async () => (await rows(page).allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

describe('importing features', () => {
  const shop = useApp();
  beforeAll(async () => {
    const { moduleCode } = await shop.author.module('Shop');
    await shop.author.test(moduleCode, 'Open the shop', { actions: [] });
    await shop.author.do('createFeature', { text: feature('Known', 'the shop is open') });
    await shop.author.do('linkStep', { text: 'the shop is open', moduleCode, testCode: 't1' });
  });

  it.each(THEMES)(
    'the import lists features of files, takes the chosen ones and leads to red steps in the %s theme',
    { tags: 'full' },
    async colorScheme => {
      const page = await showIde(shop.app, '/p/shop/main/modules', { colorScheme });
      await page.getByRole('button', { name: 'More about the project' }).click();
      await page.getByRole('menuitem', { name: 'Import features…' }).click();
      await dialog(page).getByText('No feature server is set up.').waitFor();
      expect(new URL(page.url()).search).toBe('?dialog=import');
      expect(await button(page, 'List features').isDisabled()).toBe(true);
      await expectAccessible(page);
      await dialog(page).getByLabel('Upload .feature / .zip').check();
      const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
      await page
        .locator('input[type=file]')
        .setInputFiles([
          text('Known.feature', feature('Known', 'the shop is open')),
          text(`${colorScheme}.feature`, feature(colorScheme, 'the shop is open', `it is ${colorScheme}`)),
          text('other.feature', feature(`Other ${colorScheme}`, 'nobody')),
          text('bad.feature', 'Feature: Bad\n Scenario: B\n  Given x\n  oops\n'),
        ]);
      await button(page, 'List features').click();
      await expect
        .poll(names(page), eventually)
        .toEqual([
          expect.stringMatching(/^bad.feature failed Line 4: “oops” does not belong here/),
          `${colorScheme} ${colorScheme}.feature new 1 scenario`,
          `Other ${colorScheme} other.feature new 1 scenario`,
          'Known Known.feature same 1 scenario',
        ]);
      await dialog(page).getByText('new 2 · changed 0 · same 1 · gone 0 · failed 1').waitFor();
      await expectAccessible(page);
      await dialog(page).getByLabel('Filter the list').fill('other');
      await dialog(page).getByRole('checkbox', { name: 'other.feature' }).uncheck();
      await dialog(page).getByLabel('Filter the list').fill('');
      await button(page, 'Import the rest (1)').click();
      await dialog(page).getByText('1 feature imported · 1 step linked automatically · 1 step red').waitFor();
      const came = page.getByRole('region', { name: 'Features imported' }).getByRole('listitem');
      expect(await came.filter({ has: page.getByRole('img', { name: 'imported' }) }).allInnerTexts()).toHaveLength(1);
      await expectAccessible(page);
      await button(page, 'Show red steps').click();
      await dialog(page).waitFor({ state: 'detached' });
      await page.getByRole('treeitem', { name: `Feature ${colorScheme}, 1 of 2 steps linked` }).waitFor();
      expect(await page.getByRole('treeitem', { name: 'Feature Known' }).count()).toBe(0);
      // The first of them is chosen, and asks for its test.
      await page.getByRole('dialog', { name: 'Plug test case' }).getByRole('combobox').waitFor();
      expect(await page.getByRole('treeitem', { selected: true }).innerText()).toContain('1 of 2');
      expect((await featuresOf(shop.author)).map(({ name }) => name)).not.toContain(`Other ${colorScheme}`);
      // What was put there for the import is gone again.
      const files = async () => (await shop.author.client.call('getFiles', {}, FilesReply)).files;
      await expect.poll(files, eventually).toEqual([]);
    },
  );

  it('the import accepts dropped archives and says when a folder is up to date', {
    tags: 'full',
  }, async () => {
    const page = await showIde(shop.app, '/p/shop/main/features');
    await page.getByRole('heading', { name: 'Choose a feature or a scenario' }).waitFor();
    const zip = zipSync({ 'deep/Dropped.feature': Buffer.from(feature('Dropped', 'the shop is open')) });
    const data = await page.evaluateHandle(
      `(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(${JSON.stringify([...zip])})], 'all.zip'));
        return transfer;
      })()`,
    );
    const area = page.getByRole('region', { name: 'Steps' });
    await area.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText('Drop .feature files or a .zip to import them').waitFor();
    await area.dispatchEvent('drop', { dataTransfer: data });
    await button(page, 'List features').click();
    await expect.poll(names(page), eventually).toEqual(['Dropped deep/Dropped.feature new 1 scenario']);
    await button(page, 'Back').click();
    await dialog(page).getByLabel('Folder', { exact: true }).check();
    const path = dialog(page).getByRole('textbox', { name: 'Folder' });
    const folder = join(shop.app.folder, '..', 'features-elsewhere');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'Known.feature'), feature('Known', 'the shop is open'));
    await path.fill(folder);
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('heading', { name: 'Up to date' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });
});

it('a feature that the server no longer has is kept as a local one or removed, as the user decides', {
  tags: 'full',
}, async () => {
  await using app = await startTestApp({ withIde: false });
  const author = new Author(app.client);
  const folder = join(app.folder, 'files/served-features');
  await mkdir(folder, { recursive: true });
  for (const name of ['First', 'Second', 'Third'])
    await writeFile(join(folder, `${name}.feature`), feature(name, 'the shop is open'));
  await author.do('configureFeatureServer', { type: 'folder', fileListUrl: 'files/served-features' });
  await using opened = await openIde(app, '/p/shop/main/features?dialog=import');
  const { page, faults } = opened;
  await dialog(page).getByText('served-features').waitFor();
  await button(page, 'List features').click();
  await button(page, 'Start (3)').click();
  await dialog(page).getByText('3 features imported').waitFor();
  await button(page, 'Done').click();
  for (const name of ['First', 'Second']) await rm(join(folder, `${name}.feature`));
  await writeFile(join(folder, 'Third.feature'), feature('Third', 'the shop is open', 'it is late'));
  await page.getByRole('button', { name: 'More about the features' }).click();
  await page.getByRole('menuitem', { name: 'Import features…' }).click();
  await button(page, 'List features').click();
  await expect
    .poll(names(page), eventually)
    .toEqual([
      'Third Third.feature changed 1 scenario · +1 step −0 Diff',
      'First First.feature gone 1 scenario',
      'Second Second.feature gone 1 scenario',
    ]);
  await dialog(page).getByText('new 0 · changed 1 · same 0 · gone 2').waitFor();
  await button(page, 'Diff of Third').press('Enter');
  const difference = dialog(page).getByRole('region', { name: 'What changes in Third' });
  expect((await difference.innerText()).split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining(['Line 3', '+', 'Given it is late']),
  );
  expect(await difference.locator('[data-kind=added]').innerText()).toContain('it is late');
  expect(await difference.locator('[data-kind=removed]').count()).toBe(0);
  await expectAccessibleInThemes(page);
  await button(page, 'Diff of Third').press('Enter');
  await difference.waitFor({ state: 'detached' });
  await button(page, 'Start (3)').click();
  await dialog(page).getByText('1 feature imported · 2 features marked as gone').waitFor();
  await button(page, 'Done').click();
  await page.getByRole('treeitem', { name: 'Feature Third' }).click();
  await page.getByText(/^synced /).waitFor();
  await page.getByRole('treeitem', { name: 'Feature First, 0 of 1 steps linked, no longer on the server' }).click();
  await page.getByText('This feature is no longer on the server.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.getByText('This feature is no longer on the server.').waitFor({ state: 'detached' });
  await page.getByText('local', { exact: true }).waitFor();
  await page.getByRole('treeitem', { name: 'Feature Second' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('“Second” deleted').waitFor();
  await page.getByRole('treeitem', { name: 'Feature Second' }).waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Choose a feature or a scenario' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByRole('treeitem', { name: 'Feature Second, 0 of 1 steps linked, no longer on the server' }).waitFor();
  expect(faults).toEqual([]);
});

it('an import from a server that does not answer is cancelled and leaves the project as it was', {
  tags: 'full',
}, async () => {
  await using shop = await openConnectedShop({ tm: { faults: ['export/hang*1', 'sign-in/hang'] } });
  await shop.configure(serverSettings(shop.tm));
  await using opened = await openIde(shop.app, '/p/shop/main/features?dialog=import');
  const { page, faults } = opened;
  const status = (words: string) => dialog(page).getByRole('status').getByText(words).waitFor();
  await button(page, 'List features').click();
  await status('Waiting for the server');
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await button(page, 'Cancel').waitFor({ state: 'detached' });
  expect(await dialog(page).getByRole('alert').count()).toBe(0);
  await button(page, 'List features').click();
  await rows(page).first().waitFor();
  // The same features, behind a sign-in that never ends.
  await shop.configure(cloudSettings(shop.tm));
  const start = dialog(page).getByRole('button', { name: /^Start \(\d+\)$/ });
  await start.click();
  await status('Signing in to the server');
  // Each of them says how far it is.
  const count = await rows(page).count();
  await expect.poll(() => rows(page).getByRole('img', { name: 'waiting' }).count(), eventually).toBe(count);
  await expectAccessible(page);
  await button(page, 'Cancel').click();
  await button(page, 'Back').waitFor();
  expect(await featuresOf(shop.author)).toEqual([]);
  await shop.configure(serverSettings(shop.tm));
  await start.click();
  await dialog(page)
    .getByText(/^\d+ features imported/)
    .waitFor();
  const came = page.getByRole('region', { name: 'Features imported' }).getByRole('listitem');
  expect(await came.getByRole('img', { name: 'imported' }).count()).toBe(count);
  await expectAccessibleInThemes(page);
  expect(await featuresOf(shop.author)).not.toEqual([]);
  expect(faults).toEqual([]);
});

it('a project without features leads to the import', { tags: 'full' }, async () => {
  await using app = await startTestApp({ withIde: false });
  await using opened = await openIde(app, '/p/shop/main/features');
  const { page, faults } = opened;
  await page.getByRole('heading', { name: 'No features' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import features' }).click();
  await dialog(page).getByRole('link', { name: 'Settings › Integrations' }).click();
  await page.waitForURL('**/settings/integrations');
  expect(faults).toEqual([]);
});
