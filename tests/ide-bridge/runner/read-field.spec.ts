import { describe, expect, it } from 'vitest';
import { readAddress, withoutCase } from '../../../ide-bridge/runner/page/read-field.ts';

describe('an address in a field', () => {
  const appUrl = 'http://shop.test/eu/';

  it.each([
    ['/basket', 'http://shop.test/basket'],
    ['/checkout/payment', 'http://shop.test/checkout/payment'],
    ['https://other.test/', 'https://other.test/'],
  ])('the address %j in a field becomes %s', (text, address) => {
    expect(readAddress(text, appUrl, 'value')).toBe(address);
  });

  it('an address may be a regular expression, and a path stays as it is when no app is known', () => {
    expect(readAddress('/confirmation$/', appUrl, 'value')).toEqual(/confirmation$/);
    expect(readAddress('/basket', undefined, 'value')).toBe('/basket');
  });

  it('a wrong regular expression in an address is refused with the reason', () => {
    expect(() => readAddress('/(/', appUrl, 'value')).toThrow(
      expect.objectContaining({ kind: 'invalid-params', message: expect.stringContaining('Unterminated group') }),
    );
  });
});

describe('a comparison ignoring case', () => {
  it('a comparison that ignores case matches the whole text as it is written', () => {
    expect(withoutCase('a+b').test('A+B')).toBe(true);
    expect(withoutCase('a+b').test('xA+Bx')).toBe(false);
    expect(withoutCase(/a+b/g).flags).toBe('gi');
  });
});
