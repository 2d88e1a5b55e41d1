import type { Page } from 'playwright';
import { z } from 'zod';
import type { FindingImpact } from '../../../model/actions/accessibility-rules.ts';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { describeSteps } from '../../../model/locator/describe-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from '../../browser/reading/test-id-attribute.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { whySilent } from '../../browser/session/page-calls.ts';
import type { AxeOptions } from '../../page/accessibility/axe-library.ts';
import { AccessibilityWorlds, CheckFault, type DocumentCheck } from './accessibility-worlds.ts';
import { type ElementPlace, placesOf } from './element-places.ts';
import { isWaitOver } from './explain-action-error.ts';
import { STUCK } from './failure.ts';
import { FoundByRule, FrameChecks, type NamedFinding } from './frame-checks.ts';
import { givenTime, type Limits } from './limits.ts';
import { onCurrentPage } from './on-current-page.ts';

interface AccessibilityQuestion {
  /** Undefined: the whole page. */
  include: Locator | undefined;
  exclude: readonly Locator[];
  /** Of the rules of axe-core that are checked. */
  tags: readonly string[];
  disabledRules: readonly string[];
  /** Those that count, the least serious first. */
  impacts: readonly FindingImpact[];
  /** Of more findings, the most serious are told. */
  most: number;
}

const Findings = z.object({ count: z.number(), found: z.array(FoundByRule) });

export interface CheckedPage {
  url: string;
  /** Of all findings; the list has the most serious of them. */
  count: number;
  findings: NamedFinding[];
}

/** An element that is missing is told of before a large page could have been checked. */
const FIND_LIMIT_MS = 10_000;
const MOST_DETOURS = 5;

/** The document that was asked has gone, and another one is there or comes. */
const LEFT =
  /context was destroyed|Cannot find (?:context|execution context)|Inspected target navigated|Promise was collected|find object with given id|No frame (?:for|with) given id|Not attached to an active page/i;

const hasLeft = (error: unknown): boolean =>
  error instanceof Error && !isAppError(error) && !(error instanceof CheckFault) && LEFT.test(error.message);

/**
 * Checks the current page with axe-core, frames of other sites included, and leaves no trace in it. Errors: `timeout`
 * naming what took too long, `locator-not-found`, `invalid-params` naming the field, `page-error`.
 */
export const findAccessibilityProblems = (
  session: AppSession,
  question: AccessibilityQuestion,
  limits: Limits,
): Promise<CheckedPage> =>
  onCurrentPage(session, {
    limits,
    locator: question.include,
    isLook: true,
    work: (page, { timeoutMs, signal }) => {
      const progress: CheckProgress = { hasBegun: false };
      const late = () => tooLate(session, page, { progress, limits, isWhole: question.include === undefined });
      const work = (own: AbortSignal) =>
        checkAgain(session, page, { question, progress, limits: { timeoutMs, signal: own } });
      return withinLimit(work, { timeoutMs, signal, late });
    },
  });

interface CheckProgress {
  /** Whether axe-core is in the page. */
  hasBegun: boolean;
}

interface PageCheckRequest {
  question: AccessibilityQuestion;
  progress: CheckProgress;
  limits: Limits;
}

function tooLate(
  session: AppSession,
  page: Page,
  { progress, limits, isWhole }: { progress: CheckProgress; limits: Limits; isWhole: boolean },
): AppError {
  const url = shownAddress(page.url());
  if (!progress.hasBegun)
    return new AppError('timeout', `The page ${url} does not answer; ${whySilent(session)}.`, { facts: STUCK });
  const smaller = isWhole ? 'check a part of it with “locator”' : 'check a smaller part of it';
  return new AppError(
    'timeout',
    `The accessibility of ${url} was not checked within ${givenTime(limits)}: the page is very large, or its scripts leave no time. Give the action a longer time limit, or ${smaller}.`,
    { field: 'timeoutMs' },
  );
}

