import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppError, isAppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { arbitraryLocator } from './locator-arbitrary.ts';

const steps = (text: string) => parseLocator(text).steps;

function refusalOrLocator(text: string): AppError | Locator {
  try {
    return parseLocator(text);
  } catch (error) {
    if (isAppError(error, 'invalid-params')) return error;
    throw error;
  }
}

function refusal(text: string): AppError {
  const outcome = refusalOrLocator(text);
  if (isAppError(outcome)) return outcome;
  throw new Error(`${text} was taken.`);
}

const text = (value: string) => [{ kind: 'text', text: value }];

describe('the notation', () => {
  it('spaces, line breaks and trailing commas are allowed anywhere', () => {
    expect(steps('getByRole (\n"button" ,\n { "name" : /sign\\s in/i , exact : false , },\n)\n. first ( ) ;')).toEqual([
      { kind: 'role', role: 'button', name: { source: 'sign\\s in', flags: 'i' } },
      { kind: 'nth', index: 0 },
    ]);
  });

  it('nested locators are accepted with and without a leading page', () => {
    const nested = { steps: [{ kind: 'role', role: 'link', name: 'Edit' }] };
    const expected = [
      { kind: 'role', role: 'row' },
      { kind: 'has', locator: nested },
    ];
    expect(steps("getByRole('row').filter({ has: getByRole('link', { name: 'Edit' }) })")).toEqual(expected);
    expect(steps("page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Edit' }) })")).toEqual(expected);
  });

  it('every state of a role is kept', () => {
    const states = {
      checked: true,
      disabled: false,
      selected: true,
      expanded: false,
      includeHidden: true,
      pressed: true,
    };
    const options = JSON.stringify({ ...states, level: 2, name: 'a', description: 'b', exact: true });
    expect(steps(`getByRole('heading', ${options})`)).toEqual([
      { kind: 'role', role: 'heading', name: 'a', description: 'b', exact: true, level: 2, ...states },
    ]);
  });

  it('the conditions of one filter become several, in the order in which Playwright applies them', () => {
    const item = { steps: [{ kind: 'selector', selector: 'i' }] };
    const all = "{ visible: true, hasNot: locator('i'), has: locator('i'), hasNotText: 'b', hasText: 'a' }";
    const filters = [
      { kind: 'hasText', text: 'a' },
      { kind: 'hasNotText', text: 'b' },
      { kind: 'has', locator: item },
      { kind: 'hasNot', locator: item },
      { kind: 'visible', visible: true },
    ];
    expect(steps(`locator('li').filter(${all})`)).toEqual([{ kind: 'selector', selector: 'li' }, ...filters]);
    expect(steps(`locator('li', ${all})`)).toEqual([{ kind: 'selector', selector: 'li' }, ...filters]);
  });

  it.each([
    ["'a\\'b'", "a'b"],
    ['"a\\"b"', 'a"b'],
    ['`a\\`b`', 'a`b'],
    ['`two\nlines $ {x}`', 'two\nlines $ {x}'],
    ["'\\n\\t\\r\\b\\f\\v\\0'", '\n\t\r\b\f\v\0'],
    ["'\\x41\\u0042\\u{1F600}\\U\\X'", 'AB😀UX'],
    ["'a\\\nb\\\r\nc'", 'abc'],
    ["'{{ user.name }}'", '{{ user.name }}'],
  ])('the literal %s is read as JavaScript reads it', (literal, value) => {
    expect(steps(`getByText(${literal})`)).toEqual(text(value));
  });

  it.each([
    ["/it's/", "it's"],
    ["/it\\'s/", "it's"],
    ["/''/", "'\\x27"],
    ["/\\\\\\\\'/", '\\\\\\\\\\x27'],
    ['/a>>b/', 'a>\\x3eb'],
    ['/\\>\\>/', '\\>\\>'],
    ['/[/]\\/(?<n>>)/', '[/]\\/(?<n>\\x3e)'],
  ])('the pattern %s is written so that it survives in a Playwright selector', (literal, source) => {
    expect(steps(`getByText(${literal})`)).toEqual([{ kind: 'text', text: { source, flags: '' } }]);
  });
});

