import { setTimeout } from 'node:timers/promises';
import type { HttpAnswer, HttpOutcome } from './exchange.ts';

const MOST_TRIES = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Random share of each pause, so that many clients do not come back at once. */
const JITTER = 0.25;

/** Clock, timer and random numbers (0 to 1) for retries. */
export interface Patience {
  /** Rejects when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  now(): number;
}

interface PatientSending extends Patience {
  signal: AbortSignal;
  leftMs(): number;
  mayRepeat(outcome: HttpOutcome): boolean;
}

interface Sent {
  outcome: HttpOutcome;
  tries: number;
  /** The server's Retry-After, where that is longer than the time that is left. */
  askedMs?: number;
}

const isBusy = (outcome: HttpOutcome): outcome is HttpAnswer =>
  outcome.kind === 'answer' && (outcome.status === 429 || outcome.status >= 500);

/** Whether a retry may succeed, for a request that may be sent twice. */
export const mayGoWellLater = (outcome: HttpOutcome): boolean =>
  isBusy(outcome) || (outcome.kind === 'fault' && outcome.isCut === true);

/** Retries after 1, 2 and 4 s, or as the server says; at most 4 attempts, within the time that is left. */
export async function sendPatiently(send: () => Promise<HttpOutcome>, sending: PatientSending): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    const outcome = await send();
    if (!sending.mayRepeat(outcome)) return { outcome, tries };
    const askedMs = outcome.kind === 'answer' ? retryAfterMs(outcome.retryAfter, sending.now()) : undefined;
    const spread = 1 + JITTER * (2 * sending.random() - 1);
    const waitMs = askedMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1) * spread;
    const isTooLong = waitMs > LONGEST_WAIT_MS || waitMs >= sending.leftMs();
    if (tries === MOST_TRIES || isTooLong)
      return { outcome, tries, ...(askedMs === undefined || !isTooLong ? {} : { askedMs }) };
    await sending.pause(waitMs, sending.signal);
  }
}

/** Reads Retry-After in seconds or as a date; undefined for anything else. */
export function retryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

export const pause: Patience['pause'] = (ms, signal) => setTimeout(ms, undefined, { signal });
