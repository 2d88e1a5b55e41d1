// @module-tag full
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../model/names/codes.ts';
import { Author } from '../support/author.ts';
import { ApiClient } from '../support/running-steploom.ts';
import { servePages } from '../support/serve-pages.ts';
import { clickAt } from './live-picture.ts';
import { expectAccessible, showIde } from './open-page.ts';
import { useApp } from './shared-app.ts';
import { showGated } from './socket-gate.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <input aria-label="Name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px"
    onclick="document.querySelector('output').textContent = 'Thank you, ' + document.querySelector('input').value">Buy</button>
  <output></output>`;

const shop = useApp({ withIde: true, pages: { '/': PAGE } });
beforeAll(async () => {
  const { author } = shop;
  await author.module('Basket');
  await author.test('m1', 'Buy', { actions: [] });
  await author.test('m1', 'Buy again', {
    actions: [
      { type: 'visit', url: '/' },
      { type: 'comment', text: 'the end' },
    ],
  });
});
beforeEach(() => shop.author.do('navigateUrl', { url: '/' }));

it('what is clicked and typed in the live view becomes rows while Record is on, until it is stopped', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules/m1/t1');
  await page.locator('canvas').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
  await clickAt(page, 300, 130);
  await page.keyboard.type('Ann');
  await page.getByText('Ann', { exact: false }).first().waitFor();
  await clickAt(page, 300, 330);
  await page.getByRole('button', { name: /^Stop \(3 actions\)/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop (3 actions)' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  expect(await typesOf('t1')).toEqual(['visit', 'fill', 'click']);
});

it('a recording that is stopped offers a check of what the app shows since, which is added only when it is taken', async () => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Thank', { actions: [{ type: 'visit', url: '/' }] });
  const page = await showIde(shop.app, `/p/shop/main/modules/m1/${testCode}`);
  await page.locator('canvas').waitFor();
  const offer = page.getByRole('region', { name: 'Suggested check' });
  const recordBuying = async (count: number) => {
    await page.getByRole('button', { name: 'Other ways to record' }).click();
    await page.getByRole('menuitem', { name: 'Record from the page as it is' }).click();
    await page.getByRole('button', { name: 'Stop (0 actions)' }).waitFor();
    await clickAt(page, 300, 330);
    await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
    await page.getByRole('button', { name: /^Stop / }).click();
    await offer.waitFor();
    expect(await typesOf(testCode)).toHaveLength(count);
  };
  await recordBuying(2);
  await expect.poll(() => offer.textContent()).toContain('Thank you,');
  await offer.hover();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Add check' }).focus();
  await page.keyboard.press('Enter');
  await offer.waitFor({ state: 'detached' });
  await expect.poll(() => typesOf(testCode)).toEqual(['visit', 'click', 'assert']);
  await author.do('navigateUrl', { url: '/' });
  await recordBuying(4);
  await offer.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  expect(await typesOf(testCode)).toEqual(['visit', 'click', 'assert', 'click']);
});

it('while it is recorded, Alt and a click ask what to do, and what is chosen stands where it was done', async () => {
  const page = await showIde(shop.app, '/p/shop/main/modules/m1/t2?action=a1');
  await page.locator('canvas').waitFor();
  await page.getByRole('row', { name: /Go to/, selected: true }).waitFor();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: /^Stop / }).waitFor();
  await clickAt(page, 300, 130);
  await page.keyboard.type('Ann');
  await expect.poll(recorded, { timeout: 20_000 }).toMatchObject([{ value: 'Ann' }]);
  await clickAt(page, 300, 130, { modifiers: ['Alt'] });
  const bubble = page.getByRole('dialog', { name: 'What to do with the element' });
  await bubble.getByRole('button', { name: 'Check value' }).click();
  await bubble.waitFor({ state: 'detached' });
  const State = z.object({ recording: z.looseObject({}) });
  const { recording } = await shop.app.client.call('getIDEState', {}, State);
  expect(recording).toMatchObject({ moduleId: 'm1', testId: 't2', actions: 1 });
  await clickAt(page, 300, 130);
  await page.keyboard.press('End');
  await page.keyboard.type(' Lee');
  await clickAt(page, 300, 330);
  // A click on a field is one, too, until something is typed.
  await expect
    .poll(async () => (await recorded()).slice(-2), { timeout: 30_000 })
    .toMatchObject([{ type: 'fill', value: 'Ann Lee' }, { type: 'click' }]);
  await page.getByRole('button', { name: /^Stop / }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  expect(await shop.author.actions({ moduleCode: 'm1', testCode: 't2' })).toMatchObject([
    { type: 'visit' },
    { type: 'fill', value: 'Ann' },
    { type: 'assert', matcher: 'toHaveValue', expected: 'Ann' },
    { type: 'fill', value: 'Ann Lee' },
    { type: 'click' },
    { type: 'comment' },
  ]);
});

it('what stands before runs first, so that a recording goes on where it belongs, at the end or after any row', async () => {
  const { author } = shop;
  const buy = { type: 'click', locator: "getByRole('button', { name: 'Buy' })" };
  const { testCode } = await author.test('m1', 'Continue', {
    data: { rows: [{ name: 'Ann' }, { name: 'Bob' }] },
    actions: [{ type: 'visit', url: '/' }, { type: 'fill', locator: "getByLabel('Name')", value: '{{name}}' }, buy],
  });
  await author.do('navigateUrl', { url: '/?elsewhere' });
  const page = await showIde(shop.app, `/p/shop/main/modules/m1/${testCode}`);
  await page.locator('canvas').waitFor();
  const record = page.getByRole('button', { name: 'Record', exact: true });
  await record.click();
  await page.getByText('Runs 3 actions first, then records').waitFor();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).waitFor();
  const { url } = await shop.app.client.call('getPageInfo', {}, z.looseObject({ url: z.string() }));
  expect(new URL(url).search).toBe('');
  const said = { type: 'extract', from: 'text', locator: 'output', into: 'said' };
  expect(JSON.stringify(await shop.app.client.call('performAction', { action: said }, z.unknown()))).toContain('Ann');
  await clickAt(page, 300, 330);
  await page.getByRole('button', { name: 'Stop (1 action)' }).click();
  await record.waitFor();
  expect(await typesOf(testCode)).toEqual(['visit', 'fill', 'click', 'click']);
  await page.getByRole('row', { name: /^.*Type/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Record after this' }).click();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).waitFor();
  await clickAt(page, 300, 330, { button: 'right' });
  await page.getByRole('button', { name: 'Stop (1 action)' }).click();
  await record.waitFor();
  expect(await typesOf(testCode)).toEqual(['visit', 'fill', 'rightClick', 'click', 'click']);
});

it('while it is recorded, each click checks an element once a check is chosen, by key or button, until that is left', async () => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Check', { actions: [] });
  const page = await showIde(shop.app, `/p/shop/main/modules/m1/${testCode}`);
  await page.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
  await clickAt(page, 300, 130);
  await page.keyboard.type('Ann');
  await page.getByRole('button', { name: 'Stop (2 actions)' }).waitFor();
  // The app has the keyboard.
  await page.keyboard.press('Control+Alt+Shift+V');
  const checks = page.getByRole('group', { name: 'Check what is clicked' });
  await checks.getByRole('button', { name: 'Value', pressed: true }).waitFor();
  await page.getByText('Click what to check · Esc to leave').waitFor();
  await expectAccessible(page);
  const rows = expect.poll(() => typesOf(testCode), { timeout: 30_000 });
  await clickAt(page, 300, 130);
  await rows.toEqual(['visit', 'fill', 'assert']);
  await checks.getByRole('button', { name: 'Text' }).click();
  await clickAt(page, 300, 330);
  await rows.toEqual(['visit', 'fill', 'assert', 'assert']);
  await clickAt(page, 300, 330);
  await rows.toEqual(['visit', 'fill', 'assert', 'assert', 'assert']);
  await checks.getByRole('button', { name: 'Picture' }).click();
  await clickAt(page, 300, 330);
  await rows.toEqual(['visit', 'fill', 'assert', 'assert', 'assert', 'assert']);
  await page.keyboard.press('Escape');
  await page.getByText('Click what to check · Esc to leave').waitFor({ state: 'detached' });
  await clickAt(page, 300, 330);
  await rows.toEqual(['visit', 'fill', 'assert', 'assert', 'assert', 'assert', 'click']);
  await page.getByRole('button', { name: 'Stop (7 actions)' }).click();
  const actions = await author.actions({ moduleCode: 'm1', testCode });
  expect(actions.slice(2, 6)).toMatchObject([
    { matcher: 'toHaveValue', expected: 'Ann' },
    { matcher: 'toHaveText', expected: 'Buy' },
    { matcher: 'toHaveText', expected: 'Buy' },
    { matcher: 'toHaveScreenshot' },
  ]);
  // The keys of the shortcut went up where the app did not get them.
  expect(actions.at(-1)).not.toHaveProperty('modifiers');
});

it('nothing is recorded where what stands before fails; the page as it is can still be recorded', async () => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Broken', {
    actions: [
      { type: 'visit', url: '/' },
      { type: 'assert', matcher: 'toHaveTitle', expected: 'Other', timeoutMs: 100 },
    ],
  });
  const page = await showIde(shop.app, `/p/shop/main/modules/m1/${testCode}`);
  await page.locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText(/^What stands before did not pass in r\d+, so the page is not where/)
    .waitFor();
  expect(await shop.app.client.call('getRecording', {}, z.looseObject({}))).toMatchObject({ state: 'idle' });
  await page.getByRole('button', { name: 'Other ways to record' }).click();
  await page.getByRole('menuitem', { name: 'Record from the page as it is' }).click();
  await page.getByRole('button', { name: 'Stop (0 actions)' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
});

/** In a project next to the shop. */
async function neighbour(projectId: string, name: string): Promise<Author> {
  const { service } = shop.app;
  const project = await service.workspace.create({ projectId: ProjectId.parse(projectId), name });
  await project.tokens.setEnabled(true);
  const { value } = await project.tokens.create({ name: 'next door', access: 'write' });
  return new Author(new ApiClient(`${service.url}/api/mcp`, value));
}

/** A project with a test of that code. */
async function makeOther(testCode: string): Promise<string> {
  const author = await neighbour('next-door', 'Next door');
  await author.module('Basket');
  while ((await author.test('m1', 'Look')).testCode !== testCode);
  return `/p/next-door/main/modules/m1/${testCode}`;
}

it.each([
  ['the module that was made for it', []],
  ['the test alone', ['Basket']],
])('a new test whose recording is refused is not left behind: %s goes', async (_what, names) => {
  const projectId = `refused-${names.length}`;
  const author = await neighbour(projectId, 'Refused');
  const gone = await servePages({});
  await gone[Symbol.asyncDispose]();
  await author.do('editProject', { appUrl: gone.url });
  for (const name of names) await author.module(name);
  const page = await showIde(shop.app, `/p/${projectId}/main/modules`);
  await page.keyboard.press('Control+Alt+n');
  const refusal = page.getByRole('alert').filter({ hasText: 'Could not run “Record a new test”' });
  await refusal.waitFor({ timeout: 20_000 });
  expect(new URL(page.url()).pathname).toBe(`/p/${projectId}/main/modules`);
  expect(await author.modules()).toEqual(names.map(name => expect.objectContaining({ name, testCount: 0 })));
});

it('another project shows neither the recording nor the suggested check of the one before, nor does one that ended unseen', async () => {
  const { author } = shop;
  const { testCode } = await author.test('m1', 'Elsewhere', { actions: [{ type: 'visit', url: '/' }] });
  const path = `/p/shop/main/modules/m1/${testCode}`;
  const other = await makeOther(testCode);
  const { page, gate } = await showGated(shop.app, path);
  const record = page.getByRole('button', { name: 'Record', exact: true });
  const stop = page.getByRole('button', { name: /^Stop \(/ });
  const offer = page.getByRole('region', { name: 'Suggested check' });
  const go = async (to: string, project: string) => {
    await page.evaluate(`history.pushState(null, '', '${to}')`);
    await page.getByRole('button', { name: `Project: ${project}` }).waitFor();
    await page.getByRole('heading', { name: /^Basket › / }).waitFor();
  };
  await page.locator('canvas').waitFor();
  await record.click();
  await stop.waitFor();
  await clickAt(page, 300, 330);
  await page.getByRole('button', { name: 'Stop (1 action)' }).waitFor();
  await go(other, 'Next door');
  await record.waitFor({ timeout: 5_000 });
  await go(path, 'Shop');
  await page.getByRole('button', { name: 'Stop (1 action)' }).click();
  await offer.waitFor();
  await go(other, 'Next door');
  await record.waitFor();
  expect(await offer.count()).toBe(0);
  await go(path, 'Shop');
  await author.do('startRecording', { testId: testCode });
  await stop.waitFor();
  await gate.cut();
  await author.do('stopRecording');
  await gate.restoreNow();
  await record.waitFor({ timeout: 20_000 });
});

const typesOf = async (testCode: string) =>
  (await shop.author.actions({ moduleCode: 'm1', testCode })).map(({ type }) => type);

async function recorded() {
  const Recorded = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  return (await shop.app.client.call('getRecording', {}, Recorded)).actions;
}
