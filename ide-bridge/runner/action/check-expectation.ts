import { type Matcher, matcherRule } from '../../../model/actions/matchers.ts';
import { differenceFrom } from '../page/expect-page.ts';
import type { Mismatch } from '../page/expectation.ts';
import type { AssertionFields } from './assertion-fields.ts';
import { checkScreenshot } from './check-screenshot.ts';
import type { PerformContext } from './perform-context.ts';

/** Where no pattern is possible, slashes are part of the text. */
const wantedText = async (matcher: Matcher, expected: string, context: PerformContext): Promise<string> =>
  matcherRule(matcher).holds === undefined ? context.pattern(expected) : (await context.text(expected)).text;

export async function checkExpectation(
  fields: AssertionFields,
  context: PerformContext,
): Promise<Mismatch | undefined> {
  const { matcher, expected, attribute, not = false, ignoreCase = false, once } = fields;
  if (matcher === 'toHaveScreenshot') return checkScreenshot(fields, context);
  const locator = fields.locator === undefined ? undefined : await context.find(fields.locator);
  const wanted = expected === undefined ? undefined : await wantedText(fields.matcher, expected, context);
  const base = matcher === 'toHaveURL' ? context.base() : undefined;
  const expectation = { matcher, expected: wanted, attribute, base, not, ignoreCase, once };
  return differenceFrom(context.session, { expectation, locator, limits: context.limits });
}
