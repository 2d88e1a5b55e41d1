import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TestCode } from '../../../model/names/codes.ts';
import { nodeFileSystem } from '../../../server/store/files/file-system.ts';
import { readProjectFolder } from '../../../server/workspace/read-project-folder.ts';
import { openShop, type Shop } from '../../support/shop.ts';

/** What another process reads of the project while it is open here. */
const onDisk = async ({ app }: Shop) => (await readProjectFolder({ fs: nodeFileSystem, folder: app.folder })).content;

describe('edits that arrive together', () => {
  it('edits that arrive together are all made and are on disk once they are answered', async () => {
    await using shop = await openShop();
    const { author } = shop;
    for (const name of ['A', 'B', 'C', 'D']) await author.module(name);
    await author.test('m1', 'Shared');
    const place = { moduleCode: 'm1', testCode: 't1' };
    const calls = Array.from({ length: 50 }, (_, index) => [
      author.test(`m${(index % 4) + 1}`, `Test ${index}`, { actions: [{ type: 'reload' }] }),
      author.action(place, { type: 'comment', text: `${index}` }),
      author.environment(`env ${index}`, [{ name: 'key', kind: 'secret', value: `secret-${index}` }]),
      author.do('editModule', { moduleCode: `m${(index % 4) + 1}`, comment: `${index}` }),
    ]);
    await Promise.all(calls.flat());

    const tests = await author.tests({ limit: 1000 });
    expect(new Set(tests.map(({ testCode }) => testCode)).size).toBe(51);
    const actions = await author.client.call(
      'getActions',
      { ...place, limit: 100 },
      z.object({ actions: z.array(z.object({ actionId: z.string(), text: z.string() }).loose()) }),
    );
    expect(actions.actions.map(({ text }) => text).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 50 }, (_, index) => `${index}`),
    );
    const ids = tests.map(({ actionCount }) => actionCount).reduce((sum, count) => sum + count, 0);
    expect(ids).toBe(100);
    const main = (await onDisk(shop)).versions.get('main');
    expect([...(main?.modules.values() ?? [])].flatMap(module => module.tests)).toHaveLength(51);
    expect(main?.environments.environments).toHaveLength(50);
    const allIds = [...(main?.modules.values() ?? [])].flatMap(module =>
      module.tests.flatMap(test => test.actions.map(action => action.actionId)),
    );
    expect(new Set(allIds).size).toBe(100);
  });

  it('the edits in one batch of a caller keep their order', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const batch = Array.from({ length: 50 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'createTest', arguments: { moduleCode: 'm1', name: `Test ${id}` } },
    }));
    expect((await author.client.post(batch)).status).toBe(200);
    expect((await author.tests()).map(({ name }) => name)).toEqual(batch.map(({ id }) => `Test ${id}`));
  });

  it('edits that fail do not affect the others that arrive with them', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        author.test(index % 2 === 0 ? 'm1' : 'm9', `Test ${index}`, { actions: [{ type: 'reload' }] }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const tests = await author.tests();
    expect(tests.map(({ name }) => Number(name.slice(5)) % 2)).toEqual(Array(20).fill(0));
    expect(new Set(tests.map(({ testCode }) => testCode)).size).toBe(20);
    const main = (await onDisk(shop)).versions.get('main');
    expect(main?.modules.size).toBe(1);
    expect([...(main?.modules.values() ?? [])][0]?.tests).toHaveLength(20);
  });

  it('an edit that fails halfway leaves nothing changed', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    const { revision } = await author.test('m1', 'One', { actions: [{ type: 'reload' }] });
    const place = { moduleCode: 'm1', testCode: 't1' };
    const circle = { ...place, name: 'Changed', actions: [{ type: 'plugTest', test: 't1' }] };
    expect(await author.refusal('editTest', circle)).toMatch(/^invalid-project/);
    expect(await author.tests()).toMatchObject([{ name: 'One', revision }]);
    expect((await onDisk(shop)).versions.get('main')?.test(TestCode.parse('t1'))?.name).toBe('One');
  });
});
