import type { Response } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { follow } from '../../browser/navigate/follow-navigation.ts';
import { goToAddress } from '../../browser/navigate/go-to-address.ts';
import { historyOf } from '../../browser/navigate/page-history.ts';
import { resolveAddress } from '../../browser/requests/navigation-policy.ts';
import { navigationFailure } from '../../browser/requests/page-failure.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { explainActionError } from './explain-action-error.ts';
import { givenTime, type Limits } from './limits.ts';

export type Journey =
  /** A relative address starts from the base. */
  | { kind: 'visit'; url: string; base: string | undefined }
  | { kind: 'goBack' }
  | { kind: 'goForward' }
  | { kind: 'reload' };

/**
 * In the current tab. Resolves with the answer for the document, null where no server was asked. Errors: those of
 * `onCurrentPage`, and `invalid-params` for an address.
 */
export async function travel(session: AppSession, journey: Journey, limits: Limits): Promise<Response | null> {
  limits.signal.throwIfAborted();
  const page = session.requirePage();
  const options = { timeout: limits.timeoutMs, signal: limits.signal };
  const target =
    journey.kind === 'visit'
      ? resolveAddress(journey.url, journey.base, session.forbiddenOrigins)
      : new URL(page.url());
  if (journey.kind === 'goBack' || journey.kind === 'goForward') await requireHistory(session, journey.kind, limits);
  try {
    if (journey.kind === 'visit') return (await goToAddress(session, page, target, limits)).response;
    return await follow(page, () => page[journey.kind](options), options);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw notLoaded(journey, target, limits, error);
    const failure = navigationFailure(error, target, session.network.failedWayOf(session.page));
    throw explainActionError(failure, { subject: 'the page', url: page.url(), ...limits });
  }
}

const QUIET_MS = 500;

/** Playwright does not report that there is no page to go to. One that a click leads to may still be loading. */
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

function notLoaded({ kind }: Journey, target: URL, limits: Limits, cause: Error): AppError {
  const what = { visit: target.href, reload: target.href, goBack: 'The page before', goForward: 'The page after' }[
    kind
  ];
  return new AppError('timeout', `${what} was not loaded within ${givenTime(limits)}.`, { cause });
}
