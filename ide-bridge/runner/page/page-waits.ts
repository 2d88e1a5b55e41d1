import type { Page } from 'playwright';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { explainActionError, isWaitOver } from './explain-action-error.ts';
import { explainMismatch } from './explain-mismatch.ts';
import type { Expectation, Found, Limits, Mismatch, PagePort } from './page-port.ts';
import { performTask, subjectOf } from './page-task.ts';
import { expectElement, expectPage, isElementMatcher, isPageMatcher, loadExpect } from './playwright-expect.ts';
import { readAddress } from './read-pattern.ts';
import { retryScript } from './retry-script.ts';
import { waitForAria } from './wait-for-aria.ts';

interface Assertion {
  session: AppSession;
  page: Page;
  expectation: Expectation;
  found: Found | undefined;
}

/** Waits until an expectation holds on the current page. */
export const waitOn =
  (session: AppSession): PagePort['wait'] =>
  (expectation, limits, found) =>
    performTask(session, {
      limits,
      found,
      isLook: true,
      work: (page, bounded) => mismatchOf({ session, page, expectation, found }, bounded),
    });

async function mismatchOf(assertion: Assertion, limits: Limits): Promise<Mismatch | undefined> {
  const { session, page, expectation, found } = assertion;
  if (expectation.matcher === 'toPassScript') return retryScript(page, expectation, limits);
  if (expectation.matcher === 'toMatchAriaSnapshot') {
    const element = found && session.locate(found.locator, page);
    return waitForAria({ page, element, words: subjectOf(found) }, expectation, limits);
  }
  try {
    await expectNow(assertion, limits);
    return undefined;
  } catch (error) {
    if (isAppError(error) || limits.signal.aborted || page.isClosed()) throw error;
    const mismatch = explainMismatch(error, { expectation, subject: subjectOf(found), url: page.url() });
    if (mismatch === undefined) throw error;
    return mismatch;
  }
}

async function expectNow({ session, page, expectation, found }: Assertion, limits: Limits): Promise<void> {
  const expect = await loadExpect();
  const { matcher, not } = expectation;
  if (isPageMatcher(matcher)) {
    await expectPage(matcher, not ? expect(page).not : expect(page), expectation, limits);
  } else if (isElementMatcher(matcher) && found !== undefined) {
    const element = session.locate(found.locator, page);
    await expectElement(matcher, not ? expect(element).not : expect(element), expectation, limits);
  }
}

/** `idle`: loaded, and no request under way for half a second. */
export async function waitForState(session: AppSession, state: 'load' | 'idle', limits: Limits): Promise<void> {
  const page = session.requirePage();
  const options = { timeout: limits.timeoutMs, signal: limits.signal };
  try {
    await page.waitForLoadState('load', options);
    if (state === 'idle') await page.waitForLoadState('networkidle', options);
  } catch (error) {
    if (!isWaitOver(error)) throw explainActionError(error, { subject: 'the page', url: page.url(), ...limits });
    const what = state === 'idle' ? 'did not stop asking its server' : 'was not loaded';
    throw new AppError('timeout', `${page.url()} ${what} within ${inSeconds(limits.timeoutMs)}.`, { cause: error });
  }
}

/** A path starts from the base. */
export async function waitForAddress(
  session: AppSession,
  { address, base }: { address: string; base: string | undefined },
  limits: Limits,
): Promise<void> {
  const pattern = readAddress(address, base, 'value');
  const late = (cause: unknown) =>
    new AppError(
      'timeout',
      `The page did not come to ${address} within ${inSeconds(limits.timeoutMs)}; it is at ${session.page?.url()}.`,
      { field: 'value', cause },
    );
  await performTask(session, {
    limits,
    work: (page, { timeoutMs, signal }) =>
      page.waitForURL(pattern, { timeout: timeoutMs, signal, waitUntil: 'commit' }).catch(error => {
        throw isWaitOver(error) ? late(error) : error;
      }),
  });
}
