import { expect, test } from 'vitest';
import { addressPatternFault, readAddressPattern } from '../../../model/values/address-pattern.ts';

const BASE = 'http://shop.example:3000/app/';

function fits(pattern: string, address: string): boolean {
  const read = readAddressPattern(pattern, BASE, 'url');
  return read instanceof RegExp ? read.test(address) : read.fits(address);
}

test.each([
  ['/api/orders', 'http://shop.example:3000/api/orders'],
  ['orders', 'http://shop.example:3000/app/orders'],
  ['orders/*', 'http://shop.example:3000/app/orders/7'],
  ['/api/*', 'http://shop.example:3000/api/orders?page=2'],
  ['/api/**', 'http://shop.example:3000/api/orders/7/items'],
  ['/api/orders?page=*', 'http://shop.example:3000/api/orders?page=2'],
  ['**/orders', 'https://other.example/v1/orders'],
  ['**/api/**/items', 'http://other.example/api/items'],
  ['**/api/**/items', 'http://other.example/api/orders/7/items'],
  ['**', 'http://other.example/'],
  ['http://SHOP.example:3000', 'http://shop.example:3000/'],
  ['http://*.example/x', 'http://a.example/x'],
  ['**/{orders,items}', 'http://other.example/items'],
  ['/{a,b}/{c,d}', 'http://shop.example:3000/b/c'],
  ['**/a\\*b', 'http://other.example/a*b'],
  ['/orders\\/\\d+$/', 'http://other.example/orders/7'],
  ['/ORDERS/i', 'http://other.example/orders'],
  ['/en/us', 'http://shop.example:3000/en/us'],
])('%s means %s', (pattern, address) => {
  expect(fits(pattern, address)).toBe(true);
});

test.each([
  ['/api/orders', 'http://shop.example:3000/api/orders?page=2'],
  ['/api/orders', 'http://other.example/api/orders'],
  ['/api/*', 'http://shop.example:3000/api/orders/7'],
  ['/api/*', 'http://shop.example:3000/api'],
  ['**/orders', 'https://other.example/v1/reorders'],
  ['**/api/**/items', 'http://other.example/api/reitems'],
  ['**/{orders,items}', 'http://other.example/goods'],
  ['/orders$/', 'http://other.example/orders/7'],
])('%s does not mean %s', (pattern, address) => {
  expect(fits(pattern, address)).toBe(false);
});

test.each([
  ['/(/', /is not a regular expression/],
  ['/api/{a', /braces that do not fit/],
  ['/api/a}', /braces that do not fit/],
  ['/api/{a,{b}}', /braces that do not fit/],
  [`/${'*/'.repeat(21)}`, /more than 20 stars/],
  [`/${'{a,b}'.repeat(5)}`, /stands for more than 20 patterns/],
  [`/${'{a,b}'.repeat(300)}`, /stands for more than 20 patterns/],
  [`/${'a'.repeat(2_000)}`, /2000 characters at most/],
])('the pattern %s is refused', (pattern, fault) => {
  expect(addressPatternFault(pattern)).toMatch(fault);
});

test('a relative pattern needs an address to start from', () => {
  expect(() => readAddressPattern('/api', undefined, 'url')).toThrow('the project has no app URL to start from');
  expect(() => readAddressPattern('http://[', BASE, 'url')).toThrow('is not an address');
});

test('a pattern with many stars takes no long time over a long address', { timeout: 5_000 }, () => {
  const address = `http://shop.example:3000/${'a'.repeat(40_000)}`;
  expect(fits(`/${'a**'.repeat(20)}b`, address)).toBe(false);
});
