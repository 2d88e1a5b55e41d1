import { describe, expect, test } from 'vitest';
import { explainMismatch } from '../../../ide-bridge/runner/page/explain-mismatch.ts';

/** As Playwright throws it when the element is not there at the end. */
const notFound = (log: string[]): Error =>
  Object.assign(new Error('not found'), {
    matcherResult: { message: 'Error: element(s) not found\n', log: ['  - waiting for getByRole(alert)', ...log] },
  });

const explain = (log: string[]) =>
  explainMismatch(notFound(log), {
    expectation: { matcher: 'toContainText', expected: 'Saved', not: false, ignoreCase: false },
    subject: 'alert',
    url: 'http://shop.example/',
  });

describe('an element that is not there when an assertion gives up', () => {
  test('the message says that no element fits when none was ever there', () => {
    expect(explain([])?.message).toBe('No element matches alert on http://shop.example/.');
  });

  test('the message says that the element was there before, and quotes its text', () => {
    const found = explain([
      '    - unexpected value "\n   Saving\n\n   your order  "',
      '  - waiting for getByRole(alert)',
    ]);
    expect(found?.message).toBe(
      'No element matches alert on http://shop.example/, but there was one before; it was “Saving your order”.',
    );
    expect(found).toMatchObject({ actual: 'no such element', isMissing: true });
  });

  test('the log collapses the white space of the page and shortens long texts', () => {
    const log = explain([`    - unexpected value "\n  a\n    b ${'x'.repeat(5_000)}"`])?.log;
    expect(log?.[1]).toMatch(/^ {4}- unexpected value " a b x{100,200}…"$/);
  });
});

test('a text that differs only in upper and lower case is told as that', () => {
  const error = Object.assign(new Error('not the same'), {
    matcherResult: { message: 'Expected "Saved"', actual: 'SAVED', log: [] },
  });
  const expectation = { matcher: 'toHaveText', expected: 'Saved', not: false, ignoreCase: false } as const;
  const found = explainMismatch(error, { expectation, subject: 'alert', url: 'http://shop.example/' });
  expect(found?.message).toMatch(/but it is “SAVED”\. `ignoreCase` takes upper and lower case for the same/);
});
