import type { ActionOf } from '../../../../model/actions/index.ts';
import { PASSED, type PerformContext } from '../perform-context.ts';

export async function select({ locator, values }: ActionOf<'select'>, context: PerformContext) {
  const found = await context.find(locator);
  const wanted: { text: string; isSecret: boolean }[] = [];
  for (const value of values) wanted.push(await context.text(value));
  const isSecret = wanted.some(value => value.isSecret);
  await context.page.act(found, { kind: 'select', values: wanted.map(({ text }) => text), isSecret }, context.limits);
  return PASSED;
}