/** A page that goes on to another one meanwhile is checked where it arrives. */
async function checkAgain(session: AppSession, page: Page, request: PageCheckRequest): Promise<CheckedPage> {
  const { signal } = request.limits;
  for (let detours = 0; ; detours++) {
    try {
      return await checkOnce(session, page, request);
    } catch (error) {
      if (error instanceof CheckFault) throw thrownBy(error, page);
      if (!hasLeft(error)) throw error;
      if (detours >= MOST_DETOURS || page.isClosed())
        throw new AppError('page-error', `The page ${shownAddress(page.url())} kept changing while it was checked.`, {
          cause: error,
        });
      await page.waitForLoadState('domcontentloaded', { timeout: 0, signal });
    }
  }
}

const thrownBy = (error: CheckFault, page: Page): AppError =>
  new AppError(
    'page-error',
    `The accessibility of ${shownAddress(page.url())} could not be checked: ${(error.message.split('\n')[0] ?? '').replace(/^Error: /, '')}`,
    { cause: error },
  );

async function checkOnce(
  session: AppSession,
  page: Page,
  { question, progress, limits }: PageCheckRequest,
): Promise<CheckedPage> {
  const context = await contextOf(session, page, { question, limits });
  const worlds = await AccessibilityWorlds.of(page);
  let isDone = false;
  const leave = () => worlds.leave(false);
  limits.signal.addEventListener('abort', leave, { once: true });
  try {
    const main = await worlds.main();
    progress.hasBegun = true;
    await requireRules(main, question.disabledRules);
    const options = optionsOf(question);
    const frames = new FrameChecks(worlds, { options, signal: limits.signal });
    const inner = await frames.check(main, context);
    const { impacts, most } = question;
    const { count, found } = Findings.parse(await main.ask('findings', { options, inner, impacts, most }));
    const findings = await frames.name(found, session.testIdAttribute ?? DEFAULT_TEST_ID_ATTRIBUTE);
    isDone = true;
    return { url: shownAddress(page.url()), count, findings };
  } finally {
    limits.signal.removeEventListener('abort', leave);
    if (isDone || !limits.signal.aborted) worlds.leave(isDone);
  }
}

const optionsOf = ({ tags, disabledRules }: AccessibilityQuestion): AxeOptions => ({
  runOnly: { type: 'tag', values: tags },
  rules: Object.fromEntries(disabledRules.map(rule => [rule, { enabled: false }])),
  resultTypes: ['violations'],
  ancestry: true,
  // It would ask servers for style sheets, and make media load.
  preload: false,
});

async function requireRules(main: DocumentCheck, rules: readonly string[]): Promise<void> {
  if (rules.length === 0) return;
  const [unknown] = z.array(z.string()).parse(await main.ask('unknownRules', rules));
  if (unknown !== undefined)
    throw new AppError('invalid-params', `axe-core has no rule “${unknown}” to leave out.`, { field: 'disabledRules' });
}

async function contextOf(
  session: AppSession,
  page: Page,
  { question: { include, exclude }, limits }: Pick<PageCheckRequest, 'question' | 'limits'>,
): Promise<object> {
  const limit = { timeout: Math.min(limits.timeoutMs / 2, FIND_LIMIT_MS), signal: limits.signal };
  const placesFrom = (locator: Locator) => placesOf(session.locate(locator, page), describeSteps(locator), limit);
  const missing = (cause?: Error) =>
    new AppError(
      'locator-not-found',
      `No element matches ${include === undefined ? 'it' : describeSteps(include)} on ${shownAddress(page.url())} (looked for ${inSeconds(limit.timeout)}).`,
      { cause },
    );
  const included: ElementPlace[] = [];
  if (include !== undefined) {
    const first = session.locate(include, page).first();
    await first.waitFor({ state: 'attached', ...limit }).catch((error: unknown) => {
      throw isWaitOver(error) ? missing(error) : error;
    });
    included.push(...(await placesFrom(include)));
    // Without an element the whole page would be checked.
    if (included.length === 0) throw missing();
  }
  const excluded: ElementPlace[] = [];
  for (const locator of exclude) excluded.push(...(await placesFrom(locator)));
  return { include: included, exclude: excluded };
}
