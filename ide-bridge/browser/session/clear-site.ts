import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions, ClearedSite } from '../../../model/protocol/app-window.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { endsInTime, withinLimit } from '../limits/within-limit.ts';
import { shownAddress } from '../logs/shown-text.ts';
import { explainFailure } from '../requests/page-failure.ts';
import type { AppSession } from './app-session.ts';
import { connect } from './page-connection.ts';
import { workersOf } from './service-workers.ts';

const LIMIT_MS = 5_000;

/** A page that does not answer keeps its session storage; the tab that replaces it has none. */
const PAGE_LIMIT_MS = 500;

/** Works even while the site's pages hang. Errors: see `AppWindow`. */
export async function clearSite(
  session: AppSession,
  address: string | undefined,
  { signal, timeoutMs = LIMIT_MS }: CallOptions,
): Promise<ClearedSite> {
  const page = session.requirePage();
  if (session.isLent) throw lentOut();
  const origin = originOf(address ?? siteShown(session, page), address === undefined);
  const late = () =>
    new AppError('timeout', `The browser did not clear the data of ${origin} within ${inSeconds(timeoutMs)}.`, {
      next: 'navigateUrl with a role opens the window anew',
    });
  try {
    const { removedWorkers: removed } = session;
    const cleared = await withinLimit(until => clear(page, { origin, removed }, until), { signal, timeoutMs, late });
    session.forgetSite(origin);
    return cleared;
  } catch (error) {
    throw explainFailure(error);
  }
}

async function clear(
  page: Page,
  { origin, removed }: Parameters<typeof workersOf>[1],
  signal: AbortSignal,
): Promise<ClearedSite> {
  const context = page.context();
  const cookies = await context.cookies(origin);
  const workers = workersOf(context, { origin, removed });
  for (const { name, domain, path } of cookies) await context.clearCookies({ name, domain, path });
  const connection = await connect(page);
  await connection.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  for (const worker of workers) removed.add(worker);
  await Promise.all(context.pages().map(each => clearSession(each, origin, signal)));
  return { origin, cookies: cookies.length, serviceWorkers: workers.length };
}

/** Chromium offers no other access to the storage of a tab; that of a site which it does not show stays. */
async function clearSession(page: Page, origin: string, signal: AbortSignal): Promise<void> {
  const [frame] = page.frames().filter(each => URL.parse(each.url())?.origin === origin);
  if (frame !== undefined)
    await endsInTime(() => frame.evaluate('sessionStorage.clear()'), { signal, timeoutMs: PAGE_LIMIT_MS });
}

/** A page that was never reached has no site of its own. */
function siteShown({ network }: AppSession, page: Page): string {
  const shown = page.url();
  return hasSite(shown) ? shown : (network.wayOf(page) ?? shown);
}

const hasSite = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

/** Errors: `invalid-params`. */
function originOf(address: string, isShown: boolean): string {
  if (hasSite(address)) return new URL(address).origin;
  const shown = shownAddress(address);
  throw new AppError(
    'invalid-params',
    isShown ? `The app window shows ${shown}, which belongs to no site.` : `"${shown}" is not the address of a site.`,
    { field: 'origin', expected: 'an address that begins with http:// or https://' },
  );
}

const lentOut = (): AppError =>
  new AppError('invalid-params', 'The app window is a tab of your own browser, whose data stays as it is.', {
    next: 'giveTabBack; navigateUrl then opens a window of its own',
  });
