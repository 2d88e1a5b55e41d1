import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { parseYaml } from '../server/ci/script-parts.ts';
import { ownerOf } from '../support/owner.ts';
import { expectFocus } from './focused.ts';
import { expectAccessible, expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const PASSWORD = 'long grass by the river';

const shop = useApp({ isAnew: true });

test('a suite is made, chosen, and run by a script that the page writes, shows, copies and downloads', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const page = await showIde(app, '/p/shop/main/ci');
  await page.getByRole('heading', { name: 'Nothing to run in CI yet', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New suite' }).click();
  const dialog = page.getByRole('dialog', { name: 'New suite' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'CI', level: 1 }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Look', { actions: comments('a') });
  expect(await page.title()).toBe('CI – Shop – Steploom');
  const suite = page.getByRole('combobox', { name: 'Suite' });
  await expect.poll(() => suite.inputValue(), eventually).toBe('Suites › Nightly (t1)');
  await page.getByRole('button', { name: 'Generate script' }).click();
  await page.getByRole('alert').filter({ hasText: 'The suite t1 is empty.' }).waitFor();
  await author.do('createAction', { moduleCode: 'm1', testCode: 't1', type: 'plugTest', test: testCode });
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
  const password = app.service.workspace.project('shop')?.password;
  expect(password?.isSet).toBe(false);
  await page.getByText('The project has none yet.').waitFor();
  await page.getByRole('button', { name: 'Generate CI URL' }).click();
  await page.getByText('8 characters or more are needed').waitFor();
  await page.getByLabel('New project password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Generate CI URL' }).click();
  await page.getByText('/p/shop/-/ci?suite=t1', { exact: false }).first().waitFor();
  const issued = page.getByRole('list', { name: 'CI URLs' });
  await issued.getByRole('button', { name: 'Revoke' }).click();
  await issued.waitFor({ state: 'detached' });
  expect(await password?.matches(PASSWORD)).toBe(true);
  expect(await page.getByLabel('Project password').inputValue()).toBe(PASSWORD);
});

test('the focus goes to the next CI URL when one is revoked, and to the button that makes them after the last', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const made = [await author.test(moduleCode, 'One'), await author.test(moduleCode, 'Two')];
  await app.service.workspace.project('shop')?.password.set(PASSWORD);
  const owner = await ownerOf(dirname(app.folder));
  for (const { testCode } of made)
    await owner.do('generateCIUrl', { projectId: 'shop', tests: [testCode], password: PASSWORD });
  const page = await showIde(app, '/p/shop/main/ci');
  const issued = page.getByRole('list', { name: 'CI URLs' }).getByRole('listitem');
  await expect.poll(() => issued.count(), eventually).toBe(2);
  await issued.first().getByRole('button').press('Enter');
  await expect.poll(() => issued.count(), eventually).toBe(1);
  await expectFocus(page, /^Revoke the CI URL /);
  await page.keyboard.press('Enter');
  await expect.poll(() => issued.count(), eventually).toBe(0);
  await expectFocus(page, 'Generate CI URL');
});

test('tests and features are chosen one by one, and no script is made while nothing is chosen', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const { testCode } = await author.test(moduleCode, 'One', { actions: comments('a') });
  const page = await showIde(app, '/p/shop/main/ci');
  const kinds = page.getByRole('radiogroup', { name: 'What runs' });
  const refused = async (kind: string, sentence: string) => {
    await kinds.getByText(kind, { exact: true }).click();
    await page.getByRole('button', { name: 'Generate script' }).click();
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
  };
  await refused('Suite', 'There is no suite to run yet');
  await refused('Tests and features', 'Choose what runs first');
  await page.getByRole('combobox', { name: 'Modules, tests, features and scenarios' }).fill('One');
  await page.getByRole('option', { name: /One/ }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Generate script' }).click();
  await page.getByText(`run ${testCode} --project shop`, { exact: false }).first().waitFor();
  await page.getByRole('combobox', { name: 'Modules, tests, features and scenarios' }).press('Backspace');
  await refused('Tests and features', 'Choose what runs first');
  await kinds.getByText('Everything', { exact: true }).click();
  await page.getByRole('button', { name: 'Generate script' }).click();
  await page.getByText('run --project shop', { exact: false }).first().waitFor();
});

test('the script is there as soon as something can run, and its card says so where nothing can yet', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  await author.test(moduleCode, 'One', { actions: comments('a') });
  const page = await showIde(app, '/p/shop/main/ci');
  const text = page.getByRole('region', { name: 'Text of .github/workflows/steploom.yml' });
  await expect.poll(() => text.innerText(), eventually).toContain('run --project shop');
  await page.getByText('What to set up', { exact: true }).waitFor();
  await page.getByRole('radiogroup', { name: 'What runs' }).getByText('Suite', { exact: true }).click();
  await page.reload();
  await page.getByText('Choose what runs: the script for your CI server is then shown here').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await expectAccessible(page);
});

