import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Run } from '../../../model/run/run.ts';
import { RunArchive } from '../../../server/runs/record/run-archive.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const MOST_BYTES = 20_000;

const Result = z.looseObject({
  title: z.string(),
  round: z.number().optional(),
  state: z.string(),
  error: z.looseObject({ message: z.string(), log: z.array(z.string()).optional() }).optional(),
  omitted: z.number().optional(),
  get actions() {
    return z.array(Result).optional();
  },
});
type Result = z.infer<typeof Result>;
const Item = z.looseObject({
  title: z.string(),
  state: z.string(),
  omitted: z.number().optional(),
  actions: z.array(Result),
});
const Answer = z.looseObject({
  run: z.looseObject({ items: z.array(Item) }).optional(),
  actions: z.array(Result).optional(),
  items: z.array(Item).optional(),
  omitted: z.string().optional(),
  total: z.number().optional(),
  nextCursor: z.string().optional(),
});

const result = (actionIndex: number, more: object = {}) => ({
  actionIndex,
  actionId: `a${actionIndex + 1}`,
  testCode: 't1',
  type: 'comment',
  title: `Action ${actionIndex}`,
  state: 'passed',
  ms: 1,
  ...more,
});

const failed = (more: object = {}) => ({
  state: 'failed',
  error: { message: 'Expected the page to have the title.', log: ['x'.repeat(2_000)] },
  ...more,
});

const itemOf = (actions: object[], more: object = {}) => ({
  testCode: 't1',
  moduleCode: 'm1',
  title: 'One',
  state: 'passed',
  ms: 1,
  actions,
  ...more,
});

const loopOf = (rounds: number, more: (round: number) => object = () => ({})) =>
  result(1, {
    type: 'loop',
    actions: Array.from({ length: rounds }, (_, index) => result(2, { round: index + 1, ...more(index + 1) })),
  });

/** Stores a run with these items. */
async function store({ app }: Shop, items: object[]): Promise<void> {
  const archive = new RunArchive(`${app.folder}/.steploom/runs`);
  await archive.save(
    Run.parse({
      format: 1,
      runId: await archive.begin(),
      projectId: 'shop',
      versionId: 'main',
      ...(items.length === 1 ? { moduleCode: 'm1', testCode: 't1' } : {}),
      title: 'One',
      startedBy: 'spec',
      startedAt: '2026-01-01T00:00:00.000Z',
      elapsedMs: 1,
      state: 'passed',
      items,
    }),
  );
}

/** The answer as the caller gets it, and how long it is as text. */
async function ask({ author }: Shop, tool: string, args: object = {}) {
  const answer = await author.client.call(tool, { runId: 'r1', ...args }, Answer);
  const items = answer.run?.items ?? answer.items;
  return { ...answer, items, bytes: Buffer.byteLength(JSON.stringify(answer)) };
}

const flat = (results: readonly Result[]): Result[] => results.flatMap(each => [each, ...flat(each.actions ?? [])]);
const BOTH = ['getRun', 'getTestResults'];

