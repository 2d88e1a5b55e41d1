import { describe, expect, it } from 'vitest';
import { errorHash } from '../../../model/run/error-hash.ts';
import { changingRedactor, createRedactor } from '../../../model/values/redactor.ts';
import { redactAction, redactFailure } from '../../../server/runs/record/redact-results.ts';
import { action } from './run-fixture.ts';

const SECRET = 'very-secret';
const redact = createRedactor([SECRET]);
const long = (length: number) => 'x'.repeat(length);

describe('a stored failure', () => {
  it('a failure is masked before it is shortened, so that no part of a secret remains', () => {
    const text = `${long(1_995)}${SECRET}${long(500)}`;
    const kept = redactFailure({ message: text, expected: text, actual: text, candidates: [text] }, redact);
    const cut = `${long(1_995)}••••x…`;
    expect(kept).toEqual({ message: cut, expected: cut, actual: cut, candidates: [cut] });
  });

  it('a failure keeps both ends of a long line and the first and last of many lines', () => {
    const line = `${long(400)} (http://h/page.js:17)`;
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const { log, consoleErrors } = redactFailure({ message: 'No.', log: lines, consoleErrors: [line] }, redact);
    expect(log).toEqual([...lines.slice(0, 10), '…', ...lines.slice(20)]);
    expect(consoleErrors?.[0]).toHaveLength(301);
    expect(consoleErrors?.[0]).toMatch(/^x+…x+ \(http:\/\/h\/page\.js:17\)$/);
  });

  it('failed requests and dialogs are shortened and shown without secrets', () => {
    const url = `http://h/?key=${SECRET}&more=${long(500)}`;
    const result = redactAction(
      action(0, 'Click', {
        state: 'error',
        error: { message: 'No.', failedRequests: [{ method: 'GET', url, status: 500 }] },
        dialogs: [{ type: 'alert', message: `${SECRET} ${long(500)}`, answer: 'dismissed' }],
      }),
      redact,
    );
    expect(result.error?.failedRequests).toEqual([
      { method: 'GET', url: `${`http://h/?key=••••&more=${long(500)}`.slice(0, 300)}…`, status: 500 },
    ]);
    expect(result.dialogs).toEqual([{ type: 'alert', message: `•••• ${long(295)}…`, answer: 'dismissed' }]);
  });

  it('the hash of a failure does not depend on a secret in its message', () => {
    const failure = (secret: string) => {
      const message = `No element matches “${secret} is here”.`;
      return redactFailure({ message, errorHash: errorHash({ message }) }, createRedactor([secret]));
    };
    expect(failure('1234').errorHash).toBe(failure('5678').errorHash);
    expect(failure('1234').errorHash).not.toBe(errorHash({ message: 'No element matches “1234 is here”.' }));
    const plain = { message: 'No element matches “Pay”.', errorHash: '0123456789abcdef' };
    expect(redactFailure(plain, redact)).toEqual(plain);
  });

  it('what elements were called is shown without secrets; locators and files that are stored stay as they are', () => {
    const stored = { from: `#${SECRET}`, to: `getByText('${SECRET}')` };
    const wrote = `files/baselines/${SECRET}-linux.png`;
    const repaired = { ...stored, was: SECRET, now: `Not ${SECRET}` };
    const result = redactAction(action(0, 'Click', { repaired, wrote }), redact);
    expect(result.repaired).toEqual({ ...stored, was: '••••', now: 'Not ••••' });
    expect(result.wrote).toBe(wrote);
  });

  it('a result is masked once, and again as soon as more is secret', () => {
    const secrets: string[] = ['first-secret'];
    const redact = changingRedactor(() => ({ secrets }));
    const inner = action(1, 'Type first-secret and second-secret');
    const outer = { ...action(0, 'Log in'), actions: [inner] };
    const masked = redactAction(inner, redact);
    expect(masked.title).toBe('Type •••• and second-secret');
    expect(redactAction(outer, redact).actions?.[0]).toBe(masked);
    secrets.push('second-secret');
    expect(redactAction(outer, redact).actions?.[0]?.title).toBe('Type •••• and ••••');
  });
});
