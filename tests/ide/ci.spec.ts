import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseYaml } from '../server/ci/script-parts.ts';
import { expectAccessible, expectAccessibleInThemes, openIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

test('a suite is made, chosen, and run by a script that the page writes, shows, copies and downloads', async () => {
  const { author, app } = shop;
  await using opened = await openIde(app, '/p/shop/main/ci');
  const { page, faults } = opened;
  await page.getByRole('heading', { name: 'Nothing to run in CI yet', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New suite' }).click();
  await page.getByRole('heading', { name: 'Suites › New suite', level: 1 }).waitFor();
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Look', { actions: comments('a') });
  await author.do('createAction', { moduleCode: 'm1', testCode: 't1', type: 'plugTest', test: testCode });
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'CI' }).click();
  await page.getByRole('heading', { name: 'CI', level: 1 }).waitFor();
  expect(await page.title()).toBe('CI – Shop – Steploom');
  const suite = page.getByRole('combobox', { name: 'Suite' });
  expect(await suite.inputValue()).toBe('Suites › New suite (t1)');
  await page.getByText('The project has none yet.').waitFor();
  await page.getByRole('button', { name: 'Generate script' }).click();
  await page.getByText('8 characters or more are needed').waitFor();
  await page.getByLabel('New project password').fill('long grass by the river');
  await page.getByRole('button', { name: 'Generate script' }).click();
  const text = page.getByRole('region', { name: 'Text of .github/workflows/steploom.yml' });
  await text.waitFor();
  const shown = await text.innerText();
  expect(parseYaml(shown)).toMatchObject({ jobs: { tests: { 'runs-on': 'ubuntu-latest' } } });
  expect(shown).toContain('run --project shop --suite t1');
  await expectAccessibleInThemes(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the script' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('steploom.yml');
  expect((await readFile(await file.path(), 'utf8')).trim()).toBe(shown.trim());
  await page.getByLabel('Machines').fill('3');
  await page.getByText('Something was changed since').waitFor();
  await page.getByRole('button', { name: 'Generate script' }).click();
  await expect.poll(() => text.innerText(), eventually).toContain('merge-reports');
  await page.getByRole('button', { name: 'Generate CI URL' }).click();
  await page.getByText('/p/shop/-/ci?suite=t1', { exact: false }).first().waitFor();
  const issued = page.getByRole('list', { name: 'CI URLs' });
  await issued.getByRole('button', { name: 'Revoke' }).click();
  await issued.waitFor({ state: 'detached' });
  const password = app.service.workspace.project('shop')?.password;
  expect(await password?.matches('long grass by the river')).toBe(true);
  expect(await page.getByLabel('Project password').inputValue()).toBe('long grass by the river');
  expect(faults).toEqual([]);
});

test('a wrong project password is refused at its field, and the right one makes the script', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const { testCode } = await author.test(moduleCode, 'One', { actions: comments('a') });
  await app.service.workspace.project('shop')?.password.set('long grass by the river');
  await using opened = await openIde(app, `/p/shop/main/ci?test=${testCode}`);
  const { page, faults } = opened;
  const field = page.getByLabel('Project password');
  await field.fill('short grass');
  await page.keyboard.press('Enter');
  await page.getByText('This is not the password of the project.').waitFor();
  expect(await page.getByRole('region', { name: /^Text of/ }).count()).toBe(0);
  await field.fill('long grass by the river');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Text of/ }).waitFor();
  expect(await page.getByRole('region', { name: /^Text of/ }).innerText()).toContain(`run ${testCode} --project shop`);
  expect(faults).toEqual([]);
});
