import { randomBytes, timingSafeEqual } from 'node:crypto';

const VALID_MINUTES = 10;
const MINUTE_MS = 60_000;
const CODE_BYTES = 18;
const MOST_CODES = 20;

const longCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

interface CodeRules {
  minutes?: number;
  make?: () => string;
}

/** A code works once, for some minutes, for whoever sees it. */
export class SignInCodes {
  readonly #codes = new Map<string, number>();
  readonly #now: () => number;
  readonly #rules: Required<CodeRules>;

  constructor(now: () => number = Date.now, { minutes = VALID_MINUTES, make = longCode }: CodeRules = {}) {
    this.#now = now;
    this.#rules = { minutes, make };
  }

  create(): { code: string; expiresAt: string } {
    const [oldest] = this.#codes.keys();
    if (this.#codes.size >= MOST_CODES && oldest !== undefined) this.#codes.delete(oldest);
    const code = this.#rules.make();
    const expires = this.#now() + this.#rules.minutes * MINUTE_MS;
    this.#codes.set(code, expires);
    return { code, expiresAt: new Date(expires).toISOString() };
  }

  clear(): void {
    this.#codes.clear();
  }

  redeem(given: string): boolean {
    const code = [...this.#codes.keys()].find(known => isSame(known, given));
    if (code === undefined) return false;
    const expires = this.#codes.get(code) ?? 0;
    this.#codes.delete(code);
    return expires > this.#now();
  }
}

function isSame(known: string, given: string): boolean {
  const left = Buffer.from(known);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
