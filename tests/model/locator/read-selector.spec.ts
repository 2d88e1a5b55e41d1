import { expect, it } from 'vitest';
import { isAppError } from '../../../model/errors/errors.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';

const steps = (text: string) => parseLocator(text).steps;

it.each([
  ['#id', '#id'],
  ['.class', '.class'],
  ['css= form > button', 'form > button'],
  ['[data-x="a>>b"]', '[data-x="a>>b"]'],
  ['.item\\(1\\)', '.item\\(1\\)'],
  ['li:nth-child(2n + 1):not(:has(> a))', 'li:nth-child(2n + 1):not(:has(> a))'],
  ['getter-element', 'getter-element'],
  ['page', 'page'],
  ['//a[contains(., "it\'s")]', '//a[contains(., "it\'s")]'],
  ['xpath=//a', '//a'],
  ['xpath=id("a")', 'xpath=id("a")'],
  ['(//a)[1]', 'xpath=(//a)[1]'],
  ["text=it's (new)", "text=it's (new)"],
  ["'Log in'", "text='Log in'"],
  ['id=save', 'id=save'],
  ['data-testid=save', 'data-testid=save'],
])('the selector %s becomes one step', (selector, spelled) => {
  expect(steps(selector)).toEqual([{ kind: 'selector', selector: spelled }]);
  expect(steps(`locator(${JSON.stringify(selector)})`)).toEqual([{ kind: 'selector', selector: spelled }]);
});

it('a selector is split at >> outside quotes', () => {
  expect(steps('form >> text="a >> b" >> visible=false >> nth=-1')).toEqual([
    { kind: 'selector', selector: 'form' },
    { kind: 'selector', selector: 'text="a >> b"' },
    { kind: 'visible', visible: false },
    { kind: 'nth', index: -1 },
  ]);
});

it.each([
  ['#cell{{ $number(row) - 1 }}-{{ $number(column) - 1 }}'],
  ['[data-id="{{ $join(["a", "b"], " >> ") }}"]'],
  ['li.{{ open ? "open" : \'shut\' }}:has({{ tag }})'],
  ['{{ $lookup(places, "menu") }}'],
  ['//a[contains(., {{ $string(name) }})]'],
  ['#\\{{plain}}'],
])('the expression in the selector %s stays whole', selector => {
  expect(steps(selector)).toEqual([{ kind: 'selector', selector }]);
  expect(steps(`locator(${JSON.stringify(selector)})`)).toEqual([{ kind: 'selector', selector }]);
});

it('a selector is split at >> outside braces', () => {
  expect(steps('#{{ $string("a >> b") }} >> {{ kind }} >> nth=1')).toEqual([
    { kind: 'selector', selector: '#{{ $string("a >> b") }}' },
    { kind: 'selector', selector: '{{ kind }}' },
    { kind: 'nth', index: 1 },
  ]);
});

it.each([
  ['a >> nth={{ $number(row) }}', /"nth=\{\{…\}\}" must be a number/],
  ['#a{{ $number(row) }}:has(b', /at column 25: the bracket "\(" is not closed/],
  ['#{{ $number(row }', /"number\(" is not CSS/],
])('the refusal of %s says what is wrong around its braces', (selector, message) => {
  expect(() => parseLocator(selector)).toThrow(message);
});

it.each([
  'internal:role=button',
  'css=internal:role=button',
  'css= internal:control=enter-frame',
  'a >> css=aria-ref=e4',
  'css="text"',
  'css=//a',
  'css=nth=0',
  'css=css=a',
  'left-of="internal:role=button"',
  'text=a >>internal:text="b"',
])('the selector %s is refused, alone and in a call', selector => {
  const refused = expect.toSatisfy(error => isAppError(error, 'invalid-params'));
  expect(() => parseLocator(selector)).toThrow(refused);
  expect(() => parseLocator(`getByText('a').locator(${JSON.stringify(selector)})`)).toThrow(refused);
  expect(() => parseLocator(`frameLocator(${JSON.stringify(selector)}).getByText('a')`)).toThrow(refused);
});
