import type { Matcher } from '../../../model/actions/matchers.ts';

export interface AssertionFields {
  actionId?: string | undefined;
  matcher: Matcher;
  locator?: string | undefined;
  expected?: string | undefined;
  attribute?: string | undefined;
  not?: boolean | undefined;
  ignoreCase?: boolean | undefined;
  once?: boolean | undefined;
}
