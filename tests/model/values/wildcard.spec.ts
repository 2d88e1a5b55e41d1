import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsWildcard } from '../../../model/values/wildcard.ts';

describe('a pattern with *', () => {
  it.each([
    ['a.csv', 'a.csv', true],
    ['a.csv', 'a_csv', false],
    ['*.csv', 'report.csv', true],
    ['*.csv', 'report.csv.zip', false],
    ['report-*-*.csv', 'report-2026-11.csv', true],
    ['a*a', 'a', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a**b', 'ab', true],
    ['*ab*', 'aab', true],
    ['a*bc*c', 'abc', false],
  ])('the pattern %j matched against %j gives %j', (pattern, text, fits) => {
    expect(fitsWildcard(pattern, text)).toBe(fits);
  });

  it('a pattern fits exactly what the equivalent regular expression fits', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*') });
    fc.assert(
      fc.property(text, text, (pattern, candidate) => {
        const regex = new RegExp(`^${pattern.split('*').join('[ab*]*')}$`);
        expect(fitsWildcard(pattern, candidate)).toBe(regex.test(candidate));
      }),
    );
  });

  it.each([
    ['?.csv', 'a.csv', true],
    ['?.csv', '.csv', false],
    ['??', 'a', false],
    ['a?*?c', 'abbc', true],
    ['a?*?c', 'abc', false],
    ['*b?d*', 'abbcd', true],
    ['*b?d*', 'abc', false],
  ])('the pattern %j with ? for one character, matched against %j, gives %j', (pattern, text, fits) => {
    expect(fitsWildcard(pattern, text, { one: '?' })).toBe(fits);
  });

  it('a pattern with ? fits what its regular expression fits, and ? is literal without the option', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?') });
    fc.assert(
      fc.property(text, text, (pattern, candidate) => {
        const regex = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.').replaceAll('.*', '[ab*?]*')}$`);
        expect(fitsWildcard(pattern, candidate, { one: '?' })).toBe(regex.test(candidate));
      }),
    );
    expect([fitsWildcard('a?', 'ab'), fitsWildcard('a?', 'a?')]).toEqual([false, true]);
  });
});
