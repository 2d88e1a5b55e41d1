import { z } from 'zod';
import { type Matcher, matcherRule } from '../../../model/actions/matchers.ts';
import { isAlmostPattern, readPattern } from '../../../model/values/pattern.ts';
import type { Expectation, Mismatch } from './expectation.ts';
import { engineLog } from './explain-action-error.ts';

const MatcherResult = z.looseObject({ message: z.string(), actual: z.unknown().optional() });

interface MismatchSituation {
  expectation: Expectation;
  subject: string;
  url: string;
}

const PATTERN_HINT = 'What was expected was read as text: write a slash inside a regular expression as \\/.';
const CASE_HINT = '`ignoreCase` takes upper and lower case for the same.';
const lower = (text: string): string => text.toLowerCase();
const UNEXPECTED = /unexpected value "(.*)"$/;
const MOST_SHOWN = 2_000;
const MOST_QUOTED = 200;

/** Undefined when the error is about something else, e.g. several matches or the wrong kind of element. */
export function explainMismatch(error: unknown, situation: MismatchSituation): Mismatch | undefined {
  if (!(error instanceof Error) || !('matcherResult' in error)) return undefined;
  const result = MatcherResult.safeParse(error.matcherResult);
  if (!result.success) return undefined;
  const { expectation, subject, url } = situation;
  const reason = /^Error: (.*)$/m.exec(result.data.message)?.[1];
  if (reason !== undefined && reason !== 'element(s) not found') return undefined;
  const expected = expectedWords(expectation);
  const details = { ...(expected === undefined ? {} : { expected }), log: engineLog(error) };
  if (reason !== undefined) {
    const message = `No element matches ${subject} on ${url}${before(details.log)}.`;
    return { message, ...details, actual: 'no such element', isMissing: true };
  }
  const actual = actualWords(expectation, result.data.actual);
  return {
    message: sentence(subject, expectation, actual),
    ...details,
    actual: cut(actual, MOST_SHOWN),
    isMissing: expectation.matcher === 'toHaveCount' && actual === '0',
  };
}

/** A message that came and went differs from one that never came. */
function before(log: readonly string[]): string {
  const last = log.findLast(line => UNEXPECTED.test(line));
  const [, text] = UNEXPECTED.exec(last ?? '') ?? [];
  return text === undefined ? '' : `, but there was one before; it was ${seen(text.trim())}`;
}

function expectedWords({ matcher, expected, not }: Expectation): string | undefined {
  const wish = matcherRule(matcher).states?.[0] ?? expected;
  if (wish === undefined) return undefined;
  return not ? `not ${wish}` : wish;
}

function actualWords({ matcher, expected, not }: Expectation, actual: unknown): string {
  const { states } = matcherRule(matcher);
  if (states !== undefined) return not ? states[0] : states[1];
  if (matcher === 'toHaveAttribute' && expected === undefined) return not ? 'set' : 'not set';
  if (actual === null || actual === undefined) return 'not set';
  return typeof actual === 'string' ? actual : JSON.stringify(actual);
}

function sentence(subject: string, expectation: Expectation, actual: string): string {
  const { matcher, expected, attribute, not } = expectation;
  const { states } = matcherRule(matcher);
  if (states !== undefined) return `Expected ${subject} ${not ? 'not ' : ''}to be ${states[0]}, but it is ${actual}.`;
  if (matcher === 'toHaveCount')
    return `Expected ${not ? `any number of elements except ${expected}` : `${expected} elements`} for ${subject}, but there are ${actual}.`;
  const wish = [infinitive(matcher), attribute, expected === undefined ? undefined : quoted(expected)];
  const words = wish.filter(part => part !== undefined).join(' ');
  const shown = matcher === 'toHaveValue' || matcher === 'toHaveAttribute' ? actual : actual.trim();
  const isOtherCase = !not && expected !== undefined && shown !== expected && lower(shown) === lower(expected);
  const patternHint = isAlmostPattern(expected ?? '') ? ` ${PATTERN_HINT}` : '';
  const hint = isOtherCase ? ` ${CASE_HINT}` : patternHint;
  return `Expected ${subject} ${not ? 'not ' : ''}to ${words}, but it is ${seen(actual)}.${hint}`;
}

const infinitive = (matcher: Matcher): string =>
  matcherRule(matcher)
    .phrase.replace(/^has/, 'have')
    .replace(/^contains/, 'contain');

function seen(actual: string): string {
  if (actual === '') return 'empty';
  return actual === 'set' || actual === 'not set' ? actual : `“${cut(actual, MOST_QUOTED)}”`;
}

function quoted(expected: string): string {
  const short = cut(expected, MOST_QUOTED);
  return typeof readPattern(expected, 'expected') === 'string' ? `“${short}”` : short;
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
