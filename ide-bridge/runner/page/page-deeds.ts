import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { follow } from '../../browser/navigate/follow-navigation.ts';
import { goToAddress } from '../../browser/navigate/go-to-address.ts';
import { historyOf } from '../../browser/navigate/page-history.ts';
import { resolveAddress } from '../../browser/requests/navigation-policy.ts';
import { navigationFailure } from '../../browser/requests/page-failure.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { clickElement } from './click-element.ts';
import { engineLog } from './engine-log.ts';
import { explainActionError } from './explain-action-error.ts';
import { giveFiles } from './give-files.ts';
import type { ElementDeed, Found, Limits, PageDeed } from './page-port.ts';
import { tickElement } from './tick-element.ts';

export type Element = ReturnType<Page['locator']>;

/** Does something to an element once it is ready for it. */
export async function actOnElement(
  { element, found }: { element: Element; found: Found },
  deed: ElementDeed,
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const options = { timeout: timeoutMs, signal };
  switch (deed.kind) {
    case 'click':
      return clickElement({ element, found }, deed, options);
    case 'hover':
      return element.hover({ ...options, modifiers: [...(deed.modifiers ?? [])], ...positionOf(deed) });
    case 'fill':
      return fill(element, deed.value, options);
    case 'press':
      return element.press(deed.key, options);
    case 'select':
      return choose(element, deed.values, options);
    case 'check':
      return tickElement(element, deed.checked, options);
    case 'upload':
      return giveFiles(element, deed.paths, options);
    case 'scrollTo':
      return element.scrollIntoViewIfNeeded(options);
    case 'scrollBy':
      await element.evaluate((node, by) => node.scrollBy(by.x, by.y), { x: deed.x, y: deed.y }, options);
  }
}

interface CallOptions {
  timeout: number;
  signal: AbortSignal;
}

const LOOKS_LIKE_TIME = /^\s*\d{1,4}\s*[.:/-]\s*\d/;
const DATE_INPUTS = ['date', 'time', 'month', 'week', 'datetime-local'];
const LOOK_AGAIN_MS = 500;

/** A date field that cannot read a date in another notation is left empty by Chromium, without a word. */
async function fill(element: Element, value: string, options: CallOptions): Promise<void> {
  await element.fill(value, options);
  if (!LOOKS_LIKE_TIME.test(value)) return;
  const isEmpty = (node: object, types: string[]) =>
    'type' in node && types.includes(String(node.type)) && 'value' in node && node.value === '';
  const limit = { ...options, timeout: LOOK_AGAIN_MS };
  if (await element.evaluate(isEmpty, DATE_INPUTS, limit).catch(() => false)) throw new Error('Malformed value');
}

const MOST_OPTIONS = 10;

/** Playwright waits for options that may still come, and in the end does not say which it has. */
async function choose(element: Element, wanted: readonly string[], options: CallOptions) {
  try {
    const chosen = await element.selectOption([...wanted], options);
    if (chosen.length < new Set(wanted).size) throw new Error('Only one option');
  } catch (error) {
    if (!(error instanceof Error) || !engineLog(error).some(line => line.includes('did not find some options')))
      throw error;
    const known = await element.locator('option').evaluateAll(all => all.map(({ label, value }) => [label, value]));
    const missing = wanted.filter(text => !known.some(names => names.includes(text))).map(text => `“${text}”`);
    const there = known.slice(0, MOST_OPTIONS).map(([label]) => `“${label}”`);
    const more = known.length > there.length ? ` and ${known.length - there.length} more` : '';
    throw new Error(`No option ${missing.join(', ')}; it has ${there.join(', ') || 'none'}${more}`, { cause: error });
  }
}

const positionOf = ({ position }: { position?: { x: number; y: number } | undefined }) =>
  position === undefined ? {} : { position };

type Journey = Extract<PageDeed, { kind: 'visit' | 'goBack' | 'goForward' | 'reload' }>;

/** Does something to the page as a whole. Errors: those of `PagePort`, and `invalid-params` for an address. */
export async function actOnPage(session: AppSession, deed: PageDeed, limits: Limits): Promise<void> {
  limits.signal.throwIfAborted();
  const page = session.requirePage();
  if (deed.kind !== 'press' && deed.kind !== 'scrollBy') return travel(session, deed, limits);
  try {
    if (deed.kind === 'press') await page.keyboard.press(deed.key);
    else await page.evaluate(`scrollBy(${deed.x}, ${deed.y})`);
  } catch (error) {
    throw explainActionError(error, { subject: 'the page', url: page.url(), ...limits });
  }
}

async function travel(session: AppSession, deed: Journey, limits: Limits): Promise<void> {
  const page = session.requirePage();
  const options = { timeout: limits.timeoutMs, signal: limits.signal };
  const target =
    deed.kind === 'visit' ? resolveAddress(deed.url, deed.base, session.forbiddenOrigins) : new URL(page.url());
  if (deed.kind === 'goBack' || deed.kind === 'goForward') await requireHistory(session, deed.kind, limits);
  try {
    if (deed.kind === 'visit') await goToAddress(session, page, target, limits);
    else await follow(page, () => page[deed.kind](options), options);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw notLoaded(deed, target, limits.timeoutMs, error);
    const failure = navigationFailure(error, target, session.network.failedWayOf(session.page));
    throw explainActionError(failure, { subject: 'the page', url: page.url(), ...limits });
  }
}

const QUIET_MS = 500;

/** Playwright says nothing when there is no page to go to. One that a click leads to may still be on its way. */
async function requireHistory(
  session: AppSession,
  kind: 'goBack' | 'goForward',
  { timeoutMs, signal }: Limits,
): Promise<void> {
  const page = session.requirePage();
  const [way, place] = kind === 'goBack' ? (['back', 'first'] as const) : (['forward', 'last'] as const);
  if ((await historyOf(page))[way]) return;
  const none = () =>
    new AppError('page-error', `There is no page to go ${way} to: ${page.url()} is the ${place} one of its tab.`);
  await withinLimit(wait => session.network.quiet(page, QUIET_MS, wait), { timeoutMs, signal, late: none });
  if (!(await historyOf(page))[way]) throw none();
}

function notLoaded({ kind }: Journey, target: URL, timeoutMs: number, cause: Error): AppError {
  const what = { visit: target.href, reload: target.href, goBack: 'The page before', goForward: 'The page after' }[
    kind
  ];
  return new AppError('timeout', `${what} was not loaded within ${inSeconds(timeoutMs)}.`, { cause });
}
