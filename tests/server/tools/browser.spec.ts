import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownerOf } from '../../support/owner.ts';
import { openShop } from '../../support/shop.ts';

it('getBrowser names the browser that would be started, to people alone', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(dirname(shop.app.folder));
  const found = await owner.client.call('getBrowser', { projectId: 'shop' }, z.looseObject({}));
  expect(found).toEqual({ path: expect.stringMatching(/chrom/i), source: expect.any(String) });
  expect(await shop.author.refusal('getBrowser')).toMatch(/^forbidden: /);
});
