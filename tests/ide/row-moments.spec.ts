import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../ide-bridge/browser/app-fixture.ts';
import { expectAccessibleInThemes, openIde, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const served = await servePages({
  '/': `<title>Notes</title><label>Title <input></label>
    <button onclick="document.querySelector('output').textContent = document.querySelector('input').value">Add</button>
    <output></output>`,
  '/asks': `<title>Notes</title><button onclick="confirm('Delete it?'); alert('<b>Nothing</b> deleted')">Delete</button>`,
});
afterAll(() => served[Symbol.asyncDispose]());

const shop = useApp();

const ADD = "getByRole('button', { name: 'Add' })";
const test = (expected: string) =>
  shop.newTest([
    { type: 'visit', url: `${served.origin}/` },
    { type: 'fill', locator: "getByLabel('Title')", value: 'Buy milk' },
    { type: 'click', locator: ADD },
    { type: 'assert', locator: "getByRole('status')", matcher: 'toHaveText', expected, timeoutMs: 300 },
  ]);

const rows = (page: Page) => page.getByRole('grid', { name: 'Actions' }).getByRole('row');
const note = (page: Page, side: string) =>
  page.frameLocator(`iframe[title^="The page ${side} “Click"]`).getByRole('status');
const run = (testId: string) => shop.author.do('runTest', { testId, wait: 25 });
const Started = z.looseObject({ runId: z.string() });
const Stored = z.looseObject({ run: z.looseObject({ state: z.string() }) });

it('a row of a test that has run shows the page before and after it, until the live page is wanted', {
  tags: ['full'],
}, async () => {
  const { path, testCode } = await test('Buy milk');
  const page = await showIde(shop.app, path);
  await run(testCode);
  await rows(page).nth(2).getByText('Click', { exact: true }).click();
  const app = page.getByRole('region', { name: 'Application' });
  await note(page, 'after').getByText('Buy milk').waitFor();
  await app.getByRole('button', { name: 'Before', exact: true }).click();
  await expect.poll(() => note(page, 'before').innerText(), eventually).toBe('');
  await expectAccessibleInThemes(page);
  await app.getByRole('button', { name: 'Live', exact: true }).click();
  await app.getByRole('button', { name: 'Take over' }).waitFor();
  await app.getByRole('button', { name: 'Before and after action 3' }).click();
  await note(page, 'after').waitFor();
  // What has no moment leaves the live page.
  await shop.author.do('createAction', { testCode, type: 'comment', text: 'later' });
  await rows(page).nth(4).getByText('later').click();
  await app.getByRole('button', { name: 'Take over' }).waitFor();
});

it('what the page asked during an action is told in its moment, with the answer', { tags: ['full'] }, async () => {
  const { path, testCode } = await shop.newTest([
    { type: 'visit', url: `${served.origin}/asks` },
    { type: 'click', locator: "getByRole('button', { name: 'Delete' })" },
  ]);
  const page = await showIde(shop.app, path);
  await run(testCode);
  await rows(page).nth(1).getByText('Click', { exact: true }).click();
  const told = page.getByRole('list', { name: 'Dialogs of this action' }).getByRole('listitem');
  await expect
    .poll(() => told.allInnerTexts(), eventually)
    .toEqual([
      'The page opened the confirm dialog “Delete it?”, which was dismissed.',
      'The page opened the alert dialog “<b>Nothing</b> deleted”, which was dismissed.',
    ]);
  await expectAccessibleInThemes(page);
});

it('the row in which a test failed is chosen with its moment, after the run and where the test is opened later', {
  tags: 'full',
}, async () => {
  const { path, testCode } = await test('Buy tea');
  const page = await showIde(shop.app, path);
  await rows(page).nth(1).getByText('Type').click();
  await run(testCode);
  await page.getByRole('row', { selected: true }).filter({ hasText: 'Check that' }).waitFor();
  const shown = page.locator('iframe[title^="The page after “Check that"]');
  await shown.waitFor();
  await page.goto(`${shop.app.service.url}${path}`);
  await page.getByRole('row', { selected: true }).filter({ hasText: 'Check that' }).waitFor();
  await shown.waitFor();
});

it('a moment that is not packed yet is shown as soon as it is', { tags: ['full'] }, async () => {
  const { path, testCode } = await test('Buy tea');
  const { testCode: slow } = await shop.newTest([{ type: 'wait', until: 'time', value: '4000' }]);
  await using opened = await openIde(shop.app, path);
  const { page } = opened;
  const early = { status: 404, json: { error: { code: 'not-found', message: 'The run has nothing yet.' } } };
  let asked = 0;
  await page.route('**/api/moments/**', route => {
    asked += 1;
    return asked === 1 ? route.fulfill(early) : route.continue();
  });
  const { client } = shop.author;
  const { runId } = await client.call('runTests', { tests: [testCode, slow] }, Started);
  await page.locator('iframe[title^="The page after “Check that"]').waitFor();
  expect(asked).toBeGreaterThan(1);
  // What other specs run is refused until then.
  const state = async () => (await client.call('getRun', { runId }, Stored)).run.state;
  await expect.poll(state, eventually).not.toMatch(/starting|running/);
});
