import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const Reply = z.object({
  suggestions: z.array(
    z.object({ testCode: z.string(), name: z.string(), score: z.number(), like: z.string().optional() }).loose(),
  ),
});

const suggest = async ({ author }: Shop, text: string, args: object = {}) =>
  (await author.client.call('suggestLinks', { text, ...args }, Reply)).suggestions;

async function openBasket(): Promise<Shop> {
  const shop = await openShop();
  const { author } = shop;
  await author.module('Basket');
  await author.module('Orders');
  await author.test('m1', 'Put into the basket', { parameters: [{ name: 'product' }, { name: 'quantity' }] });
  await author.test('m1', 'Empty the basket');
  await author.test('m2', 'See my orders');
  await author.test('m2', 'Nightly', { type: 'suite' });
  const text = 'I put 2 "mugs" into the basket\nI see 3 orders';
  const [put, see] = text.split('\n');
  await author.do('createFeature', { text: `Feature: Basket\n  Scenario: One\n    When ${put}\n    Then ${see}\n` });
  await author.do('linkStep', { text: put, moduleCode: 'm1', testCode: 't1' });
  return shop;
}

describe('suggestLinks', () => {
  it('the test linked to a step that differs only in its values is suggested first', async () => {
    await using shop = await openBasket();
    const [first, ...others] = await suggest(shop, 'I put <n> "boots" into the basket');
    expect(first).toMatchObject({
      testCode: 't1',
      score: 1,
      like: 'I put 2 "mugs" into the basket',
      moduleName: 'Basket',
    });
    for (const { score } of others) expect(score).toBeLessThan(1);
  });

  it.each([
    [
      '2 "mugs"',
      { product: 'mugs', quantity: '2', size: 'big' },
      '<n> "boots"',
      { product: 'boots', quantity: '<n>', size: 'big' },
    ],
    ['<n> "<what>"', { product: '<what>', quantity: 'n' }, '3 "boots"', { product: 'boots', quantity: '3' }],
    ['2 "2"', { product: '2' }, '3 "boots"', undefined],
    ['2 "(1,7)"', { product: '1' }, '2 "(4,7)"', undefined],
    ['2 "mugs"', undefined, '3 "boots"', undefined],
  ])('a link of %s with %j yields parameters for %s where possible', async (linked, parameters, asked, given) => {
    await using shop = await openBasket();
    const names = ['product', 'quantity', 'size'].map(name => ({ name }));
    await shop.author.test('m1', 'Lay into it', { parameters: names });
    const text = `I lay ${linked} into the basket`;
    await shop.author.do('createFeature', { text: `Feature: Lay\n  Scenario: One\n    When ${text}\n` });
    await shop.author.do('linkStep', { text, moduleCode: 'm1', testCode: 't5', parameters });
    const [first] = await suggest(shop, `I lay ${asked} into the basket`);
    expect(first).toMatchObject({ testCode: 't5', score: 1, like: text });
    expect(first?.parameters).toEqual(given);
  });

  it('suggestLinks finds tests by their names, even if misspelt, and never suggests suites', async () => {
    await using shop = await openBasket();
    expect((await suggest(shop, 'I see my order'))[0]).toMatchObject({ testCode: 't3', name: 'See my orders' });
    expect((await suggest(shop, 'the basket is emptyy'))[0]).toMatchObject({ testCode: 't2' });
    expect(await suggest(shop, 'nightly')).toEqual([]);
  });

  it('a rare word counts for more than a common one, whatever its ending', async () => {
    await using shop = await openShop();
    await shop.author.module('Basket');
    const names = [
      'Put into the basket',
      'Is the basket the one of the customer',
      'Emptied the basket',
      'Is the order paid',
    ];
    for (const name of names) await shop.author.test('m1', name);
    const [first, second] = await suggest(shop, 'the basket is empty');
    expect(first).toMatchObject({ name: 'Emptied the basket' });
    expect(first?.score).toBeGreaterThan(second?.score ?? 1);
  });

  it('words that many steps have are no reason, and a short name that the step holds is one', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('Steps');
    await author.test('m1', 'Goes to the wish list');
    await author.test('m1', 'Sign in');
    const steps = [
      'a customer is signed in',
      'the customer goes to the basket',
      'the customer goes to the orders',
      'the guest goes to the shop',
      'the basket is open',
    ];
    const text = `Feature: Shop\n  Scenario: One\n${steps.map(step => `    Given ${step}\n`).join('')}`;
    await author.do('createFeature', { text });
    const Groups = z.object({
      groups: z.array(z.looseObject({ suggestions: z.array(z.looseObject({ name: z.string() })).optional() })),
    });
    const { groups } = await author.client.call('getUnlinkedSteps', {}, Groups);
    const offered = groups.map(({ pattern, suggestions = [] }) => [pattern, suggestions.map(({ name }) => name)]);
    expect(Object.fromEntries(offered)).toEqual({
      ...Object.fromEntries(steps.map(step => [step, []])),
      'a customer is signed in': ['Sign in'],
    });
  });

  it('the name of a test counts for more than its comment', async () => {
    await using shop = await openShop();
    await shop.author.module('Basket');
    await shop.author.test('m1', 'Adds up the basket');
    await shop.author.module('Products');
    await shop.author.test('m2', 'Reviews', { comment: 'They come together with the page. What they cost is said.' });
    const found = await suggest(shop, 'the basket shows what they cost together');
    expect(found.map(({ name }) => name)).toEqual(['Adds up the basket', 'Reviews']);
    expect(found[1]?.score).toBeGreaterThan(0);
  });

  it('suggestLinks creates no link and suggests nothing for a step that no test covers', async () => {
    await using shop = await openBasket();
    expect(await suggest(shop, 'quarterly ledger is reconciled')).toEqual([]);
    expect(await suggest(shop, '"42"')).toEqual([]);
    expect(await suggest(shop, 'basket', { limit: 1 })).toHaveLength(1);
    const { links } = await shop.author.client.call('getLinks', {}, z.object({ links: z.array(z.unknown()) }));
    expect(links).toHaveLength(1);
  });
});
