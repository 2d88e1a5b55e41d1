import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function visit({ url }: ActionOf<'visit'>, context: PerformContext) {
  const { text } = await context.text(url);
  await context.page.actOnPage({ kind: 'visit', url: text, base: context.base() }, context.limits);
  return PASSED;
}
