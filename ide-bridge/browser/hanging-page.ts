import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import { AppError } from '../../model/protocol/errors.ts';
import type { AppSession } from './app-session.ts';
import { withinLimit } from './within-limit.ts';

/** What is answered within this time costs no question. */
const PATIENCE_MS = 1_000;

/** A machine that stood still for a moment answers the second one. */
const QUESTIONS = 2;

/** Whether a page takes part in anything: one with an endless script, or an open dialog, does not. Asked once `ready`. */
export async function pageAnswers(
  page: Page,
  limits: { signal: AbortSignal; timeoutMs: number },
  ready: Promise<void> = Promise.resolve(),
): Promise<boolean> {
  const late = new AppError('timeout', 'The page does not answer.');
  try {
    await withinLimit(() => ready.then(() => page.evaluate('1')), { ...limits, late: () => late });
    return true;
  } catch (error) {
    return error !== late;
  }
}

/**
 * Resolves with the time once the page leaves simple questions open for so long that it hangs; rejects with the signal. A page that
 * waits for a server or for the answer to a dialog does not hang.
 */
export async function untilHanging(
  session: AppSession,
  { hangsAfterMs = Number.POSITIVE_INFINITY }: CallOptions,
  signal: AbortSignal,
): Promise<number> {
  if (!Number.isFinite(hangsAfterMs)) return await aborted(signal);
  for (let open = 0; open < QUESTIONS; ) {
    if (open === 0) await pause(PATIENCE_MS, undefined, { signal });
    const { page } = session;
    if (page === undefined) return await aborted(signal);
    const answers = await pageAnswers(page, { signal, timeoutMs: (hangsAfterMs - PATIENCE_MS) / QUESTIONS });
    signal.throwIfAborted();
    const isHeldUp = session.dialogs.current !== undefined || session.network.wayOf(page) !== undefined;
    open = answers || isHeldUp ? 0 : open + 1;
  }
  return hangsAfterMs;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
