import { expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const key = { idempotencyKey: 'call-1' };

it('a call repeated with the same key gets the first answer and is not done twice', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const first = await author.module('A', key);
  expect(await author.module('A', key)).toEqual(first);
  const reordered = await author.client.call('createModule', { ...key, name: 'A' }, z.object({ module: z.unknown() }));
  expect(reordered.module).toEqual(first);
  expect(await author.modules()).toHaveLength(1);
});

it('calls with the same key that arrive together are done once', async () => {
  await using shop = await openShop();
  const made = await Promise.all(Array.from({ length: 10 }, () => shop.author.module('A', key)));
  expect(new Set(made.map(({ moduleCode }) => moduleCode))).toEqual(new Set(['m1']));
  expect(await shop.author.modules()).toHaveLength(1);
});

it('a key is refused with other arguments or for another tool', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A', key);
  for (const [tool, args] of [
    ['createModule', { name: 'B' }],
    ['createModule', { name: 'A', comment: 'x' }],
    ['createEnvironment', { name: 'A' }],
  ] as const)
    expect(await author.refusal(tool, { ...args, ...key })).toMatch(
      /^conflict: The idempotencyKey "call-1" was used for another call/,
    );
  expect(await author.modules()).toHaveLength(1);
});

it('two callers can use the same key independently', async () => {
  await using shop = await openShop();
  const colleague = await shop.colleague();
  expect((await shop.author.module('A', key)).moduleCode).toBe('m1');
  expect((await colleague.module('A', key)).moduleCode).toBe('m2');
});

it('a call that failed can be repeated with the same key', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const args = { name: 'Below', parentModule: 'm1', ...key };
  expect(await author.refusal('createModule', args)).toMatch(/^not-found/);
  await author.module('A');
  expect((await author.module('Below', args)).parentModule).toBe('m1');
});

it('the service remembers the last thousand keys', { tags: 'full' }, async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.environment('staging');
  const edit = (number: number) =>
    author.do('editEnvironment', { environmentCode: 'e1', name: 'staging', idempotencyKey: `call ${number}` });
  await author.module('A', key);
  for (let start = 0; start < 1_000; start += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => edit(start + index)));
  await author.module('A', { idempotencyKey: 'call-2' });
  expect((await author.module('A', { idempotencyKey: 'call-2' })).moduleCode).toBe('m2');
  expect((await author.module('A', key)).moduleCode).toBe('m3');
});

it('a read-only tool refuses an idempotency key, and an empty key is refused', async () => {
  await using shop = await openShop();
  expect(await shop.author.refusal('getModules', key)).toMatch(/^invalid-params: Unknown parameter "idempotencyKey"/);
  expect(await shop.author.refusal('createModule', { name: 'A', idempotencyKey: '' })).toMatch(/"idempotencyKey"/);
});
