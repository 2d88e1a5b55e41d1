import { comparesTexts, isMatcherName, matcherRule } from '../actions/matchers.ts';
import { asPlainText } from '../values/pattern.ts';
import { REDACTED } from '../values/redactor.ts';
import type { ActionFailure } from './run.ts';

interface FailedAssertion {
  type: string;
  matcher?: string | undefined;
  expected?: string | undefined;
  not?: boolean | undefined;
}

const NOT_THERE: readonly string[] = ['no such element', 'not set'];

/** What a failed assertion would have to expect to pass; undefined where that makes no sense. */
export function acceptedText(action: FailedAssertion, { actual }: ActionFailure): string | undefined {
  const { type, matcher, expected, not } = action;
  if (type !== 'assert' || not === true || actual === undefined || expected === undefined) return undefined;
  if (!isMatcherName(matcher) || !comparesTexts(matcher)) return undefined;
  // The text is cut, masked or missing.
  if (NOT_THERE.includes(actual) || actual.endsWith('…') || actual.includes(REDACTED)) return undefined;
  if (actual.includes('{{')) return undefined;
  const text = matcher === 'toHaveURL' && expected.startsWith('/') ? pathOf(actual) : actual;
  return matcherRule(matcher).holds === undefined ? asPlainText(text) : text;
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.pathname}${url.search}${url.hash}`;
}
