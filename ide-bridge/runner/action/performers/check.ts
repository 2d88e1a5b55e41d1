import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function check({ locator }: ActionOf<'check'>, context: PerformContext) {
  await context.page.act(await context.find(locator), { kind: 'check', checked: true }, context.limits);
  return PASSED;
}
