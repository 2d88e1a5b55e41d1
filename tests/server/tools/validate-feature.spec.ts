import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf } from '../../support/feature-files.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const Reply = z.strictObject({
  errors: z.array(z.object({ line: z.number().optional(), message: z.string() })),
  scenarios: z.number(),
  stepsLinked: z.number(),
  stepsUnlinked: z.number(),
});

const validate = ({ author }: Shop, text: string) => author.client.call('validateFeature', { text }, Reply);

describe('validateFeature', () => {
  it('validateFeature reports the same faulty lines as storing the text, and stores nothing', async () => {
    await using shop = await openShop();
    const text = 'Feature: Basket\n\n  Scenario: One\n    Given it\n    oops\n    | a |\n    and this\n';
    const { errors, scenarios } = await validate(shop, text);
    expect(errors.map(({ line }) => line)).toEqual([5, 7]);
    expect(errors[0]?.message).toMatch(/“oops” does not belong here/);
    expect(scenarios).toBe(0);
    const { data } = await shop.author.client.failure('createFeature', { text });
    expect(data).toMatchObject({ errors });
    expect(await featuresOf(shop.author)).toEqual([]);
  });

  it('validateFeature counts the scenarios and the linked and unlinked steps of a correct text', async () => {
    await using shop = await openShop();
    await shop.author.module('Shop');
    await shop.author.test('m1', 'Open');
    await shop.author.do('createFeature', { text: 'Feature: A\n  Scenario: B\n    Given it is open\n' });
    await shop.author.do('linkStep', { text: 'it is open', moduleCode: 'm1', testCode: 't1' });
    expect(
      await validate(shop, '# language: de\nFunktion: A\n  Szenario: B\n    * it is open\n    Wenn es regnet\n'),
    ).toEqual({
      errors: [],
      scenarios: 1,
      stepsLinked: 1,
      stepsUnlinked: 1,
    });
    expect(await validate(shop, '')).toMatchObject({ errors: [{ line: 1, message: 'The file has no feature.' }] });
  });
});
