/** What a chain of Chai's words checks. */
import { textNode } from '../codegen-patterns.ts';
import type { Node } from '../codegen-reader.ts';

export interface ChaiCheck {
  name: string;
  isNot: boolean;
  args: readonly Node[];
}

const FILLERS = new Set([
  'to',
  'be',
  'been',
  'is',
  'that',
  'which',
  'and',
  'has',
  'have',
  'with',
  'at',
  'of',
  'same',
  'deep',
  'a',
  'an',
]);

/** `not.have.attr` is `attr`, turned around. */
export function chaiCheck(words: readonly string[], args: readonly Node[]): ChaiCheck {
  const name = words.filter(word => word !== 'not' && !FILLERS.has(word)).join('.');
  return { name, isNot: words.includes('not'), args };
}

const ASSERTIONS: Readonly<Record<string, string>> = {
  equal: 'eq',
  strictEqual: 'eq',
  deepEqual: 'eq',
  notEqual: 'not.eq',
  isTrue: 'true',
  isFalse: 'false',
  isNull: 'null',
  isNotNull: 'not.null',
  isDefined: 'exist',
  exists: 'exist',
  isEmpty: 'empty',
  isNotEmpty: 'not.empty',
  isArray: 'be.an',
  include: 'include',
  match: 'match',
  lengthOf: 'length',
  property: 'property',
  propertyVal: 'property',
  isAbove: 'gt',
  isAtLeast: 'gte',
  isBelow: 'lt',
  isAtMost: 'lte',
};

/** `assert.isNotNull(…)`; undefined for a name that is none of these. */
export function assertedCheck(name: string, args: readonly Node[]): ChaiCheck | undefined {
  const words = Object.hasOwn(ASSERTIONS, name) ? ASSERTIONS[name] : undefined;
  return words === undefined ? undefined : chaiCheck(words.split('.'), name === 'isArray' ? [textNode('array')] : args);
}
