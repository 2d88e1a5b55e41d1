import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_KINDS } from '../../../model/actions/index.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';
import type { Author } from '../../support/author.ts';
import { ownerOf } from '../../support/owner.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const INVALID_PARAMS = -32_602;

let shop: Shop;
let owner: Author;
beforeAll(async () => {
  shop = await openShop();
  owner = await ownerOf(dirname(shop.app.folder));
  await shop.author.module('Sign in');
  await shop.author.test('m1', 'Valid user');
});
afterAll(() => shop[Symbol.asyncDispose]());

describe('what is not known', () => {
  it.each([...createToolRegistry().values()])('$name refuses a parameter that it does not know', async ({ name }) => {
    const { code, message } = await owner.client.failure(name, { projectId: 'shop', speed: 3 });
    expect(code).toBe(INVALID_PARAMS);
    expect(message).toContain('"speed"');
  });

  it.each(Object.keys(ACTION_KINDS))('an action of the kind %s refuses a field that it does not know', async type => {
    const place = { moduleCode: 'm1', testCode: 't1' };
    const { code, message } = await shop.author.client.failure('createAction', { ...place, type, speed: 3 });
    expect(code).toBe(INVALID_PARAMS);
    expect(message).toContain('"speed"');
    expect(await shop.author.actions(place)).toEqual([]);
  });
});

const withFields = Object.values(ACTION_KINDS).filter(({ fieldNames }) => fieldNames.length > 0);

it.each(withFields)('an action of the kind $type refuses a field of its own that holds a list of lists', async kind => {
  const place = { moduleCode: 'm1', testCode: 't1' };
  const [field = ''] = kind.fieldNames;
  const action = { type: kind.type, [field]: [[[]]] };
  const { code, data } = await shop.author.client.failure('createAction', { ...place, ...action });
  expect([code, data.field]).toEqual([INVALID_PARAMS, expect.stringContaining(field)]);
  expect(await shop.author.actions(place)).toEqual([]);
});
