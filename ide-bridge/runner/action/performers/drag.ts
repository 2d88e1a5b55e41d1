import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function drag({ locator, target }: ActionOf<'drag'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.drag(found, await context.find(target), context.limits);
  return PASSED;
}
