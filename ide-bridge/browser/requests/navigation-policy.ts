import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { isShown, schemeHint, whyNotShown } from '../../../model/values/address.ts';
import type { ConsoleLog } from '../logs/console-log.ts';
import { addressesOf, metadataFault } from './metadata-addresses.ts';

const LOOPBACK =
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|0\.0\.0\.0|\[::\])\.?$/;

export function refusal(address: URL, forbiddenOrigins: readonly string[]): string | undefined {
  if (!isShown(address)) return whyNotShown(address);
  if (forbiddenOrigins.some(origin => isSamePlace(address, new URL(origin))))
    return `${address.origin} is Steploom itself, which the app window never shows`;
  return metadataFault(address.hostname);
}

/**
 * Whether a page that is shown already must be left. Chromium keeps pages from files and browser pages; its own error
 * pages and what a page made itself (`blob:`, `data:`) belong to the page.
 */
export function mustLeave(url: string, forbiddenOrigins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const address = new URL(url.replace(/^blob:/, ''));
  const isWebPage = address.protocol === 'http:' || address.protocol === 'https:';
  if (isWebPage) return refusal(address, forbiddenOrigins) !== undefined;
  return !['about:', 'blob:', 'data:', 'chrome-error:'].includes(address.protocol);
}

/**
 * Relative addresses start from the app's. Errors: `invalid-params` for one that may not be shown or cannot be read, or
 * is relative without an app address.
 */
export function resolveAddress(url: string, appUrl: string | undefined, forbiddenOrigins: readonly string[]): URL {
  if (!URL.canParse(url) && !appUrl)
    throw unusable(
      `"${url}" is a relative address, and the project has no app URL to start from; editProject sets it.`,
      'editProject',
    );
  if (!URL.canParse(url, appUrl || undefined)) throw unusable(`"${url}" is not an address.`);
  const address = new URL(url, appUrl || undefined);
  const reason = refusal(address, forbiddenOrigins);
  if (reason !== undefined) throw unusable(`"${url}" was not opened: ${reason}${schemeHint(url)}.`);
  return address;
}

/** Refuses names that resolve to a forbidden address. Slow look-ups are left to the browser. Errors: as above. */
export async function refuseName(address: URL): Promise<void> {
  const moment = new Promise<string[]>(resolve => setTimeout(() => resolve([]), LOOKUP_LIMIT_MS).unref());
  for (const found of await Promise.race([addressesOf(address), moment])) {
    const reason = metadataFault(found);
    if (reason !== undefined) throw unusable(`"${address.href}" was not opened: ${reason}.`);
  }
}

const LOOKUP_LIMIT_MS = 1_000;

const unusable = (message: string, next?: string): AppError =>
  new AppError('invalid-params', message, {
    field: 'url',
    expected: 'an http or https address, or one relative to the app URL',
    ...(next === undefined ? {} : { next }),
  });

/** All names of this machine are equal; the scheme does not matter. */
function isSamePlace(address: URL, origin: URL): boolean {
  if (portOf(address) !== portOf(origin)) return false;
  return address.hostname === origin.hostname || (LOOPBACK.test(address.hostname) && LOOPBACK.test(origin.hostname));
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Relative addresses start from the app's. Errors: `invalid-params`, as `refuseRequest`. */
export function requestAddress(url: string, base: string | undefined): URL {
  const address = URL.parse(url, base || undefined);
  if (address !== null) return address;
  throw /^\s*[a-z][a-z+.-]*:/i.test(url) || base
    ? notCalled(`“${url}” is not an address.`)
    : notCalled(
        `“${url}” is a relative address, and the project has no app URL to start from; editProject sets it.`,
        'editProject',
      );
}

/**
 * Allows http and https only, never this service nor link-local addresses, whatever name resolves to them. Errors:
 * `invalid-params`.
 */
export async function refuseRequest(address: URL, forbiddenOrigins: readonly string[]): Promise<void> {
  if (address.protocol !== 'http:' && address.protocol !== 'https:')
    throw notCalled(`“${address.href}” was not called: only http and https addresses are, not ${address.protocol}`);
  for (const host of [address.hostname, ...(await addressesOf(address))]) {
    const place = new URL(address);
    place.hostname = host;
    const reason = refusal(place, forbiddenOrigins);
    if (reason !== undefined) throw notCalled(`“${address.href}” was not called: ${reason}.`);
  }
}

const notCalled = (message: string, next?: string): AppError =>
  new AppError('invalid-params', message, { field: 'url', ...(next === undefined ? {} : { next }) });

interface WatchedPages {
  forbiddenOrigins: readonly string[];
  console: ConsoleLog;
}

/**
 * Pages are checked on arrival, which is free: they hold none of our credentials, so only showing Steploom inside its
 * own app window must be prevented. Routing would cost every request a round trip.
 */
export function leaveForbidden(page: Page, { forbiddenOrigins, console }: WatchedPages): void {
  if (!mustLeave(page.url(), forbiddenOrigins)) return;
  console.write('error', `Steploom left ${page.url()}: the app window does not show it.`);
  void leave(page, forbiddenOrigins);
}

const MOST_TRIES = 5;
const TRY_LIMIT_MS = 3_000;

/** Another navigation may replace ours: then it is tried again, and in the end the tab closes. */
async function leave(page: Page, forbiddenOrigins: readonly string[]): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    await page.goto('about:blank', { timeout: TRY_LIMIT_MS }).catch(() => {});
    if (page.isClosed() || !mustLeave(page.url(), forbiddenOrigins)) return;
  }
  await page.close().catch(() => {});
}
