import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function newTab({ url }: ActionOf<'newTab'>, context: PerformContext) {
  const { tabs } = context.page;
  if (url === undefined) await tabs.open(undefined, context.limits);
  else await tabs.open({ url: (await context.text(url)).text, base: context.base() }, context.limits);
  return PASSED;
}
