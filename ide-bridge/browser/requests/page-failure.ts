import { stripVTControlCharacters } from 'node:util';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { metadataFault } from './metadata-addresses.ts';

const GONE = /has been closed|(?:Target|Page) crashed|page was closed|browser has disconnected/i;

export const isGone = (message: string): boolean => GONE.test(message);

export function explainFailure(error: unknown): unknown {
  if (isAppError(error) || !(error instanceof Error) || !isGone(error.message)) return error;
  return new AppError('browser-lost', 'The page or its browser was lost during the call.', {
    next: 'navigateUrl reopens the app window',
    cause: error,
  });
}

/** Playwright's prefix for errors thrown by scripts in the page. */
const IN_PAGE = /^(?:page|frame|locator|elementHandle|jsHandle)\.\w+: /i;

/** Whether a script in the page threw: pages replace what scripts rely on. */
export const isThrownByPage = (error: unknown): error is Error =>
  !isAppError(error) && error instanceof Error && IN_PAGE.test(error.message) && !isGone(error.message);

export function explainRead(error: unknown, url: string): unknown {
  if (!isThrownByPage(error)) return explainFailure(error);
  const thrown = firstLine(error.message).replace(IN_PAGE, '');
  return new AppError('page-error', `The page ${url} could not be looked at, since something threw in it: ${thrown}`, {
    cause: error,
  });
}

export const browserLost = (reason: string): AppError =>
  new AppError('browser-lost', `The browser was lost: ${reason}.`, {
    next: 'navigateUrl reopens the app window',
  });

export const pageMisbehaved = (url: string, did: string): AppError =>
  new AppError('page-misbehaved', `The page ${url} ${did}; its window was closed.`, {
    next: 'navigateUrl opens another window, with the same cookies and storage where they could be kept',
    facts: { url, did },
  });

const REASONS: readonly (readonly [RegExp, (address: URL) => string])[] = [
  [/ERR_NAME_NOT_RESOLVED/, ({ hostname }) => `there is no host named ${hostname}`],
  [/ERR_CONNECTION_REFUSED/, ({ host }) => `nothing answers at ${host}; is the application running?`],
  [/ERR_(?:CONNECTION_)?TIMED_OUT|ERR_ADDRESS_UNREACHABLE/, ({ host }) => `${host} cannot be reached`],
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, () => 'the machine has no network connection'],
  [/ERR_CERT_|ERR_BAD_SSL/, ({ host }) => `the certificate of ${host} is not trusted (setting ignoreHttpsErrors)`],
  [/ERR_SSL_/, ({ host }) => `${host} does not speak HTTPS; is the address meant to begin with http:?`],
  [
    /ERR_CONNECTION_(?:RESET|CLOSED)|ERR_EMPTY_RESPONSE/,
    ({ host }) => `${host} closed the connection without an answer`,
  ],
  [/ERR_TOO_MANY_REDIRECTS/, () => 'it redirects in a loop'],
  [
    /ERR_INVALID_AUTH_CREDENTIALS/,
    () => 'it asks for a user name and a password, and nobody is signed in (configureAuth, method "basic")',
  ],
  [/ERR_PROXY_|ERR_TUNNEL_/, () => 'the proxy of the project settings does not work'],
  [/ERR_UNSAFE_PORT/, ({ port }) => `browsers refuse port ${port}`],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/, () => 'it answered with an error status and without a page'],
  [
    /Download is starting|ERR_ABORTED/,
    () => 'it answered with a download or without content, so there is no page to show',
  ],
];

export function navigationFailure(error: unknown, address: URL, failedAt: string = address.href): unknown {
  const explained = explainFailure(error);
  if (explained !== error || isAppError(error) || !(error instanceof Error)) return explained;
  const [, reason] = REASONS.find(([code]) => code.test(error.message)) ?? [];
  const code = /net::(ERR_\w+)/.exec(error.message)?.[1];
  const place = new URL(failedAt);
  const isElsewhere = place.host !== address.host;
  const refused = metadataFault(place.hostname);
  const message = refused ?? reason?.(place) ?? firstLine(error.message).replace(/^page\.\w+: /, '');
  return new AppError(
    'page-error',
    `${address.href} could not be opened: ${isElsewhere ? `it leads to ${place.href}, and ` : ''}${message}${code ? ` (${code})` : ''}.`,
    {
      cause: error,
      ...(code ? { facts: { code } } : {}),
    },
  );
}

/** Without colours, which Playwright adds to all messages. */
export const firstLine = (message: string): string => stripVTControlCharacters(message).split('\n')[0] ?? '';
