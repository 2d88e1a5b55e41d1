import type { ActionVerb } from '../verb.ts';

/** Where no name is given, the value is told all the same. */
const RESULT = 'result';

export const evaluate: ActionVerb = {
  name: 'eval',
  also: ['script', 'js'],
  type: 'script',
  usage: 'eval <code>',
  about: 'run JavaScript in the page, and tell its value',
  read: words => ({ type: 'script', fields: { code: words.take('the code'), into: RESULT } }),
};
