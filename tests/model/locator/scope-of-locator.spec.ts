import { describe, expect, it } from 'vitest';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { placeOfLocator, withAnyAmounts } from '../../../model/locator/scope-of-locator.ts';

const scopesOf = (locator: string) => placeOfLocator(parseLocator(locator)).scopes.map(formatLocator);

describe('the containers that a locator names', () => {
  it.each([
    ["getByTestId('u1').getByRole('button', { name: 'Follow' })", ["getByTestId('u1')"]],
    [
      "getByRole('row').filter({ hasText: 'Ann' }).getByRole('button')",
      ["getByRole('row').filter({ hasText: 'Ann' })"],
    ],
    ["getByRole('dialog').locator('.ok').nth(1)", ["getByRole('dialog')"]],
    ["getByTestId('u1').locator('.list').nth(2).getByText('x')", ["getByTestId('u1')"]],
    ["getByText('Ann').locator('..').getByRole('button')", ["getByText('Ann').locator('..')"]],
    ["frameLocator('iframe').getByTestId('u1').getByText('x')", ["getByTestId('u1')"]],
    ["getByRole('button').and(locator('#billing .x'))", ["locator('#billing')"]],
    ['#billing .street', ["locator('#billing')"]],
    ['main > #billing > label input', ["locator('main > #billing')"]],
    ['#label + div input', ["locator('#label + div')"]],
    ['#label ~ input', ["locator(':has(> #label)')"]],
    ["[aria-label='a b > c'] button", [`locator('[aria-label=\\'a b > c\\']')`]],
    ['#a .x, #b .x', ["locator('#a, #b')"]],
    ["//form[@id='a/b']//label/input", ["locator('//form[@id=\\'a/b\\']')"]],
  ])('the locator %s looks inside %s', (locator, scopes) => {
    expect(scopesOf(locator)).toEqual(scopes);
  });

  it.each([
    "getByRole('button', { name: 'Follow' })",
    "getByRole('listitem').filter({ hasText: 'Ann' })",
    '#save',
    'main > div > button',
    "locator('.list').nth(2).locator('button')",
    '//div/button',
    'text=Save',
  ])('the locator %s names no container', locator => {
    expect(scopesOf(locator)).toEqual([]);
  });
});

describe('a container with a price', () => {
  const loosened = (locator: string) => withAnyAmounts(parseLocator(locator));
  const pattern = (locator: string) => {
    const [step] = loosened(locator)?.steps ?? [];
    const text = step?.kind === 'text' ? step.text : '';
    return typeof text === 'string' ? undefined : new RegExp(text.source, text.flags);
  };

  it.each([
    ['Tent 3 EUR', 'Tent 4.50 EUR', true],
    ['Tent (€3)', 'Tent (€ 12)', true],
    ['Tent 3 EUR', 'Stove 4 EUR', false],
    ['Tent 3 EUR', 'Tent 4', false],
  ])('the text %s with any price is found in %s: %s', (text, page, isFound) => {
    expect(pattern(`getByText('${text}')`)?.test(page)).toBe(isFound);
  });

  it('a container without a price is not loosened', () => {
    expect(loosened("getByText('Order 17')")).toBeUndefined();
  });
});
