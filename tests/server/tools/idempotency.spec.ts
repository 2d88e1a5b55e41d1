import { expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const key = { idempotencyKey: 'call-1' };

it('answers the same call with the same key as the first time, without doing it twice', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const first = await author.module('A', key);
  expect(await author.module('A', key)).toEqual(first);
  const reordered = await author.client.call('createModule', { ...key, name: 'A' }, z.object({ module: z.unknown() }));
  expect(reordered.module).toEqual(first);
  expect(await author.modules()).toHaveLength(1);
});

it('does calls that arrive together once', async () => {
  await using shop = await openShop();
  const made = await Promise.all(Array.from({ length: 10 }, () => shop.author.module('A', key)));
  expect(new Set(made.map(({ moduleCode }) => moduleCode))).toEqual(new Set(['m1']));
  expect(await shop.author.modules()).toHaveLength(1);
});

it('refuses the key with other arguments or another tool', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A', key);
  for (const [tool, args] of [
    ['createModule', { name: 'B' }],
    ['createModule', { name: 'A', comment: 'x' }],
    ['createEnvironment', { name: 'A' }],
  ] as const)
    expect(await author.refusal(tool, { ...args, ...key })).toMatch(
      /^conflict: The idempotencyKey "call-1" came with another call/,
    );
  expect(await author.modules()).toHaveLength(1);
});

it('keeps the keys of different callers apart', async () => {
  await using shop = await openShop();
  const colleague = await shop.colleague();
  expect((await shop.author.module('A', key)).moduleCode).toBe('m1');
  expect((await colleague.module('A', key)).moduleCode).toBe('m2');
});

it('does not remember calls that failed', async () => {
  await using shop = await openShop();
  const { author } = shop;
  const args = { name: 'Below', parentModule: 'm1', ...key };
  expect(await author.refusal('createModule', args)).toMatch(/^not-found/);
  await author.module('A');
  expect((await author.module('Below', args)).parentModule).toBe('m1');
});

it('remembers the last thousand', async () => {
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

it('is no parameter of tools that only read', async () => {
  await using shop = await openShop();
  expect(await shop.author.refusal('getModules', key)).toMatch(/^invalid-params: Unknown parameter "idempotencyKey"/);
  expect(await shop.author.refusal('createModule', { name: 'A', idempotencyKey: '' })).toMatch(/"idempotencyKey"/);
});
