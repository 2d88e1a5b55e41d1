import type { Matcher } from '../../../model/actions/matchers.ts';
import type { ActionFailure } from '../../../model/run/run.ts';

/** What is expected of an element or of the page; how it looks is found out from pictures. */
export interface Expectation {
  matcher: Exclude<Matcher, 'toHaveScreenshot'>;
  expected?: string | undefined;
  attribute?: string | undefined;
  /** Where an expected path starts from. */
  base?: string | undefined;
  not: boolean;
  ignoreCase: boolean;
  /** Looks at the page once; the limits are for the answer only. */
  once?: boolean | undefined;
}

/** How reality differs from an expectation, in plain words. */
export interface Mismatch {
  message: string;
  expected?: string | undefined;
  actual?: string | undefined;
  log: readonly string[];
  /** No element matches at all. */
  isMissing: boolean;
  pictures?: ActionFailure['pictures'];
}

/** With no more time than this Playwright looks exactly once, however long the answer takes. */
export const LOOK_ONCE_MS = 1;
