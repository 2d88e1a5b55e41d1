import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function doubleClick({ locator, modifiers, position }: ActionOf<'dblclick'>, context: PerformContext) {
  const found = await context.find(locator);
  await context.page.act(found, { kind: 'click', button: 'left', count: 2, modifiers, position }, context.limits);
  return PASSED;
}
