import { describe, expect, it } from 'vitest';
import { readAddress, readPattern } from '../../../ide-bridge/runner/read-pattern.ts';

describe('a pattern in a field', () => {
  it.each([
    ['/order \\d+/', /order \d+/],
    ['/thank you/i', /thank you/i],
    ['/\\/orders\\/\\d+$/', /\/orders\/\d+$/],
    ['/[^/]+/', /[^/]+/],
    ['/one\nline/s', /one\nline/s],
  ])('reads %j as a regular expression', (text, pattern) => {
    expect(readPattern(text, 'expected')).toEqual(pattern);
  });

  it.each(['Orders', '', '/', '//', '/basket', '/shop/basket', '/shop/orders/', '/a/b/c', '/tea/ss', '12/39'])(
    'takes %j for the text it is',
    text => {
      expect(readPattern(text, 'expected')).toBe(text);
    },
  );

  it('says what is wrong with a regular expression', () => {
    expect(() => readPattern('/(/', 'expected')).toThrow(
      expect.objectContaining({ kind: 'invalid-params', message: expect.stringContaining('"/(/" is no regular') }),
    );
  });
});

describe('an address in a field', () => {
  const appUrl = 'http://shop.test/eu/';

  it.each([
    ['/basket', 'http://shop.test/basket'],
    ['/checkout/payment', 'http://shop.test/checkout/payment'],
    ['https://other.test/', 'https://other.test/'],
  ])('starts %j from the app', (text, address) => {
    expect(readAddress(text, appUrl, 'value')).toBe(address);
  });

  it('may be a regular expression, and stays as it is where no app is known', () => {
    expect(readAddress('/confirmation$/', appUrl, 'value')).toEqual(/confirmation$/);
    expect(readAddress('/basket', undefined, 'value')).toBe('/basket');
  });
});
