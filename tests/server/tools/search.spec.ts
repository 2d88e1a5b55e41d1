import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { openShop } from '../../support/shop.ts';

const Reply = z.object({
  hits: z.array(z.looseObject({ kind: z.string(), name: z.string(), field: z.string(), excerpt: z.string() })),
  total: z.number(),
  nextCursor: z.string().optional(),
  omitted: z.string().optional(),
});
const find = (author: Author, text: string, args: object = {}) =>
  author.client.call('search', { text, ...args }, Reply);
const found = async (author: Author, text: string, args: object = {}) =>
  (await find(author, text, args)).hits.map(({ kind, moduleCode, testCode, actionIndex, environmentCode, field }) =>
    [kind, moduleCode, testCode, actionIndex, environmentCode, field].filter(part => part !== undefined).join(' '),
  );

async function furnish(author: Author): Promise<void> {
  await author.module('Checkout', { comment: 'All about the Basket' });
  await author.do('editModule', { moduleCode: 'm1', data: { city: 'Basket Town' } });
  await author.test('m1', 'Basket', {
    comment: 'buys things',
    tags: ['@basket'],
    parameters: [{ name: 'user', default: 'ann of basket' }],
    data: { rows: [{ item: 'lamp' }, { item: 'basket' }] },
    actions: [
      { type: 'click', locator: "getByRole('link', { name: 'Your Basket' })" },
      { type: 'select', locator: '#size', values: ['S', 'basket size'] },
      { type: 'comment', text: 'Look into the basket, then pay' },
    ],
  });
  await author.test('m1', 'Pay', { actions: [{ type: 'plugTest', test: 't1', parameters: { user: 'basket lover' } }] });
  await author.environment('Basket live', [
    { name: 'BASKET_URL', value: '/basket' },
    { name: 'basketSecret', kind: 'secret', value: 'basket-of-Secrets-4711' },
  ]);
}

describe('search', () => {
  it('search finds a word anywhere in the version and lists names first', async () => {
    await using shop = await openShop();
    await furnish(shop.author);
    expect(await found(shop.author, 'BASKET')).toEqual([
      'test m1 t1 name',
      'environment e1 name',
      'module m1 comment',
      'data m1 data.city',
      'test m1 t1 tags[0]',
      'data m1 t1 parameters[0].default',
      'data m1 t1 data.rows[1].item',
      'action m1 t1 0 locator',
      'action m1 t1 1 values[1]',
      'action m1 t1 2 text',
      'action m1 t2 0 parameters.user',
      'environment e1 items[0].name',
      'environment e1 items[0].value',
      'environment e1 items[1].name',
    ]);
    const { hits } = await find(shop.author, 'your basket');
    expect(hits).toEqual([
      {
        kind: 'action',
        moduleCode: 'm1',
        testCode: 't1',
        actionIndex: 0,
        actionId: 'a1',
        name: 'Basket',
        field: 'locator',
        excerpt: "getByRole('link', { name: 'Your Basket' })",
      },
    ]);
  });

  it('search requires all words in one field, in any order', async () => {
    await using shop = await openShop();
    await furnish(shop.author);
    expect(await found(shop.author, '  pay   Look ')).toEqual(['action m1 t1 2 text']);
    expect(await found(shop.author, 'pay lamp')).toEqual([]);
  });

  it('search stays within the requested kinds and version', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await furnish(author);
    expect(await found(author, 'basket', { kinds: ['module', 'test'] })).toEqual([
      'test m1 t1 name',
      'module m1 comment',
      'test m1 t1 tags[0]',
    ]);
    await author.do('createVersion', { name: 'Next' });
    await author.test('m1', 'Only in main');
    expect(await found(author, 'only in main')).toEqual(['test m1 t3 name']);
    expect(await found(author, 'only in main', { versionId: 'next' })).toEqual([]);
  });

  it('search finds a test by its code, together with the actions that plug it in', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await furnish(author);
    for (let count = 0; count < 9; count++) await author.test('m1', 'Other');
    expect(await found(author, 't1')).toEqual(['test m1 t1 testCode', 'action m1 t2 0 test']);
    expect(await found(author, 'm1.t11')).toEqual(['test m1 t11 testCode']);
    expect(await found(author, 'e1')).toEqual(['environment e1 environmentCode']);
  });

  it('search answers in pages, with excerpts around each hit', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const text = `${'before '.repeat(50)}needle${' after'.repeat(50)}`;
    const actions = Array.from({ length: 250 }, () => ({ type: 'comment', text }));
    await author.test('m1', 'Haystack', { actions });
    const whole = await find(author, 'needle');
    expect(whole.total).toBe(250);
    expect(whole.hits[0]?.excerpt).toMatch(/^….{30,45}needle.{100,}…$/);
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThan(20_000);
    const next = await find(author, 'needle', { limit: 1, cursor: whole.nextCursor });
    expect(next.hits[0]?.actionIndex).toBe(whole.hits.length);
    expect(await author.refusal('search', { text: '   ' })).toMatch(/^invalid-params: "text"/);
    expect(await author.refusal('search', { text: 'x', kinds: ['tests'] })).toMatch(/^invalid-params: "kinds/);
    expect(await author.refusal('search', { text: 'x', versionId: 'gone' })).toMatch(/^not-found/);
  });
});
