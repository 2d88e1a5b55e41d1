import { expect, test } from 'vitest';
import { z } from 'zod';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });
const Runs = z.object({ runs: z.array(z.looseObject({ items: z.number(), state: z.string() })) });
const runs = async () => (await shop.author.client.call('getRuns', {}, Runs)).runs;

test('the health of a project tells what fails, leads there, and runs all, what failed and single modules', {
  tags: 'full',
}, async () => {
  const { author } = shop;
  const { moduleCode } = await shop.newTest(comments('a'), 'Good');
  const { testCode: bad } = await author.test(moduleCode, 'Bad', { actions: [{ type: 'closeTab' }] });
  const { moduleCode: other } = await author.module('Other');
  await author.test(other, 'Third', { actions: comments('b') });
  await author.do('createFeature', { file: 'a.feature', text: 'Feature: A\n  Scenario: B\n    Given c\n    And d' });
  const page = await showIde(shop.app, '/p/shop/main/health');
  await page.getByRole('heading', { name: 'Nothing has run yet', level: 1 }).waitFor();
  await expectAccessible(page);
  const ended = async (count: number) => {
    await expect.poll(async () => (await runs()).length, eventually).toBe(count);
    await expect.poll(async () => (await runs())[0]?.state, eventually).toMatch(/passed|failed|error/);
  };
  await page.getByRole('button', { name: 'Run all' }).click();
  await ended(1);
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  expect(await page.title()).toBe('Health – Shop – Steploom');
  const modules = page.getByRole('list', { name: 'Modules' });
  await expect
    .poll(async () => (await modules.getByRole('listitem').allInnerTexts()).map(text => text.split('\n')), eventually)
    .toEqual([
      expect.arrayContaining(['Sign in', '2 tests', '50 %', '1 test fails']),
      expect.arrayContaining(['Other', '1 test', '100 %', 'all pass']),
    ]);
  await page.getByRole('img', { name: 'Its only run lately failed' }).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('button', { name: 'Run Other' }).click();
  await ended(2);
  await page.getByRole('img', { name: 'Last 2 runs: 2 passed, the last one passed' }).waitFor();
  await author.do('editTest', { moduleCode, testCode: bad, actions: comments('c') });
  await page.getByRole('button', { name: 'Run failed' }).click();
  await ended(3);
  await page.getByText('No test fails').waitFor();
  expect((await runs())[0]?.items).toBe(1);
  await page.getByRole('link', { name: '2 steps not linked' }).click();
  await page.getByRole('heading', { name: 'Linking desk' }).waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Health' }).click();
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'All projects' }).click();
  await page.getByRole('list', { name: 'Projects' }).getByRole('link', { name: 'Health' }).click();
  await page.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
});

test('the commit since which tests have changed is asked for, kept over a reload, and refused at its field', {
  tags: ['full'],
}, async () => {
  const { path } = await shop.newTest(comments('a'));
  const page = await showIde(shop.app, path);
  await shop.author.do('runTests', { wait: 20 });
  const dialog = page.getByRole('dialog', { name: 'Run what changed' });
  const field = dialog.getByLabel('Commit or branch');
  const open = () => page.getByRole('button', { name: 'Run changed since…' }).click();
  await page.getByRole('link', { name: 'Health', exact: true }).click();
  await open();
  await expect.poll(() => field.evaluate(one => one.matches(':focus')), eventually).toBe(true);
  await page.keyboard.type('main');
  await page.reload();
  await open();
  expect(await field.inputValue()).toBe('main');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByText('The project is not in a git repository.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a module of suites alone that never ran is called not run yet', { tags: 'full' }, async () => {
  const { author } = shop;
  const { testCode } = await shop.newTest(comments('a'));
  const { moduleCode } = await author.module('Suites');
  await author.test(moduleCode, 'Nightly', { type: 'suite', actions: [{ type: 'plugTest', test: testCode }] });
  const page = await showIde(shop.app, '/p/shop/main/health');
  await author.do('runTests', { wait: 20 });
  const rows = page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
  await rows.filter({ hasText: 'Sign in' }).getByText('all pass').last().waitFor();
  await rows.filter({ hasText: 'Suites' }).getByText('not run yet').last().waitFor();
});

test('the health of a project without tests leads on to a first one', { tags: 'full' }, async () => {
  const page = await showIde(shop.app, '/p/shop/main/health');
  await page.getByRole('heading', { name: 'No tests yet', level: 1 }).waitFor();
  await expectAccessibleInThemes(page);
  await page.getByRole('button', { name: 'New test' }).click();
  await page.keyboard.type('Buy a book');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: 'Buy a book' }).waitFor();
  await page.getByRole('treeitem', { name: 'Tests' }).waitFor();
});
