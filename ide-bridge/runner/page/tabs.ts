import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { fitsWildcard } from '../../../model/values/wildcard.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import { resolveAddress } from '../../browser/requests/navigation-policy.ts';
import { explainFailure } from '../../browser/requests/page-failure.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { givenTime, type Limits } from './limits.ts';
import { travel } from './travel.ts';

const PAUSE_MS = 50;
/** A page that is busy for longer is matched by its address alone. */
const TITLE_LIMIT_MS = 4_000;
const CLOSE_LIMIT_MS = 2_000;
const MOST_LISTED = 20;

interface OpenTab extends TabFacts {
  page: Page;
}

/** Index from 0, title or address of a tab. A path starts from the base. */
interface TabChoice {
  tab: string;
  base: string | undefined;
}

/** The new tab is the current one. Errors: `invalid-params` for an address, before anything is opened. */
export async function openTab(
  session: AppSession,
  visit: { url: string; base: string | undefined } | undefined,
  limits: Limits,
): Promise<void> {
  if (visit !== undefined) resolveAddress(visit.url, visit.base, session.forbiddenOrigins);
  const remaining = startClock(limits.timeoutMs);
  const late = () => new AppError('timeout', `No tab opened within ${givenTime(limits)}.`);
  await withinLimit(async () => contextOf(session).newPage(), { ...limits, late }).catch(explained);
  if (visit !== undefined) await travel(session, { kind: 'visit', ...visit }, { ...limits, timeoutMs: remaining() });
}

/** Errors: `not-found` when none fits in time or several do, naming those there are. */
export async function changeTab(session: AppSession, choice: TabChoice, limits: Limits): Promise<void> {
  const page = await findTab(session, choice, limits);
  session.tabs.use(page);
  // Shown in a visible window; nothing waits for that.
  page.bringToFront().catch(() => {});
}

/** Default: the current one. Errors: `page-error` for the only one, and those of `changeTab`. */
export async function closeTab(session: AppSession, choice: TabChoice | undefined, limits: Limits): Promise<void> {
  const page = choice === undefined ? session.requirePage() : await findTab(session, choice, limits);
  if (session.tabs.all.length === 1)
    throw new AppError('page-error', `The tab ${page.url()} is the only one, and a test needs one to continue.`, {
      next: 'newTab opens another one first',
    });
  session.tabs.forget(page);
  // A stuck tab closes slowly; nothing depends on it.
  const late = () => new AppError('timeout', 'The tab does not close.');
  await withinLimit(() => page.close(), { ...limits, timeoutMs: CLOSE_LIMIT_MS, late }).catch(() => {});
  limits.signal.throwIfAborted();
}

function contextOf(session: AppSession): BrowserContext {
  return session.context ?? session.requirePage().context();
}

function explained(error: unknown): never {
  throw explainFailure(error);
}

async function findTab(session: AppSession, { tab, base }: TabChoice, limits: Limits): Promise<Page> {
  const remaining = startClock(limits.timeoutMs);
  const end = performance.now() + limits.timeoutMs;
  for (;;) {
    limits.signal.throwIfAborted();
    const tabs = await lookAtTabs(session, limits.signal);
    const fitting = fittingTabs(tab, tabs, base);
    const [only] = fitting;
    if (only !== undefined && fitting.length === 1) return only.page;
    if (performance.now() >= end) throw notOne(tab, fitting, tabs, limits);
    await pause(Math.min(PAUSE_MS, remaining()), undefined, { signal: limits.signal });
  }
}

const lookAtTabs = (session: AppSession, signal: AbortSignal): Promise<OpenTab[]> =>
  Promise.all(session.tabs.all.map(async page => ({ page, url: page.url(), title: await titleOf(page, signal) })));

async function titleOf(page: Page, signal: AbortSignal): Promise<string> {
  const late = () => new AppError('timeout', 'The page does not answer.');
  return withinLimit(() => page.title(), { signal, timeoutMs: TITLE_LIMIT_MS, late }).catch(() => '');
}

function notOne(tab: string, fitting: readonly OpenTab[], tabs: readonly OpenTab[], limits: Limits): AppError {
  const listed = tabs.slice(0, MOST_LISTED).map(({ title, url }, index) => `${index} “${title}” ${url}`);
  const problem =
    fitting.length > 1
      ? `${fitting.length} tabs match “${tab}”`
      : `No tab matches “${tab}” (waited ${givenTime(limits)})`;
  return new AppError('not-found', `${problem}. The tabs are: ${listed.join('; ')}.`, { field: 'tab' });
}

interface TabFacts {
  url: string;
  title: string;
}

/** By index; else exact title or address, then with `*` for any text, then as a part. A path starts from the base. */
export function fittingTabs<Tab extends TabFacts>(wanted: string, tabs: readonly Tab[], base?: string): Tab[] {
  if (/^\d+$/.test(wanted)) return tabs.slice(Number(wanted), Number(wanted) + 1);
  const address = wanted.startsWith('/') ? URL.parse(wanted, base)?.href : undefined;
  const tests: readonly ((text: string) => boolean)[] = [
    text => text === wanted || text === address,
    text => fitsWildcard(wanted, text),
    text => text.includes(wanted),
  ];
  for (const fits of tests) {
    const found = tabs.filter(({ url, title }) => fits(title) || fits(url));
    if (found.length > 0) return found;
  }
  return [];
}
