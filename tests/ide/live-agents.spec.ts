import { expect, test } from 'vitest';
import { expectAccessible, showIde } from './open-page.ts';
import { comments, eventually, rowsOf, useApp } from './shared-app.ts';

const PAGE = '<!doctype html><title>Shop</title><button style="width: 200px; height: 80px">Buy</button>';
const shop = useApp({ pages: { '/': PAGE } });
const click = { type: 'click', locator: "getByRole('button')" };

test('the live view fills its pane, names who acts, and is taken over, handed back and popped out', {
  tags: 'full',
}, async () => {
  const { author } = shop;
  const { path } = await shop.newTest(comments('a'));
  const page = await showIde(shop.app, path);
  await author.do('navigateUrl', { url: '/' });
  const app = page.getByRole('region', { name: 'Application' });
  const canvas = app.locator('canvas');
  await canvas.waitFor();
  const widths = async () => [(await canvas.boundingBox())?.width ?? 0, (await app.boundingBox())?.width ?? 0] as const;
  const [fit, pane] = await widths();
  expect(pane - fit).toBeLessThan(40);
  await app.getByRole('button', { name: 'Actual size' }).click();
  await expect.poll(async () => (await widths())[0], eventually).toBeGreaterThan(1_270);
  await app.getByRole('button', { name: 'Actual size', pressed: true }).click();
  await author.perform(click);
  await app.getByRole('img', { name: /^write \d+ acted here$/ }).waitFor();
  await app.getByText(/^write \d+ acted here last$/).waitFor();
  await app.getByRole('button', { name: 'Take over' }).click();
  await app.getByText('You have the browser: agents wait').waitFor();
  await expect(author.perform(click)).rejects.toThrow('A person has taken over the browser.');
  await expectAccessible(page);
  await app.getByRole('button', { name: 'Hand back' }).click();
  await app.getByRole('button', { name: 'Take over' }).waitFor();
  await author.perform(click);
  const popup = page.context().waitForEvent('page');
  await app.getByRole('button', { name: 'Open in its own window' }).click();
  const alone = await popup;
  await alone.locator('canvas').waitFor();
  await alone.getByRole('heading', { name: 'Live view', level: 1 }).waitFor({ state: 'attached' });
  expect(await alone.title()).toBe('Live view – Shop – Steploom');
  expect(await alone.getByRole('banner').count()).toBe(0);
  await expectAccessible(alone);
  await alone.close();
});

test('the live view says which clock the pages have, until they have the real one again', {
  tags: 'full',
}, async () => {
  const { author } = shop;
  const { path, testCode } = await shop.newTest([{ type: 'visit', url: '/' }]);
  const page = await showIde(shop.app, path);
  await author.do('navigateUrl', { url: '/' });
  const app = page.getByRole('region', { name: 'Application' });
  const says = (words: string | RegExp) => app.getByText(words).waitFor();
  await app.getByRole('button', { name: 'Take over' }).waitFor();
  expect(await app.getByText(/^Clock: /).count()).toBe(0);
  const clock = (change: string, fields: object = {}) => author.perform({ type: 'clock', do: change, ...fields });
  await clock('pause', { time: '2030-01-01 10:00' });
  await says('Clock: 1 Jan 2030, 10:00, paused');
  await app.getByTitle(/stand still at 1 January 2030 at 10:00:00 \(.+\)\. The real clock is back when/).waitFor();
  await expectAccessible(page);
  await clock('run', { by: '90 s' });
  await says('Clock: 1 Jan 2030, 10:01, paused');
  await clock('hold', { time: '2031-02-03 04:05' });
  await says('Clock: 3 Feb 2031, 04:05, date held');
  await clock('set', { time: '2030-01-01 10:00' });
  await says(/^Clock: 1 Jan 2030, 10:0\d, running$/);
  await author.do('runTest', { testId: testCode, context: 'live', wait: 25 });
  await app.getByText(/^Clock: /).waitFor({ state: 'detached' });
  await app.getByRole('button', { name: 'Take over' }).waitFor();
});

test('rows that an agent added or changed stay lit until they are looked at', { tags: ['full'] }, async () => {
  const { author } = shop;
  const place = await shop.newTest(comments('one', 'two'));
  const page = await showIde(shop.app, place.path);
  const { moduleCode, testCode } = place;
  await rowsOf(page).nth(1).waitFor();
  await author.do('createAction', { moduleCode, testCode, type: 'comment', text: 'three' });
  await author.do('editAction', { moduleCode, testCode, actionIndex: 0, text: 'uno' });
  const lit = () => rowsOf(page).evaluateAll(rows => rows.map(row => row.hasAttribute('data-changed')));
  await expect.poll(lit, eventually).toEqual([true, false, true]);
  await rowsOf(page).nth(2).click();
  await expect.poll(lit, eventually).toEqual([true, false, false]);
  expect(await rowsOf(page).nth(0).getAttribute('title')).toMatch(/^Changed by write \d+$/);
});

test('rows that an agent changed in a test that was not shown are lit when it is opened', {
  tags: 'full',
}, async () => {
  const { author } = shop;
  const shown = await shop.newTest(comments('here'), 'Shown first');
  const other = await shop.newTest(comments('one', 'two'), 'Elsewhere');
  const page = await showIde(shop.app, shown.path);
  await rowsOf(page).nth(0).waitFor();
  const { moduleCode, testCode } = other;
  await author.do('editAction', { moduleCode, testCode, actionIndex: 1, text: 'due' });
  await author.do('editModule', { moduleCode, name: 'Seen by the page' });
  await page.getByRole('treeitem', { name: 'Seen by the page' }).waitFor();
  await page.getByRole('treeitem', { name: 'Elsewhere' }).click();
  const lit = () => rowsOf(page).evaluateAll(rows => rows.map(row => row.hasAttribute('data-changed')));
  await expect.poll(lit, eventually).toEqual([false, true]);
  await page.getByRole('treeitem', { name: 'Shown first' }).click();
  await page.getByRole('treeitem', { name: 'Elsewhere' }).click();
  await expect.poll(lit, eventually).toEqual([false, false]);
});
