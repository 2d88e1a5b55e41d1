// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { Author } from '../support/author.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { expectAccessible, openIde } from './open-page.ts';

const PAGE = `<!doctype html><title>Shop</title><body style="margin: 0; font: 20px sans-serif">
  <input aria-label="Name" style="position: absolute; left: 100px; top: 100px; width: 400px; height: 60px">
  <button style="position: absolute; left: 100px; top: 300px; width: 400px; height: 60px">Buy</button>`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: { '/': PAGE } });
  const author = new Author(app.client);
  await author.module('Basket');
  await author.test('m1', 'Buy', { actions: [] });
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
