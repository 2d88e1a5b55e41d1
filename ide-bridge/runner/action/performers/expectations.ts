/** Performers of actions that wait for what is to come. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { MOST_PAUSE_MS } from '../../../../model/actions/wait.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { describeLocator } from '../../../../model/locator/describe-locator.ts';
import type { AppSession } from '../../../browser/session/app-session.ts';
import { differenceFrom } from '../../page/expect-page.ts';
import type { Mismatch } from '../../page/expectation.ts';
import { explainActionError, isWaitOver } from '../../page/explain-action-error.ts';
import { givenTime, type Limits } from '../../page/limits.ts';
import { onCurrentPage } from '../../page/on-current-page.ts';
import { readAddress, readNumber } from '../../page/read-field.ts';
import { checkExpectation } from '../check-expectation.ts';
import { makeBaseline } from '../check-screenshot.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

const MATCHER = { visible: 'toBeVisible', hidden: 'toBeHidden', enabled: 'toBeEnabled' } as const;

type Awaited = keyof typeof MATCHER;

export async function wait(action: ActionOf<'wait'>, context: PerformContext): Promise<Performed> {
  const { session, limits } = context;
  const template = action.value ?? '';
  const value = action.until === 'url' ? await context.pattern(template) : (await context.text(template)).text;
  switch (action.until) {
    case 'visible':
    case 'hidden':
    case 'enabled':
      return waitForElement(action.until, action.locator ?? '', context);
    case 'script':
      return waitForScript(value, context);
    case 'time':
      await pause(readNumber(value, 'value', MOST_PAUSE_MS), undefined, { signal: limits.signal });
      return PASSED;
    case 'url':
      await waitForAddress(session, { address: value, base: context.base() }, limits);
      return PASSED;
    default:
      await waitForState(session, action.until, limits);
      return PASSED;
  }
}

async function waitForElement(until: Awaited, locator: string, context: PerformContext): Promise<Performed> {
  const { session, limits } = context;
  const expectation = { matcher: MATCHER[until], not: false, ignoreCase: false };
  const mismatch = await differenceFrom(session, { expectation, locator: await context.find(locator), limits });
  if (mismatch === undefined) return PASSED;
  const { isMissing, message, log } = mismatch;
  throw isMissing
    ? new AppError('locator-not-found', message, { facts: { log } })
    : tooLate(`${describeLocator(locator)} did not become ${until}`, limits, log);
}

async function waitForScript(code: string, { session, limits }: PerformContext): Promise<Performed> {
  const expectation = { matcher: 'toPassScript', expected: code, not: false, ignoreCase: false } as const;
  const mismatch = await differenceFrom(session, { expectation, limits });
  if (mismatch === undefined) return PASSED;
  throw new AppError('timeout', mismatch.message);
}

/** A missing effect is an error, not a failed assertion. */
const tooLate = (what: string, limits: Limits, log: readonly string[]): AppError =>
  new AppError('timeout', `${what} within ${givenTime(limits)}.`, { facts: { log } });

/** `idle`: loaded, and no pending request for half a second. */
async function waitForState(session: AppSession, state: 'load' | 'idle', limits: Limits): Promise<void> {
  const page = session.requirePage();
  const options = { timeout: limits.timeoutMs, signal: limits.signal };
  try {
    await page.waitForLoadState('load', options);
    if (state === 'idle') await page.waitForLoadState('networkidle', options);
  } catch (error) {
    if (!isWaitOver(error)) throw explainActionError(error, { subject: 'the page', url: page.url(), ...limits });
    const what = state === 'idle' ? 'did not stop asking its server' : 'was not loaded';
    throw new AppError('timeout', `${page.url()} ${what} within ${givenTime(limits)}.`, { cause: error });
  }
}

/** A path starts from the base. */
async function waitForAddress(
  session: AppSession,
  { address, base }: { address: string; base: string | undefined },
  limits: Limits,
): Promise<void> {
  const pattern = readAddress(address, base, 'value');
  const late = (cause: unknown) =>
    new AppError(
      'timeout',
      `The page did not come to ${address} within ${givenTime(limits)}; it is at ${session.page?.url()}.`,
      { field: 'value', cause },
    );
  await onCurrentPage(session, {
    limits,
    work: (page, { timeoutMs, signal }) =>
      page.waitForURL(pattern, { timeout: timeoutMs, signal, waitUntil: 'commit' }).catch(error => {
        throw isWaitOver(error) ? late(error) : error;
      }),
  });
}

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
