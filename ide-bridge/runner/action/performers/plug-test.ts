import type { ActionOf } from '../../../../model/actions/index.ts';
import type { BlockContext } from '../block-context.ts';

export async function plugTest({ test, parameters = {}, repeat = 1 }: ActionOf<'plugTest'>, context: BlockContext) {
  for (let round = 1; round <= repeat; round++)
    if (!(await context.plug(test, parameters, repeat === 1 ? undefined : round))) return false;
  return true;
}
