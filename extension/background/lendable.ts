import { isOwn } from './own-pages.ts';

/** What pages are at; files of this machine and pages of the browser itself are not for tests. */
const SCHEMES = ['http:', 'https:', 'data:', 'blob:'];

const STORES = ['chromewebstore.google.com', 'chrome.google.com/webstore', 'microsoftedge.microsoft.com/addons'];

const ADDRESSES_NOT_LENT: readonly [RegExp, string][] = [
  [/^file:/, 'Files of this machine are not lent. Open the application by its address.'],
  [/^chrome-extension:/, 'Pages of extensions are not lent. Open the application first.'],
];

export const isForPages = (address: unknown): boolean =>
  typeof address === 'string' && (isEmpty(address) || SCHEMES.includes(URL.parse(address)?.protocol ?? ''));

/** Chrome has pages of its own under other names of this scheme. */
const isEmpty = (address: string): boolean => /^about:(?:blank|srcdoc)(?:[?#]|$)/.test(address);

/** Why a page is never lent; undefined when it may be. `own`: origins of Steploom itself. */
export function whyNotLent(address: string, own: readonly string[]): string | undefined {
  const url = URL.parse(address);
  const place = `${url?.host}${url?.pathname}`;
  if (STORES.some(store => place.startsWith(store))) return 'Chrome lets no extension work in its store.';
  if (isOwn(address, own)) return 'This is a page of Steploom itself, which is never lent.';
  // A tab that was opened just now is nowhere yet.
  if (address === '' || isForPages(address)) return undefined;
  const known = ADDRESSES_NOT_LENT.find(([pattern]) => pattern.test(address));
  return known?.[1] ?? 'Chrome lets no extension work in its own pages. Open the application first.';
}
