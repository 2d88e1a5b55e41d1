import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFrame, formatLocator } from '../../../model/locator/format-locator.ts';
import { MAX_LOCATOR_CHARACTERS } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { arbitraryLocator } from './locator-arbitrary.ts';

it('a formatted locator parses to the same locator', () => {
  fc.assert(
    fc.property(arbitraryLocator, locator => {
      const text = formatLocator(locator);
      fc.pre(text.length <= MAX_LOCATOR_CHARACTERS);
      expect(parseLocator(text)).toEqual(locator);
    }),
    { numRuns: 1_000 },
  );
});

it('a text that holds {{ does not run into the }} of a later text', () => {
  const text = "getByRole('alert', { description: 'a {{' }).filter({ hasText: '}} b' })";
  const steps = [
    { kind: 'role', role: 'alert', description: 'a {{' },
    { kind: 'hasText', text: '}} b' },
  ] as const;
  expect(formatLocator({ steps: [...steps] })).toBe(text.replace('{{', '\\u007b{'));
  expect(parseLocator(formatLocator({ steps: [...steps] }))).toEqual({ steps });
});

it('a formatted locator is written the same again after parsing it with spaces and a leading page', () => {
  fc.assert(
    fc.property(arbitraryLocator, locator => {
      const text = formatLocator(locator);
      fc.pre(text.length < MAX_LOCATOR_CHARACTERS - 20);
      expect(formatLocator(parseLocator(`\n await page . ${text} ;\t`))).toBe(text);
    }),
  );
});

it.each([
  ['#save', "locator('#save')"],
  ['css=#save', "locator('#save')"],
  ['xpath=//a', "locator('//a')"],
  ['"Sign in"', 'locator(\'text="Sign in"\')'],
  ['getByText("it\'s")', "getByText('it\\'s')"],
  ['getByText("say \\"hi\\"")', 'getByText(\'say "hi"\')'],
  ["getByText('a', { exact: false })", "getByText('a')"],
  ['getByText(/a/i, { exact: true })', 'getByText(/a/i)'],
  ["getByRole('cell').nth(0)", "getByRole('cell').first()"],
  ["getByRole('cell').nth(-1)", "getByRole('cell').last()"],
  ["getByRole('cell').filter({ visible: true })", "getByRole('cell').visible()"],
  ["getByRole('cell').filter({ visible: false })", "getByRole('cell').filter({ visible: false })"],
  [
    "locator('li', { hasText: 'a', has: locator('b') })",
    "locator('li').filter({ hasText: 'a' }).filter({ has: locator('b') })",
  ],
  ["frameLocator('#f').getByText('a')", "locator('#f').contentFrame().getByText('a')"],
  ["frameLocator('#f').nth(1).getByText('a')", "locator('#f').nth(1).contentFrame().getByText('a')"],
  ["frameLocator('#f').owner()", "locator('#f')"],
  ["frameLocator('#f').locator(getByText('a').first())", "locator('#f').contentFrame().getByText('a').first()"],
  ["getByRole('cell').nth(2).within(page.getByRole('row'))", "getByRole('row').locator(getByRole('cell').nth(2))"],
  ["locator('ul >> li >> nth=2')", "locator('ul').locator('li').nth(2)"],
  [
    "getByRole('checkbox', { pressed: true, checked: false, exact: true, name: 'a' })",
    "getByRole('checkbox', { name: 'a', exact: true, checked: false, pressed: true })",
  ],
])('the locator %s is written as %s', (text, canonical) => {
  expect(formatLocator(parseLocator(text))).toBe(canonical);
});

it.each([
  ['#f', "frameLocator('#f')"],
  ["frameLocator('#f').frameLocator('#g').owner()", "frameLocator('#f').frameLocator('#g')"],
  ["locator('#f').nth(1)", "locator('#f').nth(1).contentFrame()"],
  ["getByTitle('Pay').contentFrame().locator('#g')", "getByTitle('Pay').contentFrame().frameLocator('#g')"],
  ["locator('main').locator('iframe')", "locator('main').frameLocator('iframe')"],
])('the way into the frame %s is written as %s', (owner, way) => {
  expect(formatFrame(parseLocator(owner))).toBe(way);
});
