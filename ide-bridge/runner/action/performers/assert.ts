import type { ActionOf } from '../../../../model/actions/index.ts';
import type { Mismatch } from '../../page/expectation.ts';
import { checkExpectation } from '../check-expectation.ts';
import { makeBaseline } from '../check-screenshot.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

export async function assert(action: ActionOf<'assert'>, context: PerformContext): Promise<Performed> {
  if (action.matcher === 'toHaveScreenshot' && !action.not && context.baselines.areMade) {
    const made = await makeBaseline(action, context);
    return 'message' in made ? failed(made) : { state: 'passed', ...made };
  }
  const mismatch = await checkExpectation(action, context);
  return mismatch === undefined ? PASSED : failed(mismatch);
}

const failed = ({ isMissing, log, ...failure }: Mismatch): Performed => ({
  state: 'failed',
  error: { ...failure, log: [...log] },
  isMissing,
});
