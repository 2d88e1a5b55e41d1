// @module-tag full
import { expect, test } from 'vitest';
import { showIde } from './open-page.ts';
import { Person } from './person.ts';
import { comments, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

test('a project without a suite leads from the CI page to the copied script of a suite in at most 12 interactions', async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  await author.test(moduleCode, 'Look', { actions: comments('a') });
  const page = await showIde(app, '/p/shop/main/ci', { permissions: ['clipboard-read', 'clipboard-write'] });
  const person = new Person(page);
  await page.getByRole('heading', { name: 'CI', level: 1 }).waitFor();
  await person.choose('Suite');
  await person.click('New suite');
  await page.getByRole('tree').getByRole('textbox').waitFor();
  await person.type('Nightly');
  await person.click('Add action');
  await page.getByRole('combobox', { name: 'Find a kind of action' }).waitFor();
  await person.press('Enter');
  await page.getByRole('combobox', { name: 'Test' }).waitFor();
  await person.type('Look');
  await person.press('Enter');
  await person.click('Add');
  await page.getByRole('form').waitFor({ state: 'detached' });
  await person.click('CI', 'link');
  await page.getByRole('heading', { name: 'CI', level: 1 }).waitFor();
  await person.fill('New project password', 'long grass by the river');
  await person.click('Generate script');
  await page.getByRole('region', { name: /^Text of/ }).waitFor();
  await person.click('Copy the script');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('run --project shop --suite t2');
  expect((await author.tests()).map(({ name }) => name)).toEqual(['Look', 'Nightly']);
  expect(person.count).toBeLessThanOrEqual(12);
});
