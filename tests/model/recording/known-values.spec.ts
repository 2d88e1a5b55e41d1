import { describe, expect, it } from 'vitest';
import { knownValues, withKnownValues, withKnownWords } from '../../../model/recording/known-values.ts';

const values = knownValues([
  ['user', 'ann'],
  ['again', 'ann'],
  ['nothing', ''],
  ['product', "Tea {{'x'}}"],
  ['size', '2'],
]);

describe('a recorded text that is a value of the test', () => {
  it.each([
    ['a typed text', { type: 'fill', locator: '#a', value: 'ann' }, { value: '{{user}}' }],
    ['a typed text with braces', { type: 'fill', locator: '#a', value: "Tea \\{{'x'}}" }, { value: '{{product}}' }],
    ['a choice', { type: 'select', locator: '#a', values: ['1', '2'] }, { values: ['1', '{{size}}'] }],
    ['the answer of a dialog', { type: 'dialog', accept: true, text: 'ann' }, { text: '{{user}}' }],
    ['more than a value', { type: 'fill', locator: '#a', value: 'ann lee' }, { value: 'ann lee' }],
    ['nothing', { type: 'fill', locator: '#a', value: '' }, { value: '' }],
    [
      'the words of an element, whose other locators name one of another value',
      { type: 'click', locator: '#ann', fallbacks: ["getByRole('link', { name: 'ann' })", '.one', "getByText('ann')"] },
      { locator: "getByRole('link', { name: '{{user}}' })", fallbacks: ["getByText('{{user}}')"] },
    ],
    [
      'words of what is around an element',
      { type: 'click', locator: "getByRole('row').filter({ hasText: 'ann' }).getByRole('button', { name: 'Edit' })" },
      { locator: "getByRole('row').filter({ hasText: '{{user}}' }).getByRole('button', { name: 'Edit' })" },
    ],
    [
      'an element beside words that would be computed',
      { type: 'click', locator: "getByText('ann').getByText('\\u007b{x}}')" },
      { locator: "getByText('ann').getByText('\\u007b{x}}')" },
    ],
    ['a test id', { type: 'click', locator: "getByTestId('ann')" }, { locator: "getByTestId('ann')" }],
    [
      'where a drag ends',
      { type: 'drag', locator: '#a', target: "getByText('ann')" },
      { locator: '#a', target: "getByText('{{user}}')" },
    ],
  ])('%s', (_what, fields, now) => {
    expect(withKnownValues(fields, values)).toEqual({ ...fields, ...now });
  });

  it('is found as a whole word in a check, if it has at least three letters', () => {
    const check = {
      type: 'assert',
      matcher: 'toHaveText',
      locator: '#a',
      expected: 'Hello ann, 2 annual orders (ann)',
    };
    expect(withKnownWords(check, values)).toEqual({ ...check, expected: 'Hello {{user}}, 2 annual orders ({{user}})' });
    const seen = { type: 'assert', matcher: 'toBeVisible', locator: "getByText('Hello ann')" };
    expect(withKnownWords(seen, values)).toEqual({ ...seen, locator: "getByText('Hello {{user}}')" });
    const computed = { ...check, expected: 'ann \\{{x}}' };
    expect(withKnownWords(computed, values)).toEqual(computed);
  });
});