describe('wrong texts', () => {
  it.each([
    ["getByRol('x')", 1, 'getByRol is not part of a locator. Did you mean getByRole?'],
    ['get_by_role("button", name="x")', 1, 'Did you mean getByRole?'],
    ["expect(page.getByText('x')).toBeVisible()", 1, 'Known: getByRole, getByText'],
    ["page.getByText('x').click()", 21, 'click is not part of a locator.'],
    ["constructor('x')", 1, 'constructor is not part of a locator.'],
    ['getByRole(button)', 11, "button has no quotes; a text is written 'button'."],
    ["getByRole('button', { name: Save })", 29, "Save has no quotes; a text is written 'Save'."],
    ["getByRole('button', { exact: True })", 30, 'True is not part of a locator.'],
    ["getByRole 'x'", 11, 'found \'x\' where "(" was expected.'],
    ["getByRole('buton')", 11, "found 'buton' where a role such as 'button' was expected."],
    ["getByRole('button >> *')", 11, "where a role such as 'button' was expected."],
    ["getByRole('button', { nam: 'x' })", 23, 'getByRole has no option nam. Did you mean name?'],
    ["getByRole('button', { __proto__: 'x' })", 23, 'getByRole has no option __proto__.'],
    ["getByRole('button', { text: 'x' })", 23, 'getByRole has no option text.'],
    ["getByRole('heading', { level: '2' })", 31, "found '2' where a whole number was expected."],
    ["getByText('a', { exact: true, exact: false })", 31, 'the option exact is given twice.'],
    ["getByText('a', { exact: 1 })", 25, 'found 1 where true or false was expected.'],
    ['getByText()', 11, 'found ) where a text or a regular expression was expected.'],
    ['getByText(true)', 11, 'found true where a text or a regular expression was expected.'],
    ['getByText({ exact: true })', 11, 'found { where the text was expected.'],
    ["getByText('a', 'b')", 16, 'getByText takes nothing more except options, { … }.'],
    ["getByTestId('a', 'b')", 18, 'getByTestId takes nothing more.'],
    ["getByText('a'", 14, 'the text ends where "," or ")" was expected.'],
    ["getByText('a", 11, "the text that begins here is not closed with '."],
    ["getByText('a\n')", 11, 'is not closed'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sign under test
    ['getByText(`a${b}`)', 13, 'nothing in a locator is evaluated.'],
    ["getByText('\\u12')", 12, '"\\u" is not a known escape.'],
    ["getByText('\\u{110000}')", 12, 'is not a known escape.'],
    ["getByText('\\12')", 12, 'is not a known escape.'],
    ['getByText(/a', 11, 'is not closed with /.'],
    ['getByText(/a(/)', 11, 'Unterminated group.'],
    ['getByText(/a/iy)', 15, '"y" is not a regular expression flag'],
    ['getByText(/a/ii)', 11, 'Invalid'],
    ['getByText(😀)', 11, '😀 has no meaning here.'],
    ["getByText('a') getByText('b')", 16, 'found getByText where "." or the end was expected.'],
    ["getByText('a').", 16, 'the text ends where a call such as getByRole(…) was expected.'],
    ['first()', 1, 'first cannot come first. Possible here: getByRole'],
    ["locator(getByText('a'))", 9, 'at the beginning takes a selector text'],
    ["frameLocator('#f')", 19, 'the text ends where a call that finds an element in the frame was expected.'],
    ["frameLocator('#f').filter({ hasText: 'a' })", 20, 'filter cannot follow a frame.'],
    ["frameLocator().first().getByText('a')", 16, 'means any frame'],
    ["getByText('a').frameLocator()", 16, 'can only come first'],
    ["getByText('a').filter({})", 16, 'filter needs one of hasText'],
    ["getByText('a').filter({ hasText: '' })", 34, "found '' where a text that is not empty"],
    ["getByText('a').nth(1.5)", 20, 'found 1.5 where a whole number was expected.'],
    ["getByText('a').nth(-2)", 20, 'found -2 where a number from 0, or -1 for the last, was expected.'],
    ["getByText('a').nth(1000001)", 20, 'where a number up to 1000000 was expected.'],
    ['a >> nth=-2', 6, '"nth=-2" must be a number from 0'],
    ["locator('internal:role=button')", 9, '"internal:role=" is not a known selector engine.'],
    ["locator('a').filter({ has: locator('b >> aria-ref=e4') })", 36, '"aria-ref=" is not a known selector engine.'],
    ['a >> internal:control=enter-frame >> b', 6, '"internal:control=" is not a known selector engine.'],
    ['_react=Foo', 1, '"_react=" is not a known selector engine.'],
    ['_vue=Foo', 1, '"_vue=" is not a known selector engine.'],
    ['*css=a >> b', 1, "write filter({ has: locator('…') }) instead."],
    ['xpth=//a', 1, 'Did you mean "xpath="?'],
    ['form >> [a="b', 12, 'the quote " is not closed.'],
    ['form >>  li:not(.a', 16, 'the bracket "(" is not closed.'],
    ['a]', 2, '"]" does not close a bracket.'],
    ["this.page.getByText('x')", 20, '"getByText(" is not CSS'],
    ['form >> ', 8, 'the selector is empty.'],
    [' ', 1, 'the selector is empty.'],
    ['nth=1', 1, '"nth=" needs an element to choose from.'],
    ["frameLocator('#f').locator('visible=true')", 28, '"visible=" needs an element'],
    ['a >> nth=x', 6, '"nth=x" must be a number from 0'],
    ['a >> visible=yes', 6, 'takes true or false'],
  ])('the text %j is refused at column %i', (wrong, column, message) => {
    const error = refusal(wrong);
    expect(error.message).toContain(message);
    expect(error.message).toContain(`column ${column}:`);
    expect(error.detail.facts).toEqual({ position: { line: 1, column } });
  });

  it('a refusal names the line when the text has several', () => {
    const error = refusal("getByRole('button',\n  { nam: 'x' })");
    expect(error.message).toContain('line 2, column 5:');
    expect(error.detail.facts).toEqual({ position: { line: 2, column: 5 } });
  });
});

it('a damaged locator is either refused or parsed into one that can be written again', () => {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(3),
    add: fc.string({ maxLength: 3 }),
  });
  fc.assert(
    fc.property(arbitraryLocator, damage, (locator, { at, cut, add }) => {
      const whole = formatLocator(locator);
      const index = Math.floor(at * whole.length);
      const damaged = whole.slice(0, index) + add + whole.slice(index + cut);
      const parsed = refusalOrLocator(damaged);
      if (!isAppError(parsed)) expect(parseLocator(formatLocator(parsed))).toEqual(parsed);
    }),
    { numRuns: 500 },
  );
});

describe('limits of a locator', () => {
  it('a locator may have at most 4000 characters', () => {
    expect(steps(`#${'a'.repeat(3_999)}`)).toHaveLength(1);
    expect(refusal(`#${'a'.repeat(4_000)}`).message).toBe(
      'The locator is 4001 characters long; at most 4000 are taken.',
    );
  });

  it('a locator may have at most 100 steps, including nested ones', () => {
    expect(steps(`locator('a')${'.first()'.repeat(99)}`)).toHaveLength(100);
    expect(refusal(`locator('a')${'.first()'.repeat(100)}`).message).toContain('has 101 steps; at most 100');
    expect(refusal(`locator('a')${".and(locator('b'))".repeat(50)}`).message).toContain('has 101 steps; at most 100');
  });

  it('a locator may be nested at most 10 deep, even through a chain of calls', () => {
    const nested = (levels: number) => `${"locator('a').and(".repeat(levels)}locator('a')${')'.repeat(levels)}`;
    expect(steps(nested(10))).toHaveLength(2);
    expect(refusal(nested(11)).message).toContain('nested more than 10 deep');
    expect(refusal(`locator('a')${".within(locator('b'))".repeat(11)}`).message).toContain('nested more than 10 deep');
  });
});
