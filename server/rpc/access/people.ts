import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../model/errors/errors.ts';
import { ProjectId } from '../../../model/names/codes.ts';
import type { Admit } from '../../../model/protocol/channel/page-service.ts';
import { SESSION_SCHEME } from '../../../model/protocol/channel/session.ts';
import { RateLimiter } from '../../process/rate-limiter.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { type Authenticate, PERSON } from './authenticate.ts';
import { refuseTooMany } from './caller-limits.ts';
import type { RequestGuard } from './guard.ts';
import { type ConnectionEnds, isHere } from './loopback.ts';
import type { Sessions, SignedInBrowser } from './sessions.ts';
import type { SignInCodes } from './sign-in-codes.ts';

export interface PeopleOptions {
  codes: SignInCodes;
  sessions: Sessions;
  guard: RequestGuard;
  isSecure: boolean;
  failedSignInsPerMinute: number;
  /** False where there is no such project. */
  isPassword(projectId: string, password: string): Promise<boolean>;
}

export type SignInProof = { code: string } | { projectId: string; password: string };

type RequestHeaders = Pick<IncomingMessage, 'rawHeaders'>;

const refused = (message: string): AppError => new AppError('unauthorized', message, { next: 'steploom open' });

export class People {
  readonly #options: PeopleOptions;
  readonly #failures: RateLimiter;

  constructor(options: PeopleOptions) {
    this.#options = options;
    const { failedSignInsPerMinute: burst } = options;
    this.#failures = new RateLimiter({ perSecond: burst / 60, burst });
  }

  /** Other machines do not see the codes that are printed here. */
  signInBy(place: ConnectionEnds): 'code' | 'password' {
    return isHere(place) ? 'code' : 'password';
  }

  /** A browser keeps the session that it proves to have. Errors: `unauthorized`, `rate-limited`. */
  async signIn(given: SignInProof, place: ConnectionEnds, request: RequestHeaders): Promise<string> {
    const projectId = 'password' in given ? await this.#openByPassword(given, place) : this.#openByCode(given, place);
    const session = this.#sessionOf(request);
    const held = session !== undefined && session.projectId === projectId ? sessionIn(request) : undefined;
    return held ?? (await this.#options.sessions.create(this.#originOf(request), projectId));
  }

  async signOut(request: RequestHeaders): Promise<void> {
    const session = this.#sessionOf(request);
    if (session !== undefined) await this.#options.sessions.remove(session.key);
  }

  personOf(request: RequestHeaders): Caller | undefined {
    const session = this.#sessionOf(request);
    return session === undefined ? undefined : { ...PERSON, projectId: session.projectId };
  }

  /** Only pages of the service open sockets, and pages always send an Origin. Errors: `host-refused`. */
  readonly admit: Admit = ({ url, rawHeaders }) => {
    const { guard, sessions } = this.#options;
    const refusal = guard({ url, rawHeaders: [...rawHeaders] });
    if (refusal !== undefined) throw refusal;
    if (headerOf(rawHeaders, 'origin') === undefined) throw new AppError('host-refused', 'An Origin header is needed.');
    const origin = this.#originOf({ rawHeaders });
    return value => {
      const session = sessions.find(value, origin);
      return session && { projectId: session.projectId, onEnd: listener => sessions.onEnd(session.key, listener) };
    };
  };

  #openByCode({ code }: { code: string }, place: ConnectionEnds): undefined {
    if (!isHere(place)) throw refused('From another machine people sign in with the password of a project.');
    if (this.#options.codes.redeem(code)) return;
    this.#countFailure(place);
    throw refused('Unknown code: used already, older than ten minutes, or mistyped.');
  }

  /** A guess counts before it is checked: otherwise many at once would all be checked. */
  async #openByPassword({ projectId, password }: { projectId: string; password: string }, place: ConnectionEnds) {
    this.#countFailure(place);
    const isRight = await this.#options.isPassword(projectId, password);
    const project = ProjectId.safeParse(projectId).data;
    if (isRight && project !== undefined) return project;
    throw refused('Unknown project or wrong password.');
  }

  #countFailure({ address }: ConnectionEnds): void {
    refuseTooMany(this.#failures.take(address), 'Too many tries to sign in from this address');
  }

  #sessionOf(request: RequestHeaders): SignedInBrowser | undefined {
    const value = sessionIn(request);
    return value === undefined ? undefined : this.#options.sessions.find(value, this.#originOf(request));
  }

  /** The guard has checked the host; proxies that end HTTPS keep it as it is. */
  #originOf({ rawHeaders }: { rawHeaders: readonly string[] }): string {
    const host = headerOf(rawHeaders, 'host')?.toLowerCase() ?? '';
    return `${this.#options.isSecure ? 'https' : 'http'}://${host}`;
  }
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}

const SESSION = new RegExp(`^${SESSION_SCHEME} +(\\S+) *$`, 'i');

const sessionIn = ({ rawHeaders }: RequestHeaders): string | undefined =>
  SESSION.exec(headerOf(rawHeaders, 'authorization') ?? '')?.[1];

/** Errors: as `Authenticate`. */
export type Identify = (request: IncomingMessage) => Caller;

export const createIdentify =
  (authenticate: Authenticate, people: People): Identify =>
  request => {
    const person = people.personOf(request);
    if (person !== undefined) return person;
    if (sessionIn(request) !== undefined)
      throw new AppError('unauthorized', 'The session is not signed in, or no longer, or not at this address.', {
        next: 'steploom open',
      });
    const { authorization } = request.headers;
    const { remoteAddress: address, localAddress } = request.socket;
    return authenticate({ authorization, address, localAddress });
  };
