import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import { endsInTime } from '../limits/within-limit.ts';
import type { NetworkActivity } from '../logs/network-activity.ts';
import type { OpenDialogs } from '../logs/open-dialogs.ts';
import { mostWork, pageWork } from './page-connection.ts';

const PATIENCE_MS = 1_000;

/** A machine that stood still for a moment answers the second one. */
const QUESTIONS = 2;

interface WatchedSession {
  readonly page: Page | undefined;
  readonly dialogs: Pick<OpenDialogs, 'current'>;
  readonly network: Pick<NetworkActivity, 'wayOf' | 'waysOf'>;
}

/** A page with an endless script or an open dialog does not answer. Asked once `ready`. */
export async function pageAnswers(
  page: Page,
  limits: { signal?: AbortSignal; timeoutMs: number },
  ready: Promise<void> = Promise.resolve(),
): Promise<boolean> {
  return await endsInTime(() => ready.then(() => page.evaluate('1')), limits);
}

/**
 * Resolves with the time after which a page counts as hanging because it left simple questions unanswered; rejects with
 * the signal. A page that waits for a server or for a dialog does not hang.
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

export const isHeldUp = ({ dialogs, network }: WatchedSession, page: Page): boolean =>
  dialogs.current !== undefined || network.wayOf(page) !== undefined;

/** Whether consecutive navigations lead nowhere: the page reloads itself repeatedly, or has no end of addresses. */
export const isLoop = (ways: readonly string[]): boolean =>
  ways.length >= ENDLESS_WAYS || ways.length - new Set(ways).size >= REPEATED_WAYS;

/** A sign-in through other sites has fewer addresses. */
const ENDLESS_WAYS = 6;
const REPEATED_WAYS = 2;

/** Resolves with the time once a page has looped for as long as a hanging one is given; rejects with the signal. */
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

/** Resolves with the time once a navigation has lasted as long as a hanging page is given; rejects with the signal. */
export async function untilAway(session: WatchedSession, options: CallOptions, signal: AbortSignal): Promise<number> {
  return await untilSeen(session, options, signal, ({ network, dialogs }, page) => {
    const { count } = network.waysOf(page);
    const way = network.wayOf(page);
    const isSame = () => network.wayOf(page) === way && network.waysOf(page).count === count;
    return () => way !== undefined && isSame() && dialogs.current === undefined;
  });
}

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

const LOOK_MS = 500;

/**
 * Resolves with the time once the next document does not answer although its page used that much CPU time; rejects with
 * the signal. A slow server or a busy machine causes no such CPU time.
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
