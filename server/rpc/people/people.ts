/** Who is signed in as a person: by a one-time code or a password once, by a cookie from then on. */
import type { IncomingMessage } from 'node:http';
import { ProjectId } from '../../../model/project/codes.ts';
import type { Admission, SocketRequest } from '../../../model/protocol/channel/page-service.ts';
import { AppError } from '../../../model/protocol/errors.ts';
import { type Caller, PERSON } from '../authenticate.ts';
import type { Guard } from '../guard.ts';
import { isLoopback } from '../loopback.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { readSessionCookie, sessionCookie } from './session-cookie.ts';
import type { Session, Sessions } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

export interface PeopleOptions {
  codes: SignInCodes;
  sessions: Sessions;
  guard: Guard;
  port: number;
  isSecure: boolean;
  failedSignInsPerMinute: number;
  /** Whether this is the password of that project; false where there is no such project. */
  isPassword(projectId: string, password: string): Promise<boolean>;
}

/** What somebody shows to be let in. */
export type SignIn = { code: string } | { projectId: string; password: string };

/** Where a connection comes from, and where it arrives. */
export interface Place {
  address: string;
  localAddress?: string | undefined;
}

/** The same address at both ends is that of this machine, too. */
const isHere = ({ address, localAddress }: Place): boolean => isLoopback(address) || address === localAddress;

const refused = (message: string): AppError => new AppError('unauthorized', message, { next: 'steploom open' });

export class People {
  readonly #options: PeopleOptions;
  readonly #failures: RateLimiter;

  constructor(options: PeopleOptions) {
    this.#options = options;
    const { failedSignInsPerMinute: burst } = options;
    this.#failures = new RateLimiter({ perSecond: burst / 60, burst });
  }

  /** How somebody signs in who comes from there: other machines do not see the codes that are printed here. */
  signInBy(place: Place): 'code' | 'password' {
    return isHere(place) ? 'code' : 'password';
  }

  /** Signs in whoever has a code or the password of a project, and resolves with the cookie to set. Errors: `unauthorized`, `rate-limited`. */
  async signIn(given: SignIn, place: Place): Promise<string> {
    const { sessions } = this.#options;
    if ('password' in given) return sessionCookie(this.#options, await this.#openByPassword(given, place));
    if (!isHere(place)) throw refused('From another machine people sign in with the password of a project.');
    if (this.#options.codes.redeem(given.code)) return sessionCookie(this.#options, await sessions.create());
    this.#countFailure(place);
    throw refused('The code is not known here: used already, older than ten minutes, or mistyped.');
  }

  /** Resolves with the cookie to set. */
  async signOut(cookie: string | undefined): Promise<string> {
    const value = readSessionCookie(this.#options, cookie);
    if (value !== undefined) await this.#options.sessions.remove(value);
    return sessionCookie(this.#options, '');
  }

  /** The person in whose page of ours a request was made; undefined where nobody is signed in. */
  personOf({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): Caller | undefined {
    const session = isFromOwnPage(rawHeaders) ? this.#sessionOf(headers.cookie) : undefined;
    return session === undefined ? undefined : { ...PERSON, projectId: session.projectId };
  }

  /** Sockets are for pages of ours alone, which always say where they come from. Errors: `host-refused`, `unauthorized`. */
  readonly admit = ({ url, rawHeaders }: SocketRequest): Admission => {
    const { guard, sessions } = this.#options;
    const refusal = guard({ url, rawHeaders: [...rawHeaders] });
    if (refusal !== undefined) throw refusal;
    if (headerOf(rawHeaders, 'origin') === undefined) throw new AppError('host-refused', 'An Origin header is needed.');
    const session = this.#sessionOf(headerOf(rawHeaders, 'cookie'));
    if (session === undefined) throw refused('Nobody is signed in.');
    const { key, projectId } = session;
    return { projectId, onEnd: listener => sessions.onEnd(key, listener) };
  };

  /** A guess counts before it is looked at: many at once would all be looked at first. */
  async #openByPassword({ projectId, password }: { projectId: string; password: string }, place: Place) {
    this.#countFailure(place);
    const { isPassword, sessions } = this.#options;
    const project = ProjectId.safeParse(projectId).data;
    if (project === undefined || !(await isPassword(project, password)))
      throw refused('There is no such project, or that is not its password.');
    return sessions.create(project);
  }

  #countFailure({ address }: Place): void {
    const { isAllowed, retryAfterSeconds } = this.#failures.take(address);
    if (isAllowed) return;
    throw new AppError('rate-limited', `Too many tries to sign in from this address; wait ${retryAfterSeconds} s.`, {
      facts: { retryAfterSeconds },
    });
  }

  #sessionOf(cookie: string | undefined): Session | undefined {
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
