import { describe, expect, it } from 'vitest';
import { isAlmostPattern, patternFault, readPattern, regexFault } from '../../../model/values/pattern.ts';

describe('a pattern in a field', () => {
  it.each([
    ['/order \\d+/', /order \d+/],
    ['/thank you/i', /thank you/i],
    ['/\\/orders\\/\\d+$/', /\/orders\/\d+$/],
    ['/[^/]+/', /[^/]+/],
    ['/one\nline/s', /one\nline/s],
  ])('the field value %j is read as a regular expression', (text, pattern) => {
    expect(readPattern(text, 'expected')).toEqual(pattern);
    expect(patternFault(text)).toBeUndefined();
  });

  it.each([
    ...['Orders', '', '/', '//', '/basket', '/shop/basket', '/shop/orders/', '/a/b/c', '/tea/ss', '12/39'],
    ...['/[', '/[draft', '/path/[/', '[/]', 'a/[/', '/\\'],
  ])('the field value %j is read as plain text', text => {
    expect(readPattern(text, 'expected')).toBe(text);
    expect(patternFault(text)).toBeUndefined();
  });

  it.each([
    ['/(/', 'Unterminated group'],
    ['/[/', 'Unterminated character class'],
    ['/a[b/i', 'Unterminated character class'],
    ['/a\\/', '\\ at end of pattern'],
    ['/*/', 'Nothing to repeat'],
    ['/a/uv', 'Invalid flags'],
  ])('the field value %j is refused with the reason', (text, reason) => {
    expect(patternFault(text)).toContain(`“${text}” is not a regular expression: ${reason}`);
    expect(() => readPattern(text, 'expected')).toThrow(
      expect.objectContaining({ kind: 'invalid-params', message: expect.stringContaining(reason) }),
    );
  });

  it('a pattern is checked quickly however long it is', () => {
    expect(patternFault(`/[${'\\]'.repeat(500_000)}/`)).toContain('not a regular expression');
    expect(patternFault(`/${'a'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

describe('a text that was probably meant as a regular expression', () => {
  it.each(['/orders/\\d+/', '/^/shop.*/', '/(a|b)/c/i'])(
    'the text %j looks like a mistyped regular expression',
    text => {
      expect(isAlmostPattern(text)).toBe(true);
    },
  );

  it.each(['/order \\d+/', '/shop/basket/', 'C:\\tmp', '/a+b', ''])(
    'the text %j does not look like a mistyped regular expression',
    text => {
      expect(isAlmostPattern(text)).toBe(false);
    },
  );
});

describe('the source of a regular expression', () => {
  it('a wrong source of a regular expression is reported with the reason', () => {
    expect(regexFault('(')).toBe('“(” is not a regular expression: Unterminated group');
    expect(regexFault('#(\\d+)')).toBeUndefined();
  });
});