test('test plan and fix version of the form are in the script, once a plan has the form of a key', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const { testCode } = await author.test(moduleCode, 'One', { tags: ['@SHOP-1'], actions: comments('a') });
  await author.do('configureFeatureServer', { type: 'xray-cloud', fileListUrl: 'https://tm.example/?filter=1' });
  await app.service.workspace.project('shop')?.password.set(PASSWORD);
  const page = await showIde(app, `/p/shop/main/ci?test=${testCode}`);
  await page.getByRole('checkbox', { name: 'Upload results to the test-management service' }).check();
  const plan = page.getByRole('textbox', { name: 'Test plan' });
  await plan.fill('seventy-seven');
  await page.getByText('A key such as SHOP-901').waitFor();
  await plan.fill(' shop-77');
  await page.getByText('A key such as SHOP-901').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Fix version' }).fill('2.1 (beta)');
  await page.getByRole('button', { name: 'Generate script' }).click();
  const text = page.getByRole('region', { name: /^Text of/ });
  // One is shown before it is asked for.
  await expect
    .poll(() => text.innerText(), eventually)
    .toContain("--publish --plan-key SHOP-77 --fix-version '2.1 (beta)'");
  await page.getByLabel('Project password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Generate CI URL' }).click();
  await page.getByText('&planKey=SHOP-77&fixVersion=2.1+%28beta%29&publish=true', { exact: false }).waitFor();
});

test('a wrong project password is refused at its field, and the right one makes the CI URL', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const { testCode } = await author.test(moduleCode, 'One', { actions: comments('a') });
  await app.service.workspace.project('shop')?.password.set(PASSWORD);
  const page = await showIde(app, `/p/shop/main/ci?test=${testCode}`);
  const field = page.getByLabel('Project password');
  await field.fill('short grass');
  await page.keyboard.press('Enter');
  await page.getByText('This is not the password of the project.').waitFor();
  const urls = page.getByRole('list', { name: 'CI URLs' });
  expect(await urls.count()).toBe(0);
  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await urls.waitFor();
  await page.getByText(`/p/shop/-/ci?test=${testCode}`, { exact: false }).first().waitFor();
});

test('another CI server has its script made at once, and a choice that cannot run says so in its place', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  await author.test(moduleCode, 'One', { actions: comments('a') });
  const page = await showIde(app, '/p/shop/main/ci');
  const script = (file: string) => page.getByRole('region', { name: `Text of ${file}` });
  const choose = async (server: string) => {
    await page.getByRole('combobox', { name: 'CI server' }).click();
    await page.getByRole('option', { name: server }).click();
  };
  await choose('GitLab CI');
  await script('.gitlab-ci.yml').waitFor();
  await page.getByLabel('Machines').fill('3');
  await page.getByText('Something was changed since').waitFor();
  await choose('GitHub Actions');
  await script('.github/workflows/steploom.yml').waitFor();
  expect(await script('.github/workflows/steploom.yml').innerText()).toContain('merge-reports');
  expect(await page.getByText('Something was changed since').count()).toBe(0);
  await page.getByRole('radiogroup', { name: 'What runs' }).getByText('Suite', { exact: true }).click();
  await choose('Jenkins');
  await page.getByRole('alert').filter({ hasText: 'There is no suite to run yet' }).waitFor();
  expect(await page.getByRole('region', { name: /^Text of/ }).count()).toBe(0);
});

test('a suite made on the CI page is chosen there with what it holds, and a link leads to it', {
  tags: 'full',
}, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('A');
  const { testCode } = await author.test(moduleCode, 'One', { actions: comments('a') });
  await author.test(moduleCode, 'Weekly', { type: 'suite', actions: [{ type: 'plugTest', test: testCode }] });
  const page = await showIde(app, '/p/shop/main/ci?tags=%40smoke&suite=t2');
  await page.getByRole('button', { name: 'New suite' }).click();
  const dialog = page.getByRole('dialog', { name: 'New suite' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly');
  await dialog.getByRole('combobox', { name: 'Tests, features and scenarios' }).fill('One');
  await page.getByRole('option', { name: /One/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Suite' }).inputValue(), eventually)
    .toBe('A › Nightly (t3)');
  expect(new URL(page.url()).search).toBe('?suite=t3&tags=%40smoke');
  expect(await author.actions({ moduleCode, testCode: 't3' })).toMatchObject([{ type: 'plugTest', test: testCode }]);
  await page.getByRole('link', { name: 'Open the suite' }).click();
  await page.getByRole('heading', { name: 'A › Nightly', level: 1 }).waitFor();
});

test('what was chosen for CI is there again after another screen and after a reload', { tags: 'full' }, async () => {
  const { author, app } = shop;
  const { moduleCode } = await author.module('Shop');
  await author.test(moduleCode, 'Look', { actions: comments('a') });
  await author.test(moduleCode, 'Nightly', { type: 'suite', actions: [] });
  const page = await showIde(app, '/p/shop/main/ci');
  const views = page.getByRole('navigation', { name: 'Views' });
  const machines = page.getByLabel('Machines');
  const isKept = async () => {
    await expect.poll(() => machines.inputValue(), eventually).toBe('3');
    expect(await page.getByRole('combobox', { name: 'CI server' }).inputValue()).toBe('GitLab CI');
    expect(await page.getByRole('checkbox', { name: 'Keep packages and browser between builds' }).isChecked()).toBe(
      false,
    );
    expect(await page.getByRole('radio', { name: 'Everything' }).isChecked()).toBe(true);
  };
  await page.getByText('Everything', { exact: true }).click();
  await page.getByRole('combobox', { name: 'CI server' }).click();
  await page.getByRole('option', { name: 'GitLab CI' }).click();
  await page.getByRole('checkbox', { name: 'Keep packages and browser between builds' }).uncheck();
  await machines.fill('');
  await machines.pressSequentially('-3');
  await isKept();
  await views.getByRole('link', { name: 'Health' }).click();
  await machines.waitFor({ state: 'detached' });
  await views.getByRole('link', { name: 'CI' }).click();
  await isKept();
  await page.reload();
  await isKept();
});
