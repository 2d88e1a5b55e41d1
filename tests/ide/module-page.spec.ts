// @module-tag full
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true });

const listed = (page: Page, name: string) => page.getByRole('list', { name: `In ${name}` }).getByRole('listitem');
const expectListed = (page: Page, name: string, lines: readonly string[]) =>
  expect
    .poll(
      async () => (await listed(page, name).allInnerTexts()).map(text => text.split(/\s*\n\s*/).join(' · ')),
      eventually,
    )
    .toEqual(lines);

it('a module that is chosen lists what is in it with how that ended last, leads there, and is run', async () => {
  const { author } = shop;
  const { moduleCode, testCode } = await shop.newTest(comments('a', 'b'), 'Good');
  await author.test(moduleCode, 'Bad', { actions: [{ type: 'closeTab' }] });
  await author.test(moduleCode, 'Later', { skip: true, actions: [] });
  const inner = await author.module('Inner', { parentModule: moduleCode });
  await author.test(inner.moduleCode, 'Within', { actions: comments('c') });
  await author.do('editModule', { moduleCode, comment: 'How people get in.' });
  const page = await showIde(shop.app, `/p/shop/main/modules/${moduleCode}`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('How people get in.').waitFor();
  await expectListed(page, 'Sign in', [
    'Inner · 1 test · not run',
    'Good · 2 actions · not run',
    'Bad · 1 action · not run',
    'Later · 0 actions · skipped',
  ]);
  await page.getByRole('button', { name: 'Run Sign in' }).click();
  await expectListed(page, 'Sign in', [
    'Inner · 1 test · passed',
    'Good · 2 actions · passed',
    'Bad · 1 action · error',
    'Later · 0 actions · skipped',
  ]);
  await expectAccessibleInThemes(page);
  await listed(page, 'Sign in').getByRole('link', { name: 'Inner' }).click();
  await expectListed(page, 'Inner', ['Within · 1 action · passed']);
  await page.goBack();
  await listed(page, 'Sign in').getByRole('link', { name: 'Good' }).click();
  await page.getByRole('heading', { name: 'Sign in › Good' }).waitFor();
  expect(new URL(page.url()).pathname).toContain(testCode);
});

it('a project in which nothing is chosen lists its modules, and begins a test from there', async () => {
  await shop.newTest(comments('a'), 'Good');
  const page = await showIde(shop.app, '/p/shop/main/modules');
  await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor();
  await expectListed(page, 'Shop', ['Sign in · 1 test · not run']);
  await expectAccessibleInThemes(page);
  await page
    .getByRole('toolbar', { name: 'Work on Shop' })
    .getByRole('button', { name: 'New test', exact: true })
    .click();
  await page.keyboard.type('Better');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in › Better' }).waitFor();
});
