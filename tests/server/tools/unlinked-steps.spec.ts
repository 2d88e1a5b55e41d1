import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const Coverage = { steps: z.number(), scenarios: z.number(), playable: z.number() };
const Reply = z.looseObject({
  groups: z.array(
    z.strictObject({
      pattern: z.string(),
      ...Coverage,
      texts: z.array(z.strictObject({ text: z.string(), ...Coverage })),
      suggestions: z.array(z.looseObject({ name: z.string(), score: z.number() })).optional(),
    }),
  ),
  steps: z.number(),
  scenarios: z.number(),
  total: z.number(),
  nextCursor: z.string().optional(),
});

const FEATURE = `Feature: Basket
  Background:
    Given the shop is open
  Scenario: Buy
    When I buy 2 "mugs"
    Then I pay
  Scenario: Buy more
    When I buy 3 "bowls"
    And I buy 3 "bowls"
  Scenario: Look
    When I look
`;

async function openBasket() {
  const shop = await openShop();
  await shop.author.do('createFeature', { text: FEATURE });
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Open the shop');
  const ask = (args: object = {}) => shop.author.client.call('getUnlinkedSteps', args, Reply);
  const link = (text: string) => shop.author.do('linkStep', { text, moduleCode: 'm1', testCode: 't1' });
  return { ...shop, [Symbol.asyncDispose]: shop[Symbol.asyncDispose], ask, link };
}

describe('getUnlinkedSteps', () => {
  it('red texts come by frequency, in groups that differ in values alone, with what each would bring', async () => {
    await using shop = await openBasket();
    const reply = await shop.ask();
    expect(reply).toMatchObject({ steps: 8, scenarios: 3, total: 4 });
    expect(reply.groups.map(({ pattern, steps, playable }) => [pattern, steps, playable])).toEqual([
      ['I buy … "…"', 3, 0],
      ['the shop is open', 3, 0],
      ['I look', 1, 0],
      ['I pay', 1, 0],
    ]);
    expect(reply.groups[0]?.texts).toEqual([
      { text: 'I buy 3 "bowls"', steps: 2, scenarios: 1, playable: 0 },
      { text: 'I buy 2 "mugs"', steps: 1, scenarios: 1, playable: 0 },
    ]);
    await shop.link('the shop is open');
    const after = await shop.ask();
    expect(after).toMatchObject({ steps: 5, scenarios: 3, total: 3 });
    expect(after.groups[0]).toMatchObject({ pattern: 'I buy … "…"', scenarios: 2, playable: 1 });
    expect(after.groups.find(({ pattern }) => pattern === 'I look')).toMatchObject({ playable: 1 });
    await shop.author.do('linkStep', { text: 'I pay', also: ['I look'], moduleCode: 'm1', testCode: 't1' });
    expect((await shop.ask()).groups).toMatchObject([{ scenarios: 2, playable: 2 }]);
  });

  it('a suggestion of at least one half comes along, a weaker one does not', async () => {
    await using shop = await openBasket();
    await shop.author.test('m1', 'Pay with a card or a voucher or later');
    const found = new Map((await shop.ask()).groups.map(each => [each.pattern, each.suggestions ?? []]));
    expect(found.get('the shop is open')?.[0]).toMatchObject({ name: 'Open the shop' });
    for (const suggestions of found.values())
      for (const { score } of suggestions) expect(score).toBeGreaterThanOrEqual(0.5);
    expect(found.get('I buy … "…"')).toEqual([]);
  });

  it('groups are found by their words and come page by page', async () => {
    await using shop = await openBasket();
    const [first] = (await shop.ask({ limit: 1 })).groups;
    const { nextCursor } = await shop.ask({ limit: 1 });
    const [second] = (await shop.ask({ limit: 1, cursor: nextCursor })).groups;
    expect([first?.pattern, second?.pattern]).toEqual(['I buy … "…"', 'the shop is open']);
    expect((await shop.ask({ filter: 'BOWLS' })).groups).toHaveLength(1);
  });

  it('a version without red steps has no groups, and a step whose test is gone is red', async () => {
    await using shop = await openShop();
    const ask = () => shop.author.client.call('getUnlinkedSteps', {}, Reply);
    expect(await ask()).toMatchObject({ groups: [], steps: 0, scenarios: 0, total: 0 });
    await shop.author.do('createFeature', { text: 'Feature: A\n  Scenario: B\n    Given c\n' });
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Do c');
    await shop.author.do('linkStep', { text: 'c', moduleCode: 'm1', testCode: 't1' });
    expect((await ask()).groups).toEqual([]);
    await shop.author.do('deleteTest', { moduleCode: 'm1', testCode: 't1', force: true });
    expect((await ask()).groups).toMatchObject([{ pattern: 'c', playable: 1 }]);
  });
});
