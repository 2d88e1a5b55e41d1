import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function switchTab({ tab }: ActionOf<'switchTab'>, context: PerformContext) {
  const { text } = await context.text(tab);
  await context.page.tabs.use({ tab: text, base: context.base() }, context.limits);
  return PASSED;
}
