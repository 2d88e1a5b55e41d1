import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Author } from '../../support/author.ts';
import { servePages } from '../../support/serve-pages.ts';
import { openShop } from '../../support/shop.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
const Status = z.looseObject({ state: z.string() });
const Results = z.looseObject({
  outcome: z.string(),
  items: z.array(z.looseObject({ testCode: z.string(), state: z.string(), row: z.unknown() })),
});

async function runToEnd(author: Author): Promise<string> {
  await author.do('runTest', { testId: 't1' });
  const status = () => author.client.call('getTestStatus', {}, Status);
  const isOver = async () => {
    const { state } = await status();
    return state === 'starting' || state === 'running' ? undefined : state;
  };
  return (await vi.waitUntil(isOver, { timeout: 50_000, interval: 100 })) ?? '';
}

describe('a test with a data file', () => {
  it('a test with a data file runs once per row, with the file as it is when the run starts', {
    tags: 'full',
  }, async () => {
    await using pages = await servePages({ '/ann': '<h1>ann</h1>', '/bob': '<h1>bob</h1>', '/eve': '<h1>eve</h1>' });
    await using shop = await openShop({ appUrl: pages.url });
    const { author } = shop;
    await author.module('A');
    const data = { file: 'people/users.json' };
    const actions = [
      { type: 'visit', url: '/{{ user }}' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: '{{ user }}' },
    ];
    await author.test('m1', 'Greets', { data, actions });
    const run = async () => {
      expect(await runToEnd(author)).toBe('passed');
      const { items } = await author.client.call('getTestResults', { detail: 'all' }, Results);
      return items.map(({ state: ended, row }) => [ended, row]);
    };
    const put = (rows: object[]) => author.do('putFile', { path: data.file, text: JSON.stringify(rows) });
    await put([{ user: 'ann' }, { user: 'bob' }]);
    expect(await run()).toEqual([
      ['passed', { index: 0, values: { user: 'ann' } }],
      ['passed', { index: 1, values: { user: 'bob' } }],
    ]);
    await put([{ user: 'eve' }]);
    expect(await run()).toHaveLength(1);
  });

  it.each([
    ['no file', undefined, /there is no file files\/users\.json/],
    ['no JSON', '[{', /users\.json/],
    ['no list', '{"user":"ann"}', /files\/users\.json/],
    ['rows that are none', '[1]', /files\/users\.json/],
    ['values that are no text, number or truth', '[{"user":["ann"]}]', /files\/users\.json/],
  ])('a run of a test with %s as its data is refused, and the refusal names the file', async (_what, text, message) => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One', { data: { file: 'users.json' } });
    if (text !== undefined) await author.do('putFile', { path: 'users.json', text });
    const refusal = await author.refusal('runTest', { testId: 't1' });
    expect(refusal).toMatch(/^(invalid-project|damaged-file): /);
    expect(refusal).toMatch(message);
  });
});

describe('attributes of tests and modules', () => {
  it('getTests filters by tags with or without the @, and malformed tags are refused', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One', { tags: ['@smoke', 'slow'] });
    await author.test('m1', 'Two', { tags: ['@smoke'] });
    const names = async (tags: string[]) => (await author.tests({ tags })).map(({ name }) => name);
    expect(await names(['smoke'])).toEqual(['One', 'Two']);
    expect(await names(['@smoke', '@slow'])).toEqual(['One']);
    expect(await names(['@none'])).toEqual([]);
    for (const tags of [['two words'], ['a,b'], ['@(x)'], ['']])
      expect(await author.refusal('editTest', { ...place, tags })).toMatch(/^invalid-params: "tags\[0\]"/);
  });

  it('a run fails with a clear message when the environment lacks the app of the test', async () => {
    await using shop = await openShop();
    const { author } = shop;
    await author.module('A');
    await author.test('m1', 'One', { app: 'STORE', actions: [{ type: 'visit', url: '/' }] });
    await author.environment('staging', [{ name: 'ADMIN', kind: 'app', value: 'http://127.0.0.1:9/' }]);
    expect(await runToEnd(author)).toBe('error');
    const Failed = z.looseObject({
      actions: z.array(z.looseObject({ error: z.looseObject({ message: z.string() }) })),
    });
    const { actions } = await author.client.call('getTestResults', {}, Failed);
    expect(actions[0]?.error.message).toContain('app “STORE”, but the environment “staging” has no such app');
  });
});
