import type { Matcher } from '../../../model/actions/matchers.ts';
import type { ActionFailure } from '../../../model/run/run.ts';

export interface Expectation {
  matcher: Exclude<Matcher, 'toHaveScreenshot'>;
  expected?: string | undefined;
  attribute?: string | undefined;
  base?: string | undefined;
  not: boolean;
  ignoreCase: boolean;
  /** Looks at the page once; the limits are only for the answer. */
  once?: boolean | undefined;
}

export interface Mismatch {
  message: string;
  expected?: string | undefined;
  actual?: string | undefined;
  log: readonly string[];
  isMissing: boolean;
  pictures?: ActionFailure['pictures'];
  baseline?: string | undefined;
}

/** With this limit Playwright looks exactly once, however long the answer takes. */
export const LOOK_ONCE_MS = 1;
