// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../support/author.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { expectAccessible, openIde } from './open-page.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <input aria-label="Name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px"
    onclick="document.querySelector('output').textContent = 'Thank you, ' + document.querySelector('input').value">Buy</button>
  <output></output>`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: { '/': PAGE } });
  const author = new Author(app.client);
  await author.module('Basket');
  await author.test('m1', 'Buy', { actions: [] });
  await author.test('m1', 'Buy again', {
    actions: [
      { type: 'visit', url: '/' },
      { type: 'comment', text: 'the end' },
    ],
  });
  await author.do('navigateUrl', { url: '/' });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

it('what is clicked and typed in the live view becomes rows while Record is on, until it is stopped', async () => {
  await using opened = await openIde(app, '/p/shop/main/modules/m1/t1');
  const { page, faults } = opened;
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture has no place.');
  const at = (x: number, y: number) => ({ position: { x: (x * box.width) / 1280, y: (y * box.height) / 720 } });
  await canvas.click(at(300, 130));
  await page.keyboard.type('Ann');
  await page.getByText('Ann', { exact: false }).first().waitFor();
  await canvas.click(at(300, 330));
  await page.getByRole('button', { name: /^Stop \(3 actions\)/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop (3 actions)' }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  const { actions } = await app.client.call('getActions', { testCode: 't1' }, Actions);
  expect(actions.map(({ type }) => type)).toEqual(['visit', 'fill', 'click']);
  expect(faults).toEqual([]);
});

it('a recording that is stopped offers a check of what the app shows since, which is added only when it is taken', async () => {
  const author = new Author(app.client);
  await author.test('m1', 'Thank', { actions: [{ type: 'visit', url: '/' }] });
  await author.do('navigateUrl', { url: '/' });
  await using opened = await openIde(app, '/p/shop/main/modules/m1/t3');
  const { page, faults } = opened;
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  const offer = page.getByRole('region', { name: 'Suggested check' });
  const recordBuying = async (count: number) => {
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Stop (0 actions)' }).waitFor();
    const box = await canvas.boundingBox();
    await canvas.click({ position: { x: (300 * (box?.width ?? 0)) / 1280, y: (330 * (box?.height ?? 0)) / 720 } });
    await page.getByRole('button', { name: /^Stop \(1 action\)/ }).waitFor();
    await page.getByRole('button', { name: /^Stop / }).click();
    await offer.waitFor();
    expect(await typesOf('t3')).toHaveLength(count);
  };
  await recordBuying(2);
  await expect.poll(() => offer.textContent()).toContain('Thank you,');
  await offer.hover();
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Add check' }).focus();
  await page.keyboard.press('Enter');
  await offer.waitFor({ state: 'detached' });
  await expect.poll(() => typesOf('t3')).toEqual(['visit', 'click', 'assert']);
  await author.do('navigateUrl', { url: '/' });
  await recordBuying(4);
  await offer.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Escape');
  await offer.waitFor({ state: 'detached' });
  expect(await typesOf('t3')).toEqual(['visit', 'click', 'assert', 'click']);
  expect(faults).toEqual([]);
});

it('while it is recorded, Alt and a click ask what to do, and what is chosen stands where it was done', async () => {
  await new Author(app.client).do('navigateUrl', { url: '/' });
  await using opened = await openIde(app, '/p/shop/main/modules/m1/t2?action=a1');
  const { page, faults } = opened;
  const canvas = page.locator('canvas');
  await canvas.waitFor();
  await page.getByRole('row', { name: /Go to/, selected: true }).waitFor();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: /^Stop / }).waitFor();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The picture has no place.');
  const at = (x: number, y: number) => ({ position: { x: (x * box.width) / 1280, y: (y * box.height) / 720 } });
  await canvas.click(at(300, 130));
  await page.keyboard.type('Ann');
  await expect.poll(recorded, { timeout: 20_000 }).toMatchObject([{ value: 'Ann' }]);
  await canvas.click({ ...at(300, 130), modifiers: ['Alt'] });
  const bubble = page.getByRole('dialog', { name: 'What to do with the element' });
  await bubble.getByRole('button', { name: 'Check value' }).click();
  await bubble.waitFor({ state: 'detached' });
  const State = z.object({ recording: z.looseObject({}) });
  const { recording } = await app.client.call('getIDEState', {}, State);
  expect(recording).toMatchObject({ moduleId: 'm1', testId: 't2', actions: 1 });
  await canvas.click(at(300, 130));
  await page.keyboard.press('End');
  await page.keyboard.type(' Lee');
  await canvas.click(at(300, 330));
  // A click on a field is one, too, until something is typed.
  await expect
    .poll(async () => (await recorded()).slice(-2), { timeout: 30_000 })
    .toMatchObject([{ type: 'fill', value: 'Ann Lee' }, { type: 'click' }]);
  await page.getByRole('button', { name: /^Stop / }).click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  const { actions } = await app.client.call('getActions', { testCode: 't2' }, Actions);
  expect(actions).toMatchObject([
    { type: 'visit' },
    { type: 'fill', value: 'Ann' },
    { type: 'assert', matcher: 'toHaveValue', expected: 'Ann' },
    { type: 'fill', value: 'Ann Lee' },
    { type: 'click' },
    { type: 'comment' },
  ]);
  expect(faults).toEqual([]);
});

async function typesOf(testCode: string) {
  const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  return (await app.client.call('getActions', { testCode }, Actions)).actions.map(({ type }) => type);
}

async function recorded() {
  const Recorded = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });
  return (await app.client.call('getRecording', {}, Recorded)).actions;
}
