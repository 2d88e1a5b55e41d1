import { setTimeout as pause } from 'node:timers/promises';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { MOST_PAUSE_MS } from '../../../../model/actions/wait.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { describeLocator } from '../../../../model/locator/describe-locator.ts';
import { inSeconds } from '../../../../model/values/in-seconds.ts';
import type { Limits } from '../../page/page-port.ts';
import { readNumber } from '../../page/read-number.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

const MATCHER = { visible: 'toBeVisible', hidden: 'toBeHidden', enabled: 'toBeEnabled' } as const;

type Awaited = keyof typeof MATCHER;

export async function wait(action: ActionOf<'wait'>, context: PerformContext): Promise<Performed> {
  const { page, limits } = context;
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
      await page.waitForAddress(value, context.base(), limits);
      return PASSED;
    default:
      await page.waitForState(action.until, limits);
      return PASSED;
  }
}

async function waitForElement(until: Awaited, locator: string, context: PerformContext): Promise<Performed> {
  const { page, limits } = context;
  const expectation = { matcher: MATCHER[until], not: false, ignoreCase: false };
  const mismatch = await page.wait(expectation, limits, await context.find(locator));
  if (mismatch === undefined) return PASSED;
  const { isMissing, message, log } = mismatch;
  throw isMissing
    ? new AppError('locator-not-found', message, { facts: { log } })
    : tooLate(`${describeLocator(locator)} did not become ${until}`, limits, log);
}

async function waitForScript(code: string, { page, limits }: PerformContext): Promise<Performed> {
  const expectation = { matcher: 'toPassScript', expected: code, not: false, ignoreCase: false } as const;
  const mismatch = await page.wait(expectation, limits);
  if (mismatch === undefined) return PASSED;
  throw new AppError('timeout', mismatch.message);
}

/** What is waited for and does not come could not be done; it is no failed assertion. */
const tooLate = (what: string, { timeoutMs }: Limits, log: readonly string[]): AppError =>
  new AppError('timeout', `${what} within ${inSeconds(timeoutMs)}.`, { facts: { log } });
