// @module-tag full
import { expect, it } from 'vitest';
import { z } from 'zod';
import { appOf, lentShop } from './lent-shop.ts';

const Run = z.looseObject({ state: z.string(), reason: z.string().optional() });

it('the popup does nothing that the rules of an extension forbid', async () => {
  await using lent = await lentShop();
  const { popup } = lent;
  const told: string[] = [];
  popup.on('console', message => told.push(message.text()));
  await popup.addInitScript(
    "addEventListener('securitypolicyviolation', event => console.error(event.violatedDirective))",
  );
  await popup.reload();
  await popup.getByRole('button', { name: 'Record' }).waitFor();
  expect(told).toEqual([]);
});

it('a tab of an everyday Chrome is paired, lent, and runs a test', async () => {
  await using lent = await lentShop();
  const { shop, tab, url } = lent;
  expect(await appOf(shop)).toMatchObject({ open: true, attachedBy: 'extension', url: `${url}/` });
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Buy', {
    actions: [
      { type: 'visit', url: '/' },
      { type: 'click', locator: "getByRole('button', { name: 'Buy' })" },
    ],
  });
  const run = await shop.author.client.call('runTest', { testId: 't1', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
});
