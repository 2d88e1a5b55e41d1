import { test } from 'vitest';
import { useRunner } from '../../runner/runner-fixture.ts';

const runner = useRunner({
  '/': `<title>Trap</title><input id="first"><input id="second">
    <script>first.onfocus = () => setTimeout(() => second.focus(), 0)</script>`,
});

const value = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveValue', locator, expected });

/** Playwright alone is at times faster than the page, so this is no case for both engines. */
const ROUNDS = 10;

test('a text goes where the page has passed the focus on to, each time', { tags: 'full' }, () =>
  runner.passes(
    Array.from({ length: ROUNDS }, () => [
      { type: 'visit', url: '/' },
      { type: 'fill', locator: '#first', value: 'Ann' },
      value('#first', ''),
      value('#second', 'Ann'),
    ]).flat(),
  ),
);
