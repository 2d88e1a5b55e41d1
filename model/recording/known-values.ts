/** Recorded texts that are values of the test are written as the names of these, so that other values do as well. */
import { formatLocator } from '../locator/format-locator.ts';
import type { Locator, LocatorStep, TextMatch } from '../locator/locator.ts';
import { locatorTexts } from '../locator/locator-words.ts';
import { parseLocator } from '../locator/parse-locator.ts';
import { escapeForPattern } from '../values/pattern.ts';
import { hasExpressions, literalText } from '../values/template.ts';
import type { RecordedFields } from './recording-rows.ts';

/** Names of parameters and columns by what they hold while the test is recorded; the first of equal ones counts. */
export type KnownValues = ReadonlyMap<string, string>;

export function knownValues(named: Iterable<readonly [name: string, text: string]>): KnownValues {
  const values = new Map<string, string>();
  for (const [name, text] of named) if (text.trim() !== '' && !values.has(text)) values.set(text, name);
  return values;
}

const ENTERED = new Set(['value', 'values', 'text']);

/** For what a person does: a text that is a value as a whole, entered or as the words of an element. */
export function withKnownValues(fields: RecordedFields, values: KnownValues): RecordedFields {
  if (values.size === 0) return fields;
  const asName = (text: string) => named(values.get(text)) ?? text;
  const entered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(entered);
    const plain = typeof value === 'string' ? literalText(value) : undefined;
    return plain !== undefined && values.has(plain) ? asName(plain) : value;
  };
  const all = Object.entries(fields).map(([field, value]) => [field, ENTERED.has(field) ? entered(value) : value]);
  return withNamedLocators(Object.fromEntries(all), asName);
}

/** Shorter ones are found in too many texts by chance. */
const LEAST_WITHIN = 3;

/** For a check of what the page shows: values as whole words within texts, too. */
export function withKnownWords(fields: RecordedFields, values: KnownValues): RecordedFields {
  const words = [...values.keys()].filter(text => text.length >= LEAST_WITHIN);
  if (words.length === 0) return fields;
  const longestFirst = words.toSorted((left, right) => right.length - left.length).map(escapeForPattern);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  const asNames = (text: string) => text.replace(pattern, word => named(values.get(word)) ?? word);
  const { expected } = fields;
  const isPlain = typeof expected === 'string' && !expected.includes('{{');
  return withNamedLocators(isPlain ? { ...fields, expected: asNames(expected) } : fields, asNames);
}

const named = (name: string | undefined) => (name === undefined ? undefined : `{{${name}}}`);

/** Locators that do not say the value would find the element of another one. */
function withNamedLocators(fields: RecordedFields, asName: (text: string) => string): RecordedFields {
  const { locator, fallbacks = [], target } = fields;
  const onto = typeof target === 'string' ? namedLocator(target, asName) : undefined;
  const others = [locator ?? [], fallbacks].flat().flatMap(text => namedLocator(text, asName) ?? []);
  const [first, ...more] = [...new Set(others)];
  const { fallbacks: _, ...rest } = fields;
  return {
    ...(first === undefined ? fields : { ...rest, locator: first, ...(more.length === 0 ? {} : { fallbacks: more }) }),
    ...(onto === undefined ? {} : { target: onto }),
  };
}

/** Undefined where none of its texts is a value, or where another one would be taken for an expression. */
function namedLocator(text: string, asName: (text: string) => string): string | undefined {
  const locator = parseLocator(text);
  if (locatorTexts(locator).some(hasExpressions)) return undefined;
  const written = formatLocator(withTexts(locator, asName));
  return hasExpressions(written) ? written : undefined;
}

const withTexts = ({ steps }: Locator, asName: (text: string) => string): Locator => ({
  steps: steps.map(step => withStepTexts(step, asName)),
});

function withStepTexts(step: LocatorStep, asName: (text: string) => string): LocatorStep {
  const match = (text: TextMatch) => (typeof text === 'string' ? asName(text) : text);
  if ('locator' in step) return { ...step, locator: withTexts(step.locator, asName) };
  if (step.kind === 'role') return step.name === undefined ? step : { ...step, name: match(step.name) };
  return 'text' in step && step.kind !== 'testId' ? { ...step, text: match(step.text) } : step;
}
