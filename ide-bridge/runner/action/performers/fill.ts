import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function fill({ locator, value }: ActionOf<'fill'>, context: PerformContext) {
  const found = await context.find(locator);
  const { text, isSecret } = await context.text(value);
  await context.page.act(found, { kind: 'fill', value: text, isSecret }, context.limits);
  return PASSED;
}
