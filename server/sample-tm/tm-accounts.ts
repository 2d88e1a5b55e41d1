import { randomBytes } from 'node:crypto';

/** Public, as the service is fictional. */
export const SAMPLE_CLIENT = { clientId: 'sample-client', clientSecret: 'sample-client-secret' } as const;
/** Long-lived, as in Xray Server. */
export const SAMPLE_TOKEN = 'sample-long-lived-token';

export class TokenDesk {
  readonly #until = new Map<string, number>();
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(lifeMs: number, now: () => number) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  /** A token in the format of a JSON Web Token. */
  give(): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const until = this.#now() + this.#lifeMs;
    const body = part({ iss: 'sample', exp: Math.floor(until / 1_000) });
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${body}.${randomBytes(32).toString('base64url')}`;
    this.#until.set(token, until);
    return token;
  }

  expire(): void {
    this.#until.clear();
  }

  isGood(authorization: string | undefined): boolean {
    const [, scheme = '', value = ''] = /^(\w+) (\S+)$/.exec(authorization ?? '') ?? [];
    if (scheme === 'Basic') {
      const { clientId, clientSecret } = SAMPLE_CLIENT;
      return value === Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    }
    return scheme === 'Bearer' && (value === SAMPLE_TOKEN || this.#now() < (this.#until.get(value) ?? 0));
  }
}

const WINDOW_MS = 300_000;

export class RequestCount {
  readonly #times: number[] = [];
  readonly #most: number;
  readonly #now: () => number;

  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Seconds to wait; 0 accepts the request. */
  take(): number {
    const now = this.#now();
    while ((this.#times[0] ?? now) <= now - WINDOW_MS) this.#times.shift();
    if (this.#times.length >= this.#most) return Math.ceil(((this.#times[0] ?? now) + WINDOW_MS - now) / 1_000);
    this.#times.push(now);
    return 0;
  }
}
