import { expect, test } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const shop = useApp({ isAnew: true });

test.each([
  { tab: 'modules', there: 'tree' },
  { tab: 'features', there: 'heading' },
  { tab: 'runs', there: 'heading' },
] as const)(
  'a project that is loading says so in its $tab view and disables commands',
  { tags: 'full' },
  async ({ tab, there }) => {
    await shop.newTest(comments('one'));
    const { page, gate } = await showGated(shop.app, `/p/shop/main/${tab}`, {
      until: 'connected',
      set: held => held.hold('project/open'),
    });
    const said = page.getByRole('status').filter({ hasText: 'The project is loading' });
    await said.waitFor({ state: 'attached' });
    const panes = tab === 'modules' ? ['Modules', 'Test', 'App'] : [];
    for (const name of panes) await page.getByRole('region', { name, exact: true }).waitFor();
    for (const name of ['Search and commands', 'Undo', 'Redo'])
      expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe('true');
    await expectAccessibleInThemes(page);
    gate.release();
    await page.getByRole(there).first().waitFor();
    await said.waitFor({ state: 'detached' });
    if (tab === 'modules')
      await page
        .getByRole('treeitem', { name: /Sign in/ })
        .first()
        .waitFor();
  },
);

test.each([
  { tab: 'health', name: 'Health', about: /^How the modules ran lately/, next: 'Nothing has run yet' },
  { tab: 'ci', name: 'CI', about: /^Run the tests on every push/, next: 'What runs' },
])('$name says what there is to see while it is loading', { tags: 'full' }, async ({ tab, name, about, next }) => {
  await shop.newTest(comments('one'));
  const { page, gate } = await showGated(shop.app, `/p/shop/main/${tab}`, {
    until: 'connected',
    set: held => held.hold('project/open'),
  });
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText(about).waitFor();
  await expectAccessibleInThemes(page);
  gate.release();
  await page.getByRole('heading', { name: next }).waitFor();
  expect(await page.locator('h1').count()).toBe(1);
});

test('a project that cannot be opened says why, can be retried and leads to the other projects', async () => {
  const page = await showIde(shop.app, '/p/shop/next/modules', { until: 'connected' });
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'The project cannot be shown' }).waitFor();
  await alert.getByText('No version "next". There are: main.').waitFor();
  for (const name of ['Search and commands', 'Undo', 'Redo'])
    expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessibleInThemes(page);
  await alert.getByRole('button', { name: 'All projects' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
  await page.goBack();
  const retry = alert.getByRole('button', { name: 'Retry' });
  await retry.click();
  // The answer to a try on its way would see the version that is made next.
  await expect.poll(() => retry.isEnabled(), { timeout: 60_000 }).toBe(true);
  await alert.getByText('No version "next". There are: main.').waitFor();
  await shop.author.do('createVersion', { name: 'Next' });
  await retry.click();
  await page.getByRole('heading', { name: 'No tests yet' }).waitFor();
  expect(await page.getByRole('button', { name: 'Search and commands' }).getAttribute('aria-disabled')).toBeNull();
});

test('a project without tests leads to the creation of the first one', { tags: 'full' }, async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules');
  const hint = page.getByRole('main');
  await hint.getByRole('heading', { name: 'No tests yet' }).waitFor();
  await expectAccessibleInThemes(page);
  await hint.getByRole('button', { name: 'New module' }).last().click();
  // The field for the name comes with the answer; what is typed until then is in it.
  await page.keyboard.type('Sign on');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('in');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: /Module Sign in/ }).waitFor();
  await hint.getByRole('button', { name: 'New test', exact: true }).click();
  await page.getByLabel('Name of test t1').fill('Valid user');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in › Valid user' }).waitFor();
  await page.getByRole('heading', { name: 'No actions yet' }).waitFor();
  await expectAccessibleInThemes(page);
});
