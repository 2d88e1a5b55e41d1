import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function press({ key, locator }: ActionOf<'press'>, context: PerformContext) {
  const { text } = await context.text(key);
  if (locator === undefined) await context.page.actOnPage({ kind: 'press', key: text }, context.limits);
  else await context.page.act(await context.find(locator), { kind: 'press', key: text }, context.limits);
  return PASSED;
}
