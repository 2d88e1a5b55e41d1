import type { ActionOf } from '../../../model/actions/index.ts';
import { MOST_ROUNDS } from '../../../model/actions/loop.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import type { BlockContext } from '../block-context.ts';
import { readNumber } from '../read-number.ts';

export async function loop({ rows, times, while: condition }: ActionOf<'loop'>, context: BlockContext) {
  if (rows !== undefined) {
    for (const [index, row] of rows.entries())
      if (!(await context.body({ round: index + 1, values: row }))) return false;
    return true;
  }
  const most = times === undefined ? MOST_ROUNDS : readNumber((await context.text(times)).text, 'times', MOST_ROUNDS);
  for (let round = 1; round <= most; round++) {
    if (condition !== undefined && !(await context.condition(condition))) return true;
    if (!(await context.body({ round, values: { round } }))) return false;
  }
  if (condition === undefined) return true;
  throw new AppError(
    'invalid-project',
    `The loop was still going on after ${MOST_ROUNDS} rounds: its condition “${condition}” stays true.`,
    { field: 'while' },
  );
}
