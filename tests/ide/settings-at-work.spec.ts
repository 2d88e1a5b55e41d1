/** What settings of the page change in runs. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { showIde } from './open-page.ts';
import { details, rows } from './run-page.ts';
import { comments, eventually, useApp } from './shared-app.ts';

const shop = useApp({ isAnew: true, pages: { '/': '<!doctype html><title>Shop</title><h1>Shop</h1>' } });
const Started = z.object({ runId: z.string() });
const Evidence = z.looseObject({ trace: z.string().optional() });
const Settings = z.object({ project: z.looseObject({ settings: z.looseObject({ evidence: Evidence.optional() }) }) });

test('“Keep the page of every action” says of which tests runs keep pages', { tags: 'full' }, async () => {
  const { testCode } = await shop.newTest([{ type: 'visit', url: '/' }]);
  const page = await showIde(shop.app, '/p/shop/main/settings/browser');
  const settings = `${shop.app.service.url}/p/shop/main/settings/browser`;
  const keep = page.getByRole('form', { name: 'Browser' }).getByLabel('Keep the page of every action');
  const setTo = async (choice: string, trace: string | undefined) => {
    await page.goto(settings);
    await keep.selectOption(choice);
    await page.getByRole('form', { name: 'Browser' }).getByRole('button', { name: 'Save' }).click();
    const stored = async () =>
      (await shop.author.client.call('getProject', {}, Settings)).project.settings.evidence?.trace;
    await expect.poll(stored, eventually).toBe(trace);
  };
  const showRun = async () => {
    const { runId } = await shop.author.client.call('runTest', { testId: testCode, wait: 25 }, Started);
    await page.goto(`${shop.app.service.url}/p/shop/main/runs/${runId}`);
    await rows(page)
      .filter({ hasText: /^Go to/ })
      .click();
    await details(page).waitFor();
  };
  const before = details(page).getByRole('button', { name: 'Before', exact: true });
  await setTo('Of what fails', 'failure');
  await showRun();
  await details(page).getByText('This run kept screenshots of failures only.').waitFor();
  expect(await before.count()).toBe(0);
  await setTo('Of each test', undefined);
  await showRun();
  await before.waitFor();
});

test('“Try it” signs in as the role that is chosen, and says so', { tags: 'full' }, async () => {
  const { testCode } = await shop.newTest([{ type: 'visit', url: '/' }, ...comments('signed in')], 'Sign in');
  const roles = [{ role: 'customer', username: 'ann', password: 'canary' }];
  await shop.author.do('configureAuth', { method: 'form', signInTest: testCode, roles, reuseMinutes: 5 });
  const page = await showIde(shop.app, '/p/shop/main/settings/authentication');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page
    .getByRole('status')
    .getByText(/^Signed in as customer in [\d.]+ s$/)
    .waitFor();
  await page.getByText('It ended on “Shop”').waitFor();
  await page.getByRole('group', { name: 'Role customer' }).getByText('Signed in just now').waitFor();
});
