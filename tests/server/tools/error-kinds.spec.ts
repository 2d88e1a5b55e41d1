import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from '../../../server/tools/index.ts';
import { Author } from '../../support/author.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { CALLS, ELSEWHERE, furnish } from './error-calls.ts';

describe('each kind of error that a tool declares', () => {
  let shop: Shop;
  let owner: Author;
  let newcomer: Author;

  beforeAll(async () => {
    shop = await openShop();
    await furnish(shop);
    const server = await readFile(join(dirname(shop.app.folder), '.steploom/server.json'), 'utf8');
    const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(server));
    owner = new Author(new ApiClient(shop.author.client.apiUrl, secret));
    newcomer = await shop.colleague();
  });

  afterAll(() => shop[Symbol.asyncDispose]());

  const registry = createToolRegistry();
  const cases = Object.entries(CALLS).flatMap(([tool, kinds]) =>
    Object.entries(kinds).map(([kind, args]) => [tool, kind, args] as const),
  );

  it.each(cases)('%s answers %s for %j', async (tool, kind, args) => {
    const writer = kind === 'nothing-to-undo' ? newcomer : shop.author;
    const caller = registry.get(tool)?.scope === 'owner' ? owner : writer;
    const failure = await caller.client.failure(tool, { projectId: 'shop', ...args });
    expect([failure.data.reason, failure.code]).toEqual([kind, -32000]);
    expect(failure.message).toMatch(/^[A-Z"].*\.$/);
  });

  it('every declared kind of error is covered by this table or by another spec', () => {
    for (const { name, errors } of [...registry.values()])
      for (const kind of errors) {
        const isReached =
          CALLS[name]?.[kind] !== undefined || (ELSEWHERE[kind] ?? ELSEWHERE[`${name} ${kind}`]) !== undefined;
        expect(isReached, `${name}: ${kind}`).toBe(true);
      }
    for (const [tool, kind] of cases) expect(registry.get(tool)?.errors).toContain(kind);
  });
});
