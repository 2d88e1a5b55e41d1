import { describe, expect, it } from 'vitest';
import { parseTagExpression } from '../../../model/values/tag-expression.ts';

describe('a tag expression', () => {
  it.each([
    ['@smoke', ['@smoke'], true],
    ['smoke', ['@smoke'], true],
    ['@smoke', ['smoke'], true],
    ['@smoke', [], false],
    ['@smoke and @fast', ['@smoke'], false],
    ['@smoke and @fast', ['@smoke', '@fast'], true],
    ['@a or @b and @c', ['@a'], true],
    ['(@a or @b) and @c', ['@a'], false],
    ['not @a', [], true],
    ['not @a and @b', ['@b'], true],
    ['not (@a or @b)', ['@b'], false],
    ['not not @a', ['@a'], true],
    ['@a-b.c:1 or @ünï', ['@ünï'], true],
  ] as const)('the tag expression %s applied to the tags %j gives %s', (text, tags, isMeant) => {
    expect(parseTagExpression(text)(tags)).toBe(isMeant);
  });

  it.each([
    '',
    '  ',
    '@a @b',
    '@a and',
    'and @a',
    'not',
    '(@a',
    '@a)',
    '()',
    '@a or or @b',
    '('.repeat(100),
    'x '.repeat(2_000),
  ])('the tag expression %j is refused with the reason', text => {
    expect(() => parseTagExpression(text)).toThrow(/^The tags “.*” cannot be read: .*\.$/);
  });
});
