import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessibleInThemes, openIde } from './open-page.ts';
import { comments, eventually, expectRows, type Place, useApp } from './shared-app.ts';
import { gateOf, type SocketGate } from './socket-gate.ts';

const shop = useApp();

async function openCut(place: Place, ...rows: readonly RegExp[]) {
  const gates: SocketGate[] = [];
  const opened = await openIde(shop.app, place.path, {
    prepare: async page => {
      gates.push(await gateOf(page));
    },
  });
  const [gate] = gates;
  if (gate === undefined) throw new Error('The page has no gate.');
  await expectRows(opened.page, rows);
  await gate.cut();
  await opened.page.getByText('Not connected', { exact: true }).waitFor();
  return { opened, gate };
}

async function retype(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('row', { name: from }).dblclick();
  await page.getByLabel('Text').fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('form').waitFor({ state: 'detached' });
}

async function reloadAndComeBack(page: Page, gate: SocketGate): Promise<void> {
  await page.reload();
  await page.getByText(/Connecting|Not connected/).waitFor();
  await gate.restore();
  await page.getByText('Connected', { exact: true }).waitFor();
}

const textsOf = async (place: Place) => (await shop.author.actions(place)).map(({ text }) => text);

test('edits that wait for the service outlast a reload of the page and are made once', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('one', 'two'));
  const { opened, gate } = await openCut(place, /one/, /two/);
  await using _opened = opened;
  const { page, faults } = opened;
  await retype(page, 'one', 'first');
  await page.getByRole('row', { name: 'two' }).click();
  await page.keyboard.press('Control+d');
  await page.getByText('2 edits waiting for the connection').waitFor();
  await reloadAndComeBack(page, gate);
  await expectRows(page, [/first/, /two/, /two/]);
  await expect.poll(() => textsOf(place), eventually).toEqual(['first', 'two', 'two']);
  await page.reload();
  await expectRows(page, [/first/, /two/, /two/]);
  await expect.poll(() => page.getByText('Will be saved when reconnected').count(), eventually).toBe(0);
  expect(await textsOf(place)).toEqual(['first', 'two', 'two']);
  expect(faults).toEqual([]);
});

test('an edit that waits belongs to its project, whichever is shown when the service is back', {
  tags: 'full',
}, async () => {
  const place = await shop.newTest(comments('mine'));
  const { opened, gate } = await openCut(place, /mine/);
  await using _opened = opened;
  const { page } = opened;
  await retype(page, 'mine', 'changed');
  await page.getByText('1 edit waiting for the connection').waitFor();
  await shop.author.do('createVersion', { name: 'Next' });
  await page.goto(new URL(place.path.replace('/main/', '/next/'), page.url()).href);
  await gate.restore();
  await page.getByText('Connected', { exact: true }).waitFor();
  await expectRows(page, [/mine/]);
  expect(await textsOf(place)).toEqual(['mine']);
  await page.goto(new URL(place.path, page.url()).href);
  await expectRows(page, [/changed/]);
  await expect.poll(() => textsOf(place), eventually).toEqual(['changed']);
});

test('what was typed for an action that is gone is offered, also after another reload', { tags: 'full' }, async () => {
  const place = await shop.newTest(comments('one', 'two'));
  const { opened, gate } = await openCut(place, /one/, /two/);
  await using _opened = opened;
  const { page } = opened;
  await retype(page, 'two', 'a long explanation');
  await page.getByText('1 edit waiting for the connection').waitFor();
  await shop.author.do('deleteAction', { moduleCode: place.moduleCode, testCode: place.testCode, actionIndex: 1 });
  await reloadAndComeBack(page, gate);
  const notice = page.getByRole('region', { name: 'Not saved' });
  await notice.getByText('Somebody else has deleted the action.').waitFor();
  await page.reload();
  expect(await notice.locator('pre').innerText()).toBe('text: a long explanation');
  await expectAccessibleInThemes(page);
  await notice.getByRole('button', { name: 'Discard' }).click();
  await notice.waitFor({ state: 'detached' });
  await expectRows(page, [/one/]);
  await page.reload();
  await expectRows(page, [/one/]);
  expect(await notice.count()).toBe(0);
});
