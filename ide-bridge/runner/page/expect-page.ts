import type * as PlaywrightTest from 'playwright/test';
import type { Locator as Element, expect, Page } from 'playwright/test';
import { type MATCHERS, type Matcher, matcherRule } from '../../../model/actions/matchers.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { readPattern } from '../../../model/values/pattern.ts';
import { requireCompiled } from '../../browser/launch/require-compiled.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { type Expectation, LOOK_ONCE_MS, type Mismatch } from './expectation.ts';
import { explainMismatch } from './explain-mismatch.ts';
import type { Limits } from './limits.ts';
import { onCurrentPage, subjectOf } from './on-current-page.ts';
import { retryScript } from './page-scripts.ts';
import { readAddress, readNumber, withoutCase } from './read-field.ts';
import { waitForAria } from './wait-for-aria.ts';

export const differenceFrom = (
  session: AppSession,
  { expectation, locator, limits }: { expectation: Expectation; locator?: Locator | undefined; limits: Limits },
): Promise<Mismatch | undefined> =>
  onCurrentPage(session, {
    limits,
    locator,
    isLook: true,
    work: (page, bounded) =>
      mismatchOf(
        { page, element: locator && session.locate(locator, page), subject: subjectOf(locator), expectation },
        bounded,
      ),
  });

interface ExpectationOnPage {
  page: Page;
  element: Element | undefined;
  subject: string;
  expectation: Expectation;
}

async function mismatchOf(assertion: ExpectationOnPage, limits: Limits): Promise<Mismatch | undefined> {
  const { page, element, subject, expectation } = assertion;
  if (expectation.matcher === 'toPassScript') return retryScript(page, expectation, limits);
  if (expectation.matcher === 'toMatchAriaSnapshot')
    return waitForAria({ page, element, words: subject }, expectation, limits);
  try {
    await expectNow(assertion, limits);
    return undefined;
  } catch (error) {
    if (isAppError(error) || limits.signal.aborted || page.isClosed()) throw error;
    const mismatch = explainMismatch(error, { expectation, subject, url: page.url() });
    if (mismatch === undefined) throw error;
    return mismatch;
  }
}

async function expectNow({ page, element, expectation }: ExpectationOnPage, limits: Limits): Promise<void> {
  const expect = await loadExpect();
  const { matcher, not } = expectation;
  const wanted = wantedOf(expectation, limits);
  if (isPageMatcher(matcher)) await ON_PAGE[matcher](not ? expect(page).not : expect(page), wanted);
  else if (isElementMatcher(matcher) && element !== undefined)
    await ON_ELEMENT[matcher](not ? expect(element).not : expect(element), wanted);
}

type LocatorAssertions = ReturnType<typeof expect<Element>>;
type PageAssertions = ReturnType<typeof expect<Page>>;

interface MatcherInput {
  expected: string | RegExp;
  attribute: string;
  isGiven: boolean;
  options: { timeout: number; signal: AbortSignal };
  ignoreCase: boolean | undefined;
}

type PageMatcher = { [Name in Matcher]: (typeof MATCHERS)[Name]['subject'] extends 'page' ? Name : never }[Matcher];
type OwnMatcher = 'toMatchAriaSnapshot' | 'toHaveScreenshot' | 'toPassScript';
type ElementMatcher = Exclude<Matcher, PageMatcher | OwnMatcher>;

const ON_ELEMENT: Record<ElementMatcher, (element: LocatorAssertions, wanted: MatcherInput) => Promise<void>> = {
  toBeVisible: (element, { options }) => element.toBeVisible(options),
  toBeHidden: (element, { options }) => element.toBeHidden(options),
  toBeEnabled: (element, { options }) => element.toBeEnabled(options),
  toBeDisabled: (element, { options }) => element.toBeDisabled(options),
  toBeChecked: (element, { options }) => element.toBeChecked(options),
  toBeEditable: (element, { options }) => element.toBeEditable(options),
  toBeFocused: (element, { options }) => element.toBeFocused(options),
  toBeInViewport: (element, { options }) => element.toBeInViewport(options),
  toHaveText: (element, { expected, options, ignoreCase }) => element.toHaveText(expected, { ...options, ignoreCase }),
  toContainText: (element, { expected, options, ignoreCase }) =>
    element.toContainText(expected, { ...options, ignoreCase }),
  toHaveValue: (element, { expected, options }) => element.toHaveValue(expected, options),
  toHaveCount: (element, { expected, options }) =>
    element.toHaveCount(readNumber(String(expected), 'expected'), options),
  toHaveAttribute: (element, { attribute, expected, isGiven, options, ignoreCase }) =>
    isGiven
      ? element.toHaveAttribute(attribute, expected, { ...options, ignoreCase })
      : element.toHaveAttribute(attribute, options),
  toHaveClass: (element, { expected, options }) => element.toHaveClass(expected, options),
  toHaveCSS: (element, { attribute, expected, options }) => element.toHaveCSS(attribute, expected, options),
  toHaveAccessibleName: (element, { expected, options, ignoreCase }) =>
    element.toHaveAccessibleName(expected, { ...options, ignoreCase }),
};

const ON_PAGE: Record<PageMatcher, (page: PageAssertions, wanted: MatcherInput) => Promise<void>> = {
  toHaveURL: (page, { expected, options, ignoreCase }) => page.toHaveURL(expected, { ...options, ignoreCase }),
  toHaveTitle: (page, { expected, options }) => page.toHaveTitle(expected, options),
};

const isPageMatcher = (matcher: Matcher): matcher is PageMatcher => Object.hasOwn(ON_PAGE, matcher);
const isElementMatcher = (matcher: Matcher): matcher is ElementMatcher => Object.hasOwn(ON_ELEMENT, matcher);

function wantedText({ matcher, expected = '', ignoreCase, base }: Expectation): string | RegExp {
  if (matcher === 'toHaveURL') return readAddress(expected, base, 'expected');
  const pattern = readPattern(expected, 'expected');
  return ignoreCase && !matcherRule(matcher).takesCase ? withoutCase(pattern) : pattern;
}

function wantedOf(expectation: Expectation, limits: Limits): MatcherInput {
  return {
    expected: wantedText(expectation),
    isGiven: expectation.expected !== undefined,
    attribute: expectation.attribute ?? '',
    options: { timeout: expectation.once ? LOOK_ONCE_MS : Math.ceil(limits.timeoutMs), signal: limits.signal },
    ignoreCase: expectation.ignoreCase ? true : undefined,
  };
}

let loading: Promise<typeof expect> | undefined;

/** Playwright's `expect` takes some 100 ms to load: once, while the browser starts. */
export function loadExpect(): Promise<typeof expect> {
  // Required, as in `loadPlaywright`.
  loading ??= new Promise(resolve => {
    resolve(requireCompiled<typeof PlaywrightTest>('playwright/test').expect);
  });
  return loading;
}
