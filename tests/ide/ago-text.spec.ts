import { expect, test } from 'vitest';
import { agoText } from '../../ide/ui/ago-text.ts';

const MINUTE_MS = 60_000;

test.each([
  [-5_000, 'just now'],
  [59_999, 'just now'],
  [MINUTE_MS, '1 min ago'],
  [59 * MINUTE_MS, '59 min ago'],
  [60 * MINUTE_MS, '1 h ago'],
  [47 * 60 * MINUTE_MS, '1 d ago'],
  [7 * 24 * 60 * MINUTE_MS, undefined],
])('an age of %d ms reads as %s', (ms, words) => {
  expect(agoText(ms)).toBe(words);
});
