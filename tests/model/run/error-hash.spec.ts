import { describe, expect, it } from 'vitest';
import { errorHash } from '../../../model/run/error-hash.ts';

const hash = (message: string, actual?: string) => errorHash({ message, ...(actual === undefined ? {} : { actual }) });

describe('errorHash', () => {
  it.each([
    [
      'port and host',
      'No element matches #a on http://127.0.0.1:4711/x.',
      'No element matches #a on https://test.example/x.',
    ],
    ['query', 'Nothing answers at http://h/x?id=7.', 'Nothing answers at http://h/x?id=8&b=1.'],
    ['time', 'h1 did not become hidden within 0.6 s.', 'h1 did not become hidden within 10 s.'],
    [
      'time spent looking',
      'No element matches #a on http://h/x (looked for 10 s).',
      'No element matches #a on http://h/x.',
    ],
    ['test code', 'The plugged test t5 does not exist any more.', 'The plugged test m2.t17 does not exist any more.'],
    ['number', 'button “Order 4711” is disabled.', 'button “Order 12” is disabled.'],
    ['id', '#row-17 keeps moving.', '#row-18 keeps moving.'],
    ['glued id', '#row17 keeps moving.', '#row238 keeps moving.'],
    ['uuid', '#u-1b4e28ba-2fa1-11d2-883f-0016d3cca427 on /x.', '#u-6fa459ea-ee8a-3ca4-894e-db77e160355e on /x.'],
    ['hexadecimal number', '“5f3a9c2be1” is gone.', '“0011aabbcc” is gone.'],
    ['date', 'It is “2026-01-02T03:04:05.678Z”.', 'It is “2027-11-12T13:14:15.001Z”.'],
  ])('the hash does not depend on the %s', (_what, one, other) => {
    expect(hash(one)).toBe(hash(other));
    expect(hash(one)).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['element', 'No element matches button “Pay” on http://h/x.', 'No element matches button “Save” on http://h/x.'],
    ['tag', 'No element matches h1 on http://h/x.', 'No element matches h2 on http://h/x.'],
    ['path', 'http://h/basket could not be opened.', 'http://h/orders could not be opened.'],
    ['problem', 'button “Pay” is disabled.', 'button “Pay” is covered by <div>.'],
  ])('the hash differs for another %s', (_what, one, other) => expect(hash(one)).not.toBe(hash(other)));

  it('the hash does not depend on the value that was found', () => {
    const expected = 'Expected heading to have the text “Welcome”';
    expect(hash(`${expected}, but it is “Hello Ann”.`, 'Hello Ann')).toBe(hash(`${expected}, but it is empty.`, ''));
    expect(hash(`${expected}, but it is empty.`, '')).not.toBe(
      hash('Expected heading to be empty, but it is “a”.', 'a'),
    );
  });

  it('the hash uses a value as the test writes it, not as it was filled in', () => {
    const failure = (name: string) => ({ message: `No element matches “Welcome ${name}” on http://h/.` });
    const filled = (name: string) => new Map([[`Welcome ${name}`, 'Welcome {{user}}']]);
    const ann = errorHash(failure('Ann'), filled('Ann'));
    expect(errorHash(failure('Bob'), filled('Bob'))).toBe(ann);
    expect(errorHash(failure('{{user}}'))).toBe(ann);
    expect(errorHash(failure('Ann'))).not.toBe(ann);
  });
});
