/** Who is signed in as a person: by a one-time code once, by a cookie from then on. */
import type { IncomingMessage } from 'node:http';
import type { Admission, SocketRequest } from '../../../model/protocol/channel/page-service.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import type { Guard } from '../guard.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';
import type { Sessions } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

export interface PeopleOptions {
  codes: SignInCodes;
  sessions: Sessions;
  guard: Guard;
  port: number;
  isSecure: boolean;
  failedSignInsPerMinute: number;
}

const refused = (message: string): AppError => new AppError('unauthorized', message, { next: 'steploom open' });

export class People {
  readonly #options: PeopleOptions;
  readonly #failures: RateLimiter;

  constructor(options: PeopleOptions) {
    this.#options = options;
    const { failedSignInsPerMinute: burst } = options;
    this.#failures = new RateLimiter({ perSecond: burst / 60, burst });
  }

  /** Signs in whoever has a code, and resolves with the cookie to set. Errors: `unauthorized`, `rate-limited`. */
  async signIn(code: string, address: string): Promise<string> {
    const { codes, sessions } = this.#options;
    if (codes.redeem(code)) return sessionCookie(this.#options, await sessions.create());
    const { isAllowed, retryAfterSeconds } = this.#failures.take(address);
    if (isAllowed) throw refused('The code is not known here: used already, older than ten minutes, or mistyped.');
    throw new AppError('rate-limited', `Too many wrong codes from this address; wait ${retryAfterSeconds} s.`, {
      facts: { retryAfterSeconds },
    });
  }

  /** Resolves with the cookie to set. */
  async signOut(cookie: string | undefined): Promise<string> {
    const value = readSessionCookie(this.#options, cookie);
    if (value !== undefined) await this.#options.sessions.remove(value);
    return sessionCookie(this.#options, '');
  }

  /** Whether a request comes from a page of ours in which a person is signed in. */
  isSignedIn({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
    return isFromOwnPage(rawHeaders) && this.#keyOf(headers.cookie) !== undefined;
  }

  /** Errors: `unauthorized`. */
  requireSignedIn(request: Parameters<People['isSignedIn']>[0]): void {
    if (!this.isSignedIn(request)) throw refused('Nobody is signed in.');
  }

  /** Sockets are for pages of ours alone, which always say where they come from. Errors: `host-refused`, `unauthorized`. */
  readonly admit = ({ url, rawHeaders }: SocketRequest): Admission => {
    const { guard, sessions } = this.#options;
    const refusal = guard({ url, rawHeaders: [...rawHeaders] });
    if (refusal !== undefined) throw refusal;
    if (headerOf(rawHeaders, 'origin') === undefined) throw new AppError('host-refused', 'An Origin header is needed.');
    const key = this.#keyOf(headerOf(rawHeaders, 'cookie'));
    if (key === undefined) throw refused('Nobody is signed in.');
    return { onEnd: listener => sessions.onEnd(key, listener) };
  };

  #keyOf(cookie: string | undefined): string | undefined {
    const value = readSessionCookie(this.#options, cookie);
    return value === undefined ? undefined : this.#options.sessions.find(value);
  }
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

/** Pages at other ports of this machine are of the same site, and their requests carry our cookie: browsers tell here. */
function isFromOwnPage(rawHeaders: readonly string[]): boolean {
  const site = headerOf(rawHeaders, 'sec-fetch-site');
  return site === undefined || site === 'same-origin' || site === 'none';
}
