import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function uncheck({ locator }: ActionOf<'uncheck'>, context: PerformContext) {
  await context.page.act(await context.find(locator), { kind: 'check', checked: false }, context.limits);
  return PASSED;
}
