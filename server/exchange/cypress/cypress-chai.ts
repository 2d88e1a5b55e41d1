/** What a chain of Chai's words checks. */
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
