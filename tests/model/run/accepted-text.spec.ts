import { expect, it } from 'vitest';
import { acceptedText } from '../../../model/run/accepted-text.ts';

const accepted = (matcher: string, expected: string, actual: string, more: object = {}) =>
  acceptedText({ type: 'assert', matcher, expected, ...more }, { message: 'It is not so.', actual });

it('what was found can be accepted as what is expected', () => {
  expect(accepted('toHaveText', '1 notes', '2 notes')).toBe('2 notes');
  expect(accepted('toHaveCount', '1', '2')).toBe('2');
  expect(accepted('toHaveText', 'Shop', '')).toBe('');
});

it('an address stays relative, and a text that reads as a regular expression stays a text', () => {
  expect(accepted('toHaveURL', '/basket', 'http://127.0.0.1:4711/orders?id=1')).toBe('/orders?id=1');
  expect(accepted('toHaveURL', 'http://h/a', 'http://h/b')).toBe('http://h/b');
  expect(accepted('toHaveText', 'a', '/a.b/')).toBe('/^\\/a\\.b\\/$/');
});

it.each([
  ['an element that is not there', 'toHaveText', 'no such element', {}],
  ['a text that is cut', 'toHaveText', 'very long…', {}],
  ['a secret', 'toHaveText', 'Hello ••••••', {}],
  ['the opposite of an assertion', 'toHaveText', 'a', { not: true }],
  ['a state', 'toBeVisible', 'not visible', {}],
  ['another kind of action', 'toHaveText', 'a', { type: 'click' }],
])('%s is not accepted', (_what, matcher, actual, more) => {
  expect(accepted(matcher, 'x', actual, more)).toBeUndefined();
});
