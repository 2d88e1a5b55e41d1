import { expect, it } from 'vitest';
import { openShop } from '../../support/shop.ts';

it('a test that plugs in a deleted test can still be edited, but cannot plug in another missing test', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const place = { moduleCode: 'm1', testCode: 't2' };
  await author.module('Basket');
  await author.test('m1', 'Sign in');
  await author.test('m1', 'Buy', { actions: [{ type: 'plugTest', test: 't1' }] });
  await author.do('deleteTest', { moduleCode: 'm1', testCode: 't1', force: true });

  await author.do('editTest', { ...place, name: 'Buy one' });
  await author.action(place, { type: 'reload' });
  expect((await author.tests()).map(({ name }) => name)).toEqual(['Buy one']);
  expect((await author.actions(place)).map(({ type }) => type)).toEqual(['plugTest', 'reload']);
  expect(await author.refusal('createAction', { ...place, type: 'plugTest', test: 't7' })).toMatch(
    /^not-found: No test t7 to plug in\./,
  );
  expect(await author.refusal('createAction', { ...place, type: 'plugTest', test: 't2' })).toMatch(
    /^invalid-project: Test t2 would plug itself/,
  );
});
