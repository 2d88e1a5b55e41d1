/** Which browser extension may connect: one that had a one-time code, by what it was given for it from then on. */
import { randomInt } from 'node:crypto';
import { AppError } from '../../../model/errors/errors.ts';
import { EXTENSION_ORIGIN } from '../../../model/protocol/channel/extension.ts';
import type { Admission, Admit } from '../../../model/protocol/channel/page-service.ts';
import { RateLimiter } from '../../process/rate-limiter.ts';
import type { Pairing } from '../../tools/define/page-address.ts';
import type { RequestGuard } from './authenticate.ts';
import type { Sessions } from './sessions.ts';
import { SignInCodes } from './sign-in-codes.ts';

/** Without those that look like others: people type them. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/;
const FAILURES_PER_MINUTE = 10;

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

export class ExtensionPairing implements Pairing {
  readonly #sessions: Sessions;
  readonly #codes: SignInCodes;
  readonly #failures = new RateLimiter({ perSecond: FAILURES_PER_MINUTE / 60, burst: FAILURES_PER_MINUTE });

  constructor(sessions: Sessions, now: () => number = Date.now) {
    this.#sessions = sessions;
    this.#codes = new SignInCodes(now, () => `${letters(4)}-${letters(4)}`);
  }

  createCode(): { code: string; expiresAt: string } {
    return this.#codes.create();
  }

  get isPaired(): boolean {
    return this.#sessions.keysAt(EXTENSION_ORIGIN).length > 0;
  }

  async unpair(): Promise<void> {
    for (const key of this.#sessions.keysAt(EXTENSION_ORIGIN)) await this.#sessions.remove(key);
  }

  /** Sockets of our extension alone, at a name of this service. Errors: `host-refused`. */
  admitBy(guard: RequestGuard): Admit {
    return ({ url, rawHeaders }) => {
      const { origins, others } = withoutOrigin(rawHeaders);
      const refusal = guard({ url, rawHeaders: others });
      if (refusal !== undefined) throw refusal;
      if (origins.length !== 1 || origins[0] !== EXTENSION_ORIGIN)
        throw new AppError('host-refused', 'Only the extension of Steploom may use this socket.');
      return value => (CODE.test(value) ? this.#byCode(value) : this.#byCredential(value));
    };
  }

  #byCredential(value: string): Admission | undefined {
    const session = this.#sessions.find(value, EXTENSION_ORIGIN);
    return session && { onEnd: listener => this.#sessions.onEnd(session.key, listener) };
  }

  #byCode(code: string): Admission | undefined {
    if (!this.#codes.redeem(code)) {
      // Nobody finds a code by trying: after too many wrong ones none is left to be found.
      if (!this.#failures.take('').isAllowed) this.#codes.clear();
      return undefined;
    }
    const isUnpaired = new AbortController();
    const credential = this.#sessions.create(EXTENSION_ORIGIN);
    void credential.then(value => {
      const session = this.#sessions.find(value, EXTENSION_ORIGIN);
      if (session !== undefined) this.#sessions.onEnd(session.key, () => isUnpaired.abort());
    });
    return {
      credential,
      onEnd: listener => {
        isUnpaired.signal.addEventListener('abort', listener);
        return () => isUnpaired.signal.removeEventListener('abort', listener);
      },
    };
  }
}

function withoutOrigin(rawHeaders: readonly string[]): { origins: string[]; others: string[] } {
  const origins: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (name.toLowerCase() === 'origin') origins.push(value);
    else others.push(name, value);
  }
  return { origins, others };
}
