import { expect, it } from 'vitest';
import { describeLocator } from '../../../model/locator/describe-locator.ts';

it.each([
  ["getByRole('button', { name: 'Save' })", 'button “Save”'],
  ["getByRole('dialog').getByRole('button', { name: /^save/i })", 'button /^save/i'],
  ["getByLabel('Email')", 'field “Email”'],
  ["getByText('Hello').nth(2)", '“Hello” (number 3)'],
  ["getByRole('listitem').filter({ hasText: 'Tea' }).last()", 'listitem with “Tea” (last)'],
  ["frameLocator('#f').getByTestId('pay')", 'element “pay”'],
  ["getByText('a').or(getByText('b'))", '“a” or “b”'],
  ["getByRole('cell').within(getByRole('row'))", 'cell'],
  ['form > button', 'form > button'],
  ["getByRol('x'", "getByRol('x'"],
])('the locator %s is described as %s', (text, words) => {
  expect(describeLocator(text)).toBe(words);
});
