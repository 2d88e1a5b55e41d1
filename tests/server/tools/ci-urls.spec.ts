import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop } from '../../support/shop.ts';

const Made = z.looseObject({ url: z.string() });
const Listed = z.object({ urls: z.array(z.looseObject({ id: z.string(), revokedAt: z.string().optional() })) });

describe('CI URLs', () => {
  it('each that was generated is listed, and stays listed as revoked', async () => {
    await using shop = await openShop();
    const { client } = shop.author;
    await shop.author.module('A');
    const { testCode } = await shop.author.test('m1', 'One');
    const { url } = await client.call('generateCIUrl', { test: testCode }, Made);
    const { urls } = await client.call('getCIUrls', {}, Listed);
    expect(urls).toHaveLength(1);
    const [listed] = urls;
    expect(url).toContain(String(listed?.id));
    await client.call('revokeCIUrl', { id: listed?.id }, z.unknown());
    const after = await client.call('getCIUrls', {}, Listed);
    expect(after.urls).toEqual([{ ...listed, revokedAt: expect.any(String) }]);
    expect((await client.failure('revokeCIUrl', { id: 'ffffffffffff' })).data.reason).toBe('not-found');
  });
});
