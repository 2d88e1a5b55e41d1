import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import { endsInTime } from '../limits/within-limit.ts';
import type { NetworkActivity } from '../logs/network-activity.ts';
import type { OpenDialogs } from '../logs/open-dialogs.ts';
import { mostWork, pageWork } from './page-connection.ts';

const PATIENCE_MS = 1_000;
const LOOK_MS = 500;
/** A process that stood still for a moment counts no more of it than this. */
const MOST_LOOK_MS = 2 * LOOK_MS;

interface WatchedSession {
  readonly page: Page | undefined;
  readonly dialogs: Pick<OpenDialogs, 'current'>;
  readonly network: Pick<NetworkActivity, 'unanswered' | 'wayOf' | 'waysOf'>;
  /** The one question that a page has yet to answer. */
  readonly questions: WeakMap<Page, UnansweredQuestion>;
}

export interface UnansweredQuestion {
  silentMs: number;
  /** By `performance.now()`. */
  lookedAt: number;
}

function questionTo({ questions }: WatchedSession, page: Page): UnansweredQuestion {
  const known = questions.get(page);
  if (known !== undefined) return known;
  const question = { silentMs: 0, lookedAt: performance.now() };
  questions.set(page, question);
  const forget = () => questions.delete(page);
  page.evaluate('1').then(forget, forget);
  return question;
}

/** Looks once more at a question that is still open. Undefined once it is answered. */
function lookAgain(session: WatchedSession, page: Page, question: UnansweredQuestion): number | undefined {
  if (session.questions.get(page) !== question) return undefined;
  const now = performance.now();
  const sinceMs = Math.min(now - question.lookedAt, MOST_LOOK_MS);
  question.silentMs = isHeldUp(session, page) ? 0 : question.silentMs + sinceMs;
  question.lookedAt = now;
  return question.silentMs;
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
  const mostMs = Math.max(LOOK_MS, hangsAfterMs - PATIENCE_MS);
  for (;;) {
    if (session.page !== undefined && !session.questions.has(session.page))
      await pause(PATIENCE_MS, undefined, { signal });
    const { page } = session;
    if (page === undefined) return await aborted(signal);
    const question = questionTo(session, page);
    await pause(LOOK_MS, undefined, { signal });
    if ((lookAgain(session, page, question) ?? 0) >= mostMs) return hangsAfterMs;
  }
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

/** A page that used less CPU time than this share of its silence waits for a processor of a busy machine. */
const LEAST_WORK = 1 / 2;

/**
 * Resolves with the time once the next document has not answered for that long although its page had a processor, or
 * because it waits for a server itself; rejects with the signal.
 */
export async function untilHangingThere(
  session: WatchedSession,
  page: Page,
  { hangsAfterMs = Number.POSITIVE_INFINITY, signal }: CallOptions,
): Promise<number> {
  if (!Number.isFinite(hangsAfterMs)) return await aborted(signal);
  await nextDocument(page, signal);
  const browser = page.context().browser();
  const look = async () => await pause(LOOK_MS, undefined, { signal });
  for (let before = await pageWork(browser); ; before = await pageWork(browser)) {
    const { page: current = page } = session;
    const question = questionTo(session, current);
    await look();
    for (let silentMs = lookAgain(session, current, question); silentMs !== undefined; ) {
      const hasWorked = mostWork(before, await pageWork(browser)) >= hangsAfterMs * LEAST_WORK;
      if (silentMs >= hangsAfterMs && (hasWorked || waitsItself(session, current))) return hangsAfterMs;
      await look();
      silentMs = lookAgain(session, current, question);
    }
  }
}

/** Whether its script waits for an answer to a request, as a synchronous one does. */
const waitsItself = ({ network }: WatchedSession, page: Page): boolean =>
  asksWithoutAnswer(network, page) !== undefined;

/** The request that a silent page may be waiting for. */
export const asksWithoutAnswer = (network: Pick<NetworkActivity, 'unanswered'>, page: Page) =>
  network.unanswered(page).find(({ isTrimming }) => !isTrimming)?.failed;

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
