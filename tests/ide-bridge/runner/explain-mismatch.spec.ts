import { describe, expect, test } from 'vitest';
import { explainMismatch } from '../../../ide-bridge/runner/explain-mismatch.ts';

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
  test('never was', () => {
    expect(explain([])?.message).toBe('No element fits alert on http://shop.example/.');
  });

  test('was there before, and said something else', () => {
    const found = explain([
      '    - unexpected value "\n   Saving\n\n   your order  "',
      '  - waiting for getByRole(alert)',
    ]);
    expect(found?.message).toBe(
      'No element fits alert on http://shop.example/, but there was one before; it was “Saving your order”.',
    );
    expect(found).toMatchObject({ actual: 'no such element', isMissing: true });
  });

  test('leaves a log without the white space of the page and without most of long texts', () => {
    const log = explain([`    - unexpected value "\n  a\n    b ${'x'.repeat(5_000)}"`])?.log;
    expect(log?.[1]).toMatch(/^ {4}- unexpected value " a b x{100,200}…"$/);
  });
});
