import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shop = useApp();

const LOCATOR = "getByRole('button', { name: 'Purple' })";

test('the search box finds tests, actions and commands by words, tags and codes', async () => {
  const { moduleCode, testCode, path } = await shop.newTest([{ type: 'click', locator: LOCATOR }], 'Buys a lamp');
  await shop.author.do('editTest', { moduleCode, testCode, tags: ['@slow'] });
  const { testCode: other } = await shop.author.test(moduleCode, 'Other');
  const page = await showIde(shop.app, path.replace(testCode, other));
  await page.getByRole('heading', { name: /Other/ }).waitFor();
  const box = page.getByRole('combobox', { name: 'Search' });
  const shown = () => new URL(page.url()).pathname;
  const search = async (text: string) => {
    await page.keyboard.press('Control+k');
    await box.fill(text);
  };
  await search('lamp');
  await page.getByRole('option', { name: /Buys a lamp/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(shown, eventually).toBe(path);
  await search(`#${other}`);
  await page.getByRole('option', { name: /Other/ }).click();
  await expect.poll(shown, eventually).toBe(path.replace(testCode, other));
  await search('@slow');
  await page.getByRole('option', { name: /Buys a lamp/ }).click();
  await expect.poll(shown, eventually).toBe(path);
  await search('purple');
  await page.getByRole('option', { name: /Purple/ }).click();
  await page.getByRole('row', { name: 'Click', selected: true }).waitFor();
  await search('> go to settings');
  await page.getByRole('option', { name: /Go to Settings/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'General' }).waitFor();
  await search('xyzzy');
  await page.getByText('No matches for “xyzzy”.').waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
});

test('the question mark lists all shortcuts, where those without Ctrl can be switched off', {
  tags: 'full',
}, async () => {
  const { path } = await shop.newTest([]);
  const page = await showIde(shop.app, path);
  await page.getByRole('heading', { name: /Valid user/ }).waitFor();
  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Duplicate').waitFor();
  await dialog.getByText('Ctrl+D', { exact: true }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+?');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  expect(await dialog.count()).toBe(0);
});
