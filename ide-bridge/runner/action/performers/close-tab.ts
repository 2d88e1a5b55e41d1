import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function closeTab({ tab }: ActionOf<'closeTab'>, context: PerformContext) {
  const { tabs } = context.page;
  if (tab === undefined) await tabs.close(undefined, context.limits);
  else await tabs.close({ tab: (await context.text(tab)).text, base: context.base() }, context.limits);
  return PASSED;
}
