import type { Matcher } from '../../../model/actions/matchers.ts';
import type { PictureArea } from '../../../model/actions/picture-rule.ts';

export interface AssertionFields {
  actionId?: string | undefined;
  matcher: Matcher;
  locator?: string | undefined;
  expected?: string | undefined;
  attribute?: string | undefined;
  not?: boolean | undefined;
  ignoreCase?: boolean | undefined;
  tolerance?: number | undefined;
  masks?: readonly PictureArea[] | undefined;
  once?: boolean | undefined;
}