describe('results of a run', () => {
  it('long results are cut unless a limit asks for all of them', async () => {
    await using shop = await openShop();
    const many = Array.from({ length: 300 }, (_, index) => result(index, { title: 'x'.repeat(100) }));
    await store(shop, [itemOf(many), itemOf([])]);
    for (const tool of BOTH) {
      const cut = await ask(shop, tool);
      expect(cut.bytes).toBeLessThan(MOST_BYTES);
      expect(cut.omitted).toMatch(/of 302 results left out, failures last; ask with limit: 302 for all of them/);
      expect(cut.items).toHaveLength(2);
      const whole = await ask(shop, tool, { limit: 302 });
      expect(whole.bytes).toBeGreaterThan(MOST_BYTES);
      expect(whole.omitted).toBeUndefined();
      expect(whole.items?.[0]?.actions).toHaveLength(300);
    }
  });

  it('results come in pages, with each test in its order and whole where it fits', async () => {
    await using shop = await openShop();
    const long = Array.from({ length: 300 }, (_, index) => result(index, { title: 'x'.repeat(100) }));
    const few = [result(0), result(1)];
    await store(shop, [itemOf(few), itemOf(long), ...Array.from({ length: 6 }, () => itemOf(few))]);
    const read = async (args: object) => {
      const sizes: number[][] = [];
      for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
        const page = await ask(shop, 'getRun', { ...args, cursor });
        expect(page.total).toBe(8);
        sizes.push((page.items ?? []).map(({ actions }) => actions.length));
        cursor = page.nextCursor;
      }
      return sizes;
    };
    // A test alone that has more results than asked for is cut, as it would be by itself.
    expect(await read({ limit: 6 })).toEqual([[2], [6], [2, 2], [2, 2], [2, 2]]);
    expect(await read({ limit: 1_000 })).toEqual([[2, 300, 2, 2, 2, 2, 2, 2]]);
    const [first, cut, ...others] = await read({});
    expect([first, others]).toEqual([[2], [[2, 2, 2, 2, 2, 2]]]);
    expect(cut?.[0]).toBeLessThan(300);
    const behind = await ask(shop, 'getRun', { cursor: '8' });
    expect([behind.items, behind.total, behind.nextCursor]).toEqual([[], 8, undefined]);
    expect(await shop.author.refusal('getRun', { runId: 'r1', cursor: 'last' })).toContain('invalid-params');
  });

  it('a loop with many rounds is cut and says how many rounds it left out', { tags: ['full'] }, async () => {
    await using shop = await openShop();
    await store(shop, [itemOf([result(0), loopOf(10_000), result(3)])]);
    const cut = await ask(shop, 'getTestResults');
    expect(cut.bytes).toBeLessThan(MOST_BYTES);
    expect(cut.actions?.map(({ title }) => title)).toEqual(['Action 0', 'Action 1', 'Action 3']);
    const [, loop] = cut.actions ?? [];
    const rounds = loop?.actions ?? [];
    expect(rounds.length).toBeGreaterThan(50);
    expect(rounds.map(({ round }) => round)).toEqual(rounds.map((_, index) => index + 1));
    expect(loop?.omitted).toBe(10_000 - rounds.length);
    expect(cut.omitted).toBe(
      `${10_000 - rounds.length} of 10003 results left out, failures last; ask with limit: 10003 for all of them, or with detail: "failures".`,
    );
    const some = await ask(shop, 'getTestResults', { limit: 500 });
    expect(flat(some.actions ?? [])).toHaveLength(500);
    const whole = await ask(shop, 'getTestResults', { limit: 10_003 });
    expect(flat(whole.actions ?? [])).toHaveLength(10_003);
    expect(whole.omitted).toBeUndefined();
  });

  it('cut results still show what failed, however late it came', async () => {
    await using shop = await openShop();
    const rounds = loopOf(9_999, round => (round === 9_999 ? failed() : {}));
    await store(shop, [itemOf([result(0), { ...rounds, state: 'failed' }], { state: 'failed' })]);
    for (const tool of BOTH) {
      const cut = await ask(shop, tool);
      expect(cut.bytes).toBeLessThan(MOST_BYTES);
      const results = flat(cut.actions ?? cut.items?.[0]?.actions ?? []);
      expect(results[0]?.title).toBe('Action 0');
      expect(results.at(-1)).toMatchObject({ round: 9_999, state: 'failed', error: { log: [expect.any(String)] } });
      expect(results.length).toBeGreaterThan(50);
    }
  });

  it('the logs of many failures are shortened before a failure is left out', async () => {
    await using shop = await openShop();
    const rounds = { ...loopOf(40, () => failed()), state: 'failed' };
    await store(shop, [itemOf([rounds], { state: 'failed' })]);
    const cut = await ask(shop, 'getTestResults', { detail: 'failures' });
    expect(cut.bytes).toBeLessThan(MOST_BYTES);
    const [loop] = cut.actions ?? [];
    expect(loop?.actions).toHaveLength(40);
    expect(loop?.actions?.[0]?.error?.log).toHaveLength(1);
    expect(loop?.actions?.at(-1)?.error).toEqual({ message: 'Expected the page to have the title.' });
  });

  it('cut results show every failed test among many together with its failure', async () => {
    await using shop = await openShop();
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const isBad = index % 100 === 99;
      const row = { index, values: { name: `Customer ${index}` } };
      const actions = [result(0), result(1, isBad ? failed() : {}), result(2, isBad ? { state: 'skipped' } : {})];
      return itemOf(actions, { title: `Row ${index + 1}`, row, state: isBad ? 'failed' : 'passed' });
    });
    await store(shop, rows);
    for (const tool of BOTH) {
      const cut = await ask(shop, tool);
      expect(cut.bytes).toBeLessThan(MOST_BYTES);
      expect(cut.omitted).toMatch(
        /^\d+ of 1000 tests or rows, \d+ of 4000 results left out, failures last; ask with limit: 4000/,
      );
      const bad = cut.items?.filter(({ state }) => state === 'failed') ?? [];
      expect(bad.map(({ title }) => title)).toEqual(
        Array.from({ length: 10 }, (_, index) => `Row ${(index + 1) * 100}`),
      );
      expect(bad.every(({ actions }) => actions.some(({ error }) => error !== undefined))).toBe(true);
      const few = await ask(shop, tool, { limit: 5 });
      expect((few.items?.length ?? 0) + flat(few.items?.flatMap(({ actions }) => actions) ?? []).length).toBe(5);
    }
  });
});
