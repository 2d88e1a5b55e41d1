import { stripVTControlCharacters } from 'node:util';
import type { Locator, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { missingAriaLine } from '../../../model/values/aria-template.ts';
import { expectAria } from '../../playwright/expect-aria.ts';
import { type Expectation, LOOK_ONCE_MS, type Mismatch } from './expectation.ts';
import type { Limits } from './limits.ts';

const MISSING = /element\(s\) not found/;
const UNREADABLE =
  /aria snapshot|(?:should|must) be|are supported|at line \d+|Unterminated|Unsupported|Unexpected|Expected \]|Invalid regular/i;

interface Subject {
  page: Page;
  element: Locator | undefined;
  words: string;
}

/** Waits until the accessible tree contains the template, or for `not` does not. */
export async function waitForAria(
  { page, element, words }: Subject,
  { expected = '', not, once }: Expectation,
  { timeoutMs, signal }: Limits,
): Promise<Mismatch | undefined> {
  const asked = { expected, isNot: not, timeoutMs: once ? LOOK_ONCE_MS : timeoutMs, signal };
  const answer = await expectAria(element ?? page.mainFrame(), asked);
  if (answer.errorMessage === undefined && answer.matches === !not) return undefined;
  const log = answer.log.map(line => stripVTControlCharacters(line).trimEnd());
  const details = { expected: not ? `not ${expected}` : expected, log };
  if (answer.errorMessage !== undefined && MISSING.test(answer.errorMessage))
    return {
      message: `No element matches ${words} on ${page.url()}.`,
      ...details,
      actual: 'no such element',
      isMissing: true,
    };
  if (answer.errorMessage !== undefined) throw unreadable(stripVTControlCharacters(answer.errorMessage));
  const actual = answer.received?.value?.raw ?? '';
  return { message: sentence(words, { expected, not, actual }), ...details, actual, isMissing: false };
}

/** Other errors, such as several matches, are explained as with other actions. */
function unreadable(message: string): Error {
  const reason = message.replace(/^Error: /, '');
  if (/strict mode violation/.test(reason) || !UNREADABLE.test(reason)) return new Error(reason);
  const words = `“expected” is not an aria snapshot: ${reason.split('\n')[0]?.replace(/[:.]$/, '')}.`;
  return new AppError('invalid-params', words, { field: 'expected' });
}

function sentence(
  words: string,
  { expected, not, actual }: { expected: string; not: boolean; actual: string },
): string {
  if (not) return `Expected ${words} not to match the aria snapshot, but it does.`;
  const found = missingAriaLine(expected, actual);
  const close = found?.close === undefined ? '' : `; the closest is ${found.close}`;
  const reason =
    found === undefined
      ? 'its lines are there in another order or nesting, or with others between them'
      : `it has no ${found.missing}${close}`;
  return `Expected ${words} to match the aria snapshot, but ${reason}.`;
}
