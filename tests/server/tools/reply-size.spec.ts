import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openShop, type Shop } from '../../support/shop.ts';

const MOST_BYTES = 20_000;
const Cut = z.looseObject({
  nextCursor: z.string().optional(),
  omitted: z.string().optional(),
  total: z.number().optional(),
});

/** The answer as the caller gets it: a text. */
async function ask({ author }: Shop, tool: string, args: object = {}) {
  const answer = await author.client.call(tool, args, Cut);
  return { answer, bytes: Buffer.byteLength(JSON.stringify(answer)) };
}

const list = (answer: object, name: string) => z.array(z.looseObject({})).parse(Reflect.get(answer, name));
const remark = (index: number) => ({ type: 'comment', text: `${index} ${'x'.repeat(400)}` });

describe('lists without a limit', () => {
  it('a list without a limit stays below 20 kB, and its pages together hold everything', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => shop.author.test('m1', `Test ${index}`, { comment: 'y'.repeat(900) })),
    );
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { answer, bytes } = await ask(shop, 'getTests', { cursor });
      expect(bytes).toBeLessThan(MOST_BYTES);
      if (answer.nextCursor !== undefined) expect(answer.omitted).toContain(`cursor "${answer.nextCursor}"`);
      seen.push(...list(answer, 'tests').map(({ testCode }) => testCode));
      cursor = answer.nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(60);
    const whole = await ask(shop, 'getTests', { limit: 100 });
    expect(list(whole.answer, 'tests')).toHaveLength(60);
    expect(whole.answer.omitted).toBeUndefined();
  });

  it('getModules cuts the tests of a module that fills an answer alone, and says how to get the rest', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    await shop.author.module('B');
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => shop.author.test('m1', `Test ${index}`, { comment: 'y'.repeat(900) })),
    );
    const { answer, bytes } = await ask(shop, 'getModules', { includeTests: true });
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(answer).toMatchObject({ nextCursor: '1', total: 2 });
    expect(answer.omitted).toMatch(/of 40 tests of m1 left out: getTests/);
    const next = await ask(shop, 'getModules', { includeTests: true, cursor: '1' });
    expect(list(next.answer, 'modules')).toMatchObject([{ moduleCode: 'm2' }]);
  });

  it('answers with a very long test leave out actions and say how to get the rest', async () => {
    await using shop = await openShop();
    await shop.author.module('A');
    const actions = Array.from({ length: 80 }, (_, index) => remark(index));
    const made = await ask(shop, 'createTest', { moduleCode: 'm1', name: 'Long', actions });
    const more = await ask(shop, 'createActions', { moduleCode: 'm1', testCode: 't1', actions });
    const listed = await ask(shop, 'getTests', { includeActions: true });
    for (const { answer, bytes } of [made, more, listed]) {
      expect(bytes).toBeLessThan(MOST_BYTES);
      expect(answer.omitted).toMatch(/actions .*left out: getActions/);
    }
    const first = await ask(shop, 'getActions', { moduleCode: 'm1', testCode: 't1' });
    expect(first.bytes).toBeLessThan(MOST_BYTES);
    expect(first.answer.total).toBe(160);
    const all = await ask(shop, 'getActions', { moduleCode: 'm1', testCode: 't1', limit: 1_000 });
    expect(list(all.answer, 'actions')).toHaveLength(160);
  });
});
