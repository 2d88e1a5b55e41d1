import type { ActionOf } from '../../../../model/actions/index.ts';
import type { BlockContext } from '../block-context.ts';

export async function ifBlock(action: ActionOf<'if'>, context: BlockContext) {
  const { condition, matcher } = action;
  const holds =
    condition === undefined
      ? matcher !== undefined && (await context.looksTrue({ ...action, matcher }))
      : await context.condition(condition);
  context.chose(holds);
  return holds ? context.body() : context.otherwise();
}
