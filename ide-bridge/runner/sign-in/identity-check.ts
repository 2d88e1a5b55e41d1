import { MATCHER_NAMES, type Matcher } from '../../../model/actions/matchers.ts';
import { AppError } from '../../../model/errors/errors.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import type { ActionFailure } from '../../../model/run/run.ts';
import { defaultLimits } from '../action/action-limits.ts';
import { checkExpectation } from '../action/check-expectation.ts';
import { failureOf } from '../page/failure.ts';
import { travel } from '../page/travel.ts';
import type { ItemRequest } from '../run/item-request.ts';
import { performContextOf } from '../run/perform-context-of.ts';
import { outerFrame } from '../run/run-frame.ts';

const isMatcher = (name: string): name is Matcher => MATCHER_NAMES.some(matcher => matcher === name);

/**
 * Looks at the current page, or at the address of the check, else at `url`: why it does not show that the item is
 * signed in, or nothing, within the project's limits for actions. Errors: those of a run that is stopped.
 */
export async function identityFault(
  check: NonNullable<Identity['check']>,
  request: ItemRequest,
  url?: string | undefined,
): Promise<ActionFailure | undefined> {
  const { plan, item, evaluator, signal } = request;
  const { matcher, locator, expected } = check;
  const values = { plan, item, variables: {} };
  const { actionMs, navigationMs } = defaultLimits(plan.settings);
  const limits = { timeoutMs: actionMs, signal };
  try {
    if (!isMatcher(matcher))
      throw new AppError('invalid-project', `"${matcher}" is not a matcher: ${MATCHER_NAMES.join(', ')}.`);
    const context = performContextOf({ ...request, values }, await outerFrame(values, evaluator, signal), limits);
    const address = check.url ?? url;
    if (address !== undefined) {
      const { text } = await context.text(address);
      const patience = { ...limits, timeoutMs: navigationMs };
      await travel(context.session, { kind: 'visit', url: text, base: context.base() }, patience);
    }
    const mismatch = await checkExpectation({ matcher, ...(locator ? { locator } : {}), expected }, context);
    if (mismatch === undefined) return undefined;
    const { isMissing: _isMissing, log, ...failure } = mismatch;
    return { ...failure, log: [...log] };
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, signal).failure;
  }
}
