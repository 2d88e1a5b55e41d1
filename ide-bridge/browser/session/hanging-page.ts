import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import { endsInTime } from '../limits/within-limit.ts';
import type { NetworkActivity } from '../logs/network-activity.ts';
import type { OpenDialogs } from '../logs/open-dialogs.ts';
import { mostWork, pageWork } from './page-connection.ts';

/** What is answered within this time costs no question. */
const PATIENCE_MS = 1_000;

/** A machine that stood still for a moment answers the second one. */
const QUESTIONS = 2;

/** A session as far as it tells whether its page hangs. */
interface WatchedSession {
  readonly page: Page | undefined;
  readonly dialogs: Pick<OpenDialogs, 'current'>;
  readonly network: Pick<NetworkActivity, 'wayOf' | 'waysOf'>;
}

/** Whether a page takes part in anything: one with an endless script, or an open dialog, does not. Asked once `ready`. */
export async function pageAnswers(
  page: Page,
  limits: { signal?: AbortSignal; timeoutMs: number },
  ready: Promise<void> = Promise.resolve(),
): Promise<boolean> {
  return await endsInTime(() => ready.then(() => page.evaluate('1')), limits);
}

/**
 * Resolves with the time once the page leaves simple questions open for so long that it hangs; rejects with the signal. A page that
 * waits for a server or for the answer to a dialog does not hang.
 */
export async function untilHanging(
  session: WatchedSession,
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
    open = answers || isHeldUp(session, page) ? 0 : open + 1;
  }
  return hangsAfterMs;
}

/** Whether a page waits for a server, or for the answer to a dialog. */
export const isHeldUp = ({ dialogs, network }: WatchedSession, page: Page): boolean =>
  dialogs.current !== undefined || network.wayOf(page) !== undefined;

/** Whether ways of a page, one after the other, lead nowhere: it loads itself again and again, or has no end of addresses. */
export const isLoop = (ways: readonly string[]): boolean =>
  ways.length >= ENDLESS_WAYS || ways.length - new Set(ways).size >= REPEATED_WAYS;

/** A sign-in by way of others has fewer addresses. */
const ENDLESS_WAYS = 6;
const REPEATED_WAYS = 2;

/** Resolves with the time once a page has gone in a loop for as long as one that hangs is given; rejects with the signal. */
export async function untilLooping(
  session: WatchedSession,
  options: CallOptions,
  signal: AbortSignal,
): Promise<number> {
  return await untilSeen(session, options, signal, ({ network }, page) => {
    const { count } = network.waysOf(page);
    return () => isLoop(network.waysOf(page).since(count));
  });
}

/** Resolves with the time once a page has been on the same way for as long as one that hangs is given; rejects with the signal. */
export async function untilAway(session: WatchedSession, options: CallOptions, signal: AbortSignal): Promise<number> {
  return await untilSeen(session, options, signal, ({ network, dialogs }, page) => {
    const { count } = network.waysOf(page);
    const way = network.wayOf(page);
    const isSame = () => network.wayOf(page) === way && network.waysOf(page).count === count;
    return () => way !== undefined && isSame() && dialogs.current === undefined;
  });
}

/** Looks at the current page again and again, each time with what it is asked for the next time. */
async function untilSeen(
  session: WatchedSession,
  { hangsAfterMs = Number.POSITIVE_INFINITY }: CallOptions,
  signal: AbortSignal,
  look: (session: WatchedSession, page: Page) => () => boolean,
): Promise<number> {
  if (!Number.isFinite(hangsAfterMs)) return await aborted(signal);
  for (;;) {
    const { page } = session;
    const isSeen = page && look(session, page);
    await pause(hangsAfterMs, undefined, { signal });
    if (isSeen?.() && session.page === page) return hangsAfterMs;
  }
}

/** How often the CPU time of a page that does not answer is read. */
const LOOK_MS = 500;

/**
 * Resolves with the time once the document that comes next leaves a question open although that much has been done for
 * its page; rejects with the signal. Of a server that is slow, or a machine that is busy, a page has no such work.
 */
export async function untilHangingThere(
  session: WatchedSession,
  page: Page,
  { hangsAfterMs = Number.POSITIVE_INFINITY, signal }: CallOptions,
): Promise<number> {
  if (!Number.isFinite(hangsAfterMs)) return await aborted(signal);
  await nextDocument(page, signal);
  const browser = page.context().browser();
  const isOver = async () => await pause(LOOK_MS, true, { signal });
  for (let before = await pageWork(browser); ; before = await pageWork(browser)) {
    const { page: current = page } = session;
    const isAnswered = current.evaluate('1').then(isFalse, isFalse);
    while ((await Promise.race([isAnswered, isOver()])) && !isHeldUp(session, current))
      if (mostWork(before, await pageWork(browser)) >= hangsAfterMs) return hangsAfterMs;
    await isOver();
  }
}

const isFalse = (): boolean => false;

/** Resolves once any of the tabs beside the page, or it, shows another document; rejects with the signal. */
async function nextDocument(page: Page, signal: AbortSignal): Promise<void> {
  const context = page.context();
  const shown = new Promise<void>(resolve => {
    const look = (frame: Frame) => {
      if (frame.parentFrame() === null) resolve();
    };
    context.on('framenavigated', look);
    signal.addEventListener('abort', () => context.off('framenavigated', look), { once: true });
  });
  await Promise.race([shown, aborted(signal)]);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
