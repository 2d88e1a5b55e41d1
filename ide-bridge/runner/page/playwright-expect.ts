import type { expect, Locator, Page } from 'playwright/test';
import type { Matcher } from '../../../model/actions/matchers.ts';
import { readPattern } from '../../../model/values/pattern.ts';
import { LOOK_ONCE_MS } from './look-once.ts';
import type { Expectation, Limits } from './page-port.ts';
import { readNumber } from './read-number.ts';
import { readAddress, withoutCase } from './read-pattern.ts';

type LocatorAssertions = ReturnType<typeof expect<Locator>>;
type PageAssertions = ReturnType<typeof expect<Page>>;

interface Wanted {
  expected: string | RegExp;
  attribute: string;
  isGiven: boolean;
  options: { timeout: number; signal: AbortSignal };
  ignoreCase: boolean | undefined;
}

export type PageMatcher = 'toHaveURL' | 'toHaveTitle';
/** Those that Playwright's `expect` does not know, or only in its test runner. */
type OwnMatcher = 'toMatchAriaSnapshot' | 'toHaveScreenshot' | 'toPassScript';
export type ElementMatcher = Exclude<Matcher, PageMatcher | OwnMatcher>;

const ON_ELEMENT: Record<ElementMatcher, (element: LocatorAssertions, wanted: Wanted) => Promise<void>> = {
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

const ON_PAGE: Record<PageMatcher, (page: PageAssertions, wanted: Wanted) => Promise<void>> = {
  toHaveURL: (page, { expected, options, ignoreCase }) => page.toHaveURL(expected, { ...options, ignoreCase }),
  toHaveTitle: (page, { expected, options }) => page.toHaveTitle(expected, options),
};

export const isPageMatcher = (matcher: Matcher): matcher is PageMatcher => Object.hasOwn(ON_PAGE, matcher);
export const isElementMatcher = (matcher: Matcher): matcher is ElementMatcher => Object.hasOwn(ON_ELEMENT, matcher);

/** Matchers that take `ignoreCase` themselves. */
const KNOW_CASE: readonly Matcher[] = [
  'toHaveText',
  'toContainText',
  'toHaveAttribute',
  'toHaveAccessibleName',
  'toHaveURL',
];

function wantedText({ matcher, expected = '', ignoreCase, base }: Expectation): string | RegExp {
  if (matcher === 'toHaveURL') return readAddress(expected, base, 'expected');
  const pattern = readPattern(expected, 'expected');
  return ignoreCase && !KNOW_CASE.includes(matcher) ? withoutCase(pattern) : pattern;
}

function wantedOf(expectation: Expectation, limits: Limits): Wanted {
  return {
    expected: wantedText(expectation),
    isGiven: expectation.expected !== undefined,
    attribute: expectation.attribute ?? '',
    options: { timeout: expectation.once ? LOOK_ONCE_MS : limits.timeoutMs, signal: limits.signal },
    ignoreCase: expectation.ignoreCase ? true : undefined,
  };
}

export const expectElement = (
  matcher: ElementMatcher,
  element: LocatorAssertions,
  expectation: Expectation,
  limits: Limits,
): Promise<void> => ON_ELEMENT[matcher](element, wantedOf(expectation, limits));

export const expectPage = (
  matcher: PageMatcher,
  page: PageAssertions,
  expectation: Expectation,
  limits: Limits,
): Promise<void> => ON_PAGE[matcher](page, wantedOf(expectation, limits));

let loading: Promise<typeof expect> | undefined;

/** Playwright's `expect` takes some 100 ms to load: once, and while the browser starts. */
export function loadExpect(): Promise<typeof expect> {
  loading ??= import('playwright/test').then(test => test.expect);
  return loading;
}
