import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function hover({ locator, modifiers, position }: ActionOf<'hover'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'hover', modifiers, position }, context.limits);
  return PASSED;
}
