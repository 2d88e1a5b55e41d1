import type { ActionOf } from '../../../model/actions/index.ts';
import { checkExpectation } from '../check-expectation.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

export async function assert(action: ActionOf<'assert'>, context: PerformContext): Promise<Performed> {
  const mismatch = await checkExpectation(action, context);
  if (mismatch === undefined) return PASSED;
  const { isMissing, log, ...failure } = mismatch;
  return { state: 'failed', error: { ...failure, log: [...log] }, isMissing };
}
