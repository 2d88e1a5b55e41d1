import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type ConnectedShop, cloudSettings, openConnectedShop } from '../support/feature-server.ts';
import { type SampleTm, startSampleTm } from '../support/sample-tm/start-sample-tm.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually } from './shared-app.ts';

const OWN = `Feature: Own
  Scenario: Nobody knows its issue
    Given something is in the basket
`;

let shop: ConnectedShop;

beforeAll(async () => {
  shop = await openConnectedShop({ withIde: true });
  const { author } = shop;
  await connect();
  await author.do('importFeatures', { source: 'server' });
  await author.do('importFeatures', { source: 'text', text: OWN, fileName: 'own.feature' });
  const { moduleCode } = await author.module('Shop');
  const { testCode } = await author.test(moduleCode, 'Nothing');
  for (const text of ['something is in the basket', 'a customer is signed in', 'everything is taken out'])
    await author.do('linkStep', { text, moduleCode, testCode });
  await author.do('linkStep', { text: 'the basket is empty', moduleCode, testCode });
});
beforeEach(() => connect());
afterAll(() => shop[Symbol.asyncDispose]());

const connect = () => shop.configure(cloudSettings(shop.tm));

/** Runs features to their end and gives the run. */
async function run(features: readonly string[]): Promise<string> {
  const { client } = shop.author;
  const { runId } = await client.call('runFeatures', { features, wait: 25 }, z.looseObject({ runId: z.string() }));
  const state = async () => (await client.call('getTestStatus', {}, z.looseObject({ state: z.string() }))).state;
  await vi.waitFor(async () => expect(await state()).not.toMatch(/starting|running/), eventually);
  return runId;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload results' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const standing = (page: Page) => page.getByRole('region', { name: 'Upload', exact: true });
const rows = (page: Page) => dialog(page).getByRole('region', { name: 'What is sent' }).getByRole('listitem');
const wordsOf = (page: Page) => async () =>
  (await rows(page).allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());
const focused = (page: Page) => () => page.evaluate('document.activeElement?.textContent');

/** Another service, with faults, that takes results. */
async function withSink(faults: readonly string[], use: (tm: SampleTm) => Promise<void>): Promise<void> {
  await using tm = await startSampleTm({ faults });
  await shop.configure(cloudSettings(tm));
  await use(tm);
  await connect();
}

describe('uploading the results of a run', () => {
  it('an upload shows what it will send, sends it, and its outcome stays visible with the run', {
    tags: 'full',
  }, async () => {
    const runId = await run(['f2', 'Own']);
    const { executions } = shop.tm;
    const before = executions.length;
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}`, { colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Upload results' }).click();
    expect(new URL(page.url()).search).toBe('?dialog=upload');
    await expect
      .poll(wordsOf(page), eventually)
      .toEqual([
        'SHOP-301 The basket takes what is put into it not implemented',
        'SHOP-302 The basket is emptied passed',
        'no key Own: Nobody knows its issue left out',
      ]);
    await dialog(page)
      .getByText(/^2 results · 1 left out · \d+ kB to http.*\/import\/execution\/cucumber$/)
      .waitFor();
    await expectAccessible(page);
    const execution = dialog(page).getByLabel('Execution key');
    await execution.fill('nonsense');
    await dialog(page).getByText('Enter an issue key, e.g. SHOP-901').waitFor();
    expect(await button(page, 'Upload (2)').isDisabled()).toBe(true);
    await execution.fill('');
    await dialog(page).getByLabel('Plan key').fill(' shop-77 ');
    expect(executions).toHaveLength(before);
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('status')
      .getByText(/^Uploaded · 200 · SHOP-\d+$/)
      .waitFor();
    const made = executions.slice(before);
    expect(made.map(({ info, tests }) => [info, tests.map(({ key }) => key)])).toEqual([
      [
        expect.objectContaining({ xrayFields: expect.objectContaining({ testPlanKey: 'SHOP-77' }) }),
        ['SHOP-301', 'SHOP-302'],
      ],
    ]);
    const key = made[0]?.key ?? '';
    await expect.poll(focused(page), eventually).toBe('Done');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    const words = standing(page).getByText(new RegExp(`^Uploaded · last 200 · ${key} · (just now|\\d+ min ago)$`));
    await words.waitFor();
    // The button that it began with has given way to this one.
    await expect.poll(focused(page), eventually).toBe('Send again');
    await expectAccessible(page);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
    expect((await saved).suggestedFilename()).toBe('TEST-steploom.xml');
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('<testsuite');

    // The report says so too; sent again the same execution is filled, unless somebody wants one more.
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await words.waitFor();
    await standing(page).getByRole('button', { name: 'Send again' }).click();
    await rows(page).first().waitFor();
    expect(await execution.inputValue()).toBe(key);
    expect(await dialog(page).getByText('makes one more execution').count()).toBe(0);
    await execution.fill('');
    await dialog(page)
      .getByText(`this makes one more execution. To fill ${key} instead, enter it as execution key`)
      .waitFor();
    await execution.fill(key);
    await button(page, 'Upload (2)').click();
    await dialog(page).getByRole('status').getByText('Uploaded · 200').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(JSON.stringify(executions.at(-1)?.report)).toContain(`@${key}`);
  });

  it('a failed upload explains itself and stays noted at the run, and Cancel ends a hanging one', {
    tags: 'full',
  }, async () => {
    const runId = await run(['f2']);
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}/report?dialog=upload`);
    await withSink(['import/html*1', 'import/hang'], async tm => {
      await button(page, 'Upload (2)').click();
      const why = /^Uploading the results failed: The answer 200 is not JSON.*check the import URL.*Sign in/s;
      await dialog(page).getByRole('alert').getByText(why).waitFor();
      await expect.poll(focused(page), eventually).toBe('Try again (2)');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await dialog(page).getByRole('status').getByText('Sending the results').waitFor();
      await expect.poll(focused(page), eventually).toBe('Cancel');
      // A key that slips does not hide what is on its way.
      await page.keyboard.press('Escape');
      await expect.poll(() => tm.seen.filter(({ path }) => path.includes('import')).length, eventually).toBe(2);
      await button(page, 'Cancel').click();
      await dialog(page)
        .getByText(/^Cancelled. The service may already have the results/)
        .waitFor();
      await expect.poll(focused(page), eventually).toBe('Try again (2)');
      expect(tm.executions).toEqual([]);
    });
    await page.keyboard.press('Escape');
    await standing(page)
      .getByText(/^Upload failed · last 200 · /)
      .waitFor();
    await standing(page)
      .getByText(/is not JSON/)
      .waitFor();
    await standing(page).getByRole('button', { name: 'Send again' }).click();
    await button(page, 'Upload (2)').click();
    await button(page, 'Done').click();
    await standing(page)
      .getByText(/^Uploaded · last 200 · SHOP-\d+ · /)
      .waitFor();
  });

  it('an upload goes on when somebody looks elsewhere meanwhile', { tags: 'full' }, async () => {
    const runId = await run(['f2']);
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}`);
    await withSink(['import/hang'], async () => {
      await page.getByRole('button', { name: 'Upload results' }).click();
      await button(page, 'Upload (2)').click();
      await dialog(page).getByRole('status').getByText('Sending the results').waitFor();
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
    });
    // The service has gone away, and what was on its way with it.
    await standing(page)
      .getByText(/^Upload failed · /)
      .waitFor();
  });

  it('the page shows uploads by others and the deletion of a run at once', { tags: 'full' }, async () => {
    const runId = await run(['f2']);
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}/report`);
    await page.getByRole('button', { name: 'Upload results' }).waitFor();
    await withSink(['import/html*1'], async () => {
      await shop.author.do('uploadResults', { runId }).catch(() => undefined);
      await standing(page)
        .getByText(/^Upload failed · last 200 · /)
        .waitFor();
      await shop.author.do('uploadResults', { runId });
      await standing(page)
        .getByText(/^Uploaded · last 200 · SHOP-\d+ · /)
        .waitFor();
    });
    await page.getByRole('link', { name: 'Runs', exact: true }).last().click();
    const entry = page.getByRole('main').getByRole('listitem').filter({ hasText: runId });
    await entry.waitFor();
    await shop.author.do('deleteRun', { runId });
    await entry.waitFor({ state: 'detached' });
  });

  it('the upload says what is missing when nothing can be sent, and leads to the settings', {
    tags: 'full',
  }, async () => {
    const runId = await run(['Own']);
    const page = await showIde(shop.app, `/p/shop/main/runs/${runId}?dialog=upload`);
    await expect.poll(wordsOf(page), eventually).toEqual(['no key Own: Nobody knows its issue left out']);
    await dialog(page).getByText('Nothing can be sent: the service knows results by issue keys').waitFor();
    expect(await button(page, 'Upload').isDisabled()).toBe(true);
    await expectAccessible(page);
    await shop.configure({ type: 'url', fileListUrl: `${shop.tm.url}/features.zip` });
    await page.reload();
    const alert = dialog(page).getByRole('alert');
    await alert.getByText('A feature server of the type url takes no results.').waitFor();
    await shop.configure({ type: 'none' });
    await button(page, 'Retry').click();
    await alert.getByText('No feature server is set.').waitFor();
    await alert.getByRole('link', { name: 'Settings › Integrations' }).click();
    await page.getByRole('form', { name: 'Feature file server' }).waitFor();
  });
});
