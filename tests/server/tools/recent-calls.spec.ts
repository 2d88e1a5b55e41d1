import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownerOf } from '../../support/owner.ts';
import { openShop } from '../../support/shop.ts';

const Calls = z.object({ calls: z.array(z.record(z.string(), z.unknown())), total: z.number() });

it('getRecentCalls shows who called which tool and how it ended, but no arguments and not its own calls', async () => {
  await using shop = await openShop();
  const owner = await ownerOf(dirname(shop.app.folder));
  await shop.author.module('needle');
  await shop.author.refusal('deleteModule', { moduleCode: 'm9' });
  await shop.author.refusal('createModule', { needle: 'x' });
  const { calls } = await owner.client.call('getRecentCalls', { projectId: 'shop' }, Calls);
  const call = { at: expect.stringMatching(/^\d{4}-.*Z$/), by: 'write 1', ms: expect.any(Number) };
  expect(calls).toEqual([
    { ...call, tool: 'createModule', outcome: 'invalid-params' },
    { ...call, tool: 'deleteModule', outcome: 'not-found' },
    { ...call, tool: 'createModule', outcome: 'ok' },
  ]);
  expect(JSON.stringify(calls)).not.toContain('needle');
  const found = await owner.client.call('getRecentCalls', { projectId: 'shop', filter: 'ok', limit: 1 }, Calls);
  expect([found.calls[0]?.tool, found.total]).toEqual(['createModule', 1]);
  await owner.client.call('getModules', { projectId: 'shop' }, z.unknown());
  const all = await owner.client.call('getRecentCalls', { projectId: 'shop' }, Calls);
  expect(all.calls).toEqual([{ ...call, by: 'owner', tool: 'getModules', outcome: 'ok' }, ...calls]);
  const ofPrograms = await owner.client.call('getRecentCalls', { projectId: 'shop', ofPrograms: true }, Calls);
  expect(ofPrograms.calls).toEqual(calls);
  expect(await shop.author.refusal('getRecentCalls')).toMatch(/^forbidden: /);
});

it('getRecentCalls keeps only the last 500 calls', { tags: 'full' }, async () => {
  await using shop = await openShop();
  const owner = await ownerOf(dirname(shop.app.folder));
  await shop.author.module('A');
  for (let count = 0; count < 11; count++)
    await Promise.all(Array.from({ length: 100 }, () => shop.author.do('getModules')));
  const { calls, total } = await owner.client.call('getRecentCalls', { projectId: 'shop', limit: 1_000 }, Calls);
  expect([total, new Set(calls.map(({ tool }) => tool))]).toEqual([500, new Set(['getModules'])]);
});
