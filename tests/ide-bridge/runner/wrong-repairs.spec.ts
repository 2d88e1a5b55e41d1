import { describe, expect, test } from 'vitest';
import { SAME_ATTRIBUTE } from './kept-attributes.ts';
import { ANOTHER_ATTRIBUTE } from './mutated-attributes.ts';
import { type MutatedPage, OTHERS, SAME } from './mutated-pages.ts';
import { ELSEWHERE, IN_PLACE } from './mutated-surroundings.ts';
import { useRunner } from './runner-fixture.ts';

let shown = '';
const runner = useRunner({
  '/': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>Shop</title>
      <script>addEventListener('click', ({ target }) => { document.title = 'clicked'; }, true)</script>${shown}`),
});

/** Runs the test of a page as it was, where it passes, and then as the page is now. */
async function runOn({ before, after, locator, fallback, deed = { type: 'click' } }: MutatedPage) {
  const testCode = await runner.write([
    { type: 'visit', url: '/' },
    { ...deed, locator, fallbacks: [fallback], timeoutMs: 1_500 },
  ]);
  if (before !== undefined) {
    shown = before;
    const { outcome, actions } = await runner.runStored(testCode, { context: 'live' });
    expect([outcome, actions[1]?.error?.message, actions[1]?.repaired]).toEqual(['passed', undefined, undefined]);
  }
  shown = after;
  return { locator, fallback, ...(await runner.runStored(testCode, { context: 'live' })) };
}

/** In the gate only a few; the others go through the same door. */
const few = (pages: readonly MutatedPage[], names: readonly string[]) =>
  pages.map(page => ({ ...page, tags: names.includes(page.name) ? {} : { tags: 'full' as const } }));

describe('a fallback that finds another element', () => {
  const named = ['Save has become Delete', 'the card with the test id has gone, and another has the button'];
  for (const { tags, ...page } of few([...OTHERS, ...ELSEWHERE, ...ANOTHER_ATTRIBUTE], named))
    test(`a fallback does not stand in where ${page.name}`, tags, async () => {
      const { outcome, actions, fallback } = await runOn(page);
      expect(outcome).not.toBe('passed');
      expect(actions[1]?.repaired).toBeUndefined();
      expect(actions[1]?.error?.message).toContain(`Its fallback ${fallback} finds `);
    });
});

describe('a fallback that finds the same element', () => {
  const named = ['its id has another name', 'only the price in its item is another'];
  for (const { tags, ...page } of few([...SAME, ...IN_PLACE, ...SAME_ATTRIBUTE], named))
    test(`a fallback stands in where ${page.name}`, tags, async () => {
      const { outcome, actions, locator, fallback } = await runOn(page);
      expect(actions[1]?.error?.message).toBeUndefined();
      expect([outcome, actions[1]?.repaired]).toMatchObject(['passed', { from: locator, to: fallback }]);
    });
});
