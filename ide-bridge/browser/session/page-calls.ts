import { availableParallelism, loadavg } from 'node:os';
import type { Page } from 'playwright';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { CallOptions } from '../../../model/protocol/app-window.ts';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import { titleAndState } from '../../page/document/title-and-state.ts';
import { withinLimit } from '../limits/within-limit.ts';
import { shownAddress, shownTitle } from '../logs/shown-text.ts';
import { explainRead, isThrownByPage } from '../requests/page-failure.ts';
import type { AppSession } from './app-session.ts';
import { asksWithoutAnswer, untilAway, untilHanging, untilLooping } from './hanging-page.ts';
import { heldByWorker } from './service-workers.ts';

export const ANSWER_LIMIT_MS = 10_000;

/** Errors: `timeout` naming what keeps the page from answering, `browser-lost`, `stopped`. */
export async function askPage<Result>(
  session: AppSession,
  options: CallOptions,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = options.timeoutMs ?? ANSWER_LIMIT_MS;
  const startedAt = performance.now();
  const { count } = session.network.waysOf(session.page);
  const errorAfter = (waitedMs: number) => noAnswer(session, waitedMs, count);
  const askUnlessHanging = async (signal: AbortSignal) => {
    const hanging = untilHanging(session, options, signal).then(waitedMs => Promise.reject(errorAfter(waitedMs)));
    const away = untilAway(session, options, signal).then(waitedMs => Promise.reject(errorAfter(waitedMs)));
    const looping = untilLooping(session, options, signal).then(waitedMs => Promise.reject(errorAfter(waitedMs)));
    return await Promise.race([askAgain(session, () => ask(signal)), hanging, away, looping]);
  };
  try {
    return await withinLimit(askUnlessHanging, {
      signal: options.signal,
      timeoutMs,
      late: () => errorAfter(timeoutMs),
    });
  } catch (error) {
    if (hasLeft(error)) throw restless(session.page, session.network.waysOf(session.page).since(count), error);
    // A part of the question with a shorter limit of its own counts the same.
    if (isTimeout(error)) throw errorAfter(performance.now() - startedAt);
    throw explainRead(error, shownAddress(session.page?.url() ?? ''));
  }
}

/** Asks the next document when the page navigates meanwhile. */
async function askAgain<Result>({ page }: AppSession, ask: () => Promise<Result>): Promise<Result> {
  for (let detours = 0; ; detours++) {
    try {
      return await ask();
    } catch (error) {
      if (!hasLeft(error) || detours >= MAX_DETOURS) throw error;
      await page?.waitForLoadState('domcontentloaded', { timeout: 0 });
    }
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const LEFT = /Execution context was destroyed|Not attached to an active page|Cannot find context with specified id/;

const hasLeft = (error: unknown): error is Error => error instanceof Error && LEFT.test(error.message);

const MAX_DETOURS = 5;

const Words = z.tuple([z.string(), z.string()]);

/** For replies about a page, as far as it can be read. Reads the next document when the page navigates meanwhile. */
export async function readTitle(page: Page): Promise<{ url: string; title: string; readyState: string }> {
  for (let detours = 0; ; detours++) {
    try {
      const [title, readyState] = Words.safeParse(await page.evaluate(titleAndState)).data ?? ['', ''];
      return { url: shownAddress(page.url()), title: shownTitle(title), readyState };
    } catch (error) {
      if (!hasLeft(error)) {
        if (isThrownByPage(error)) return { url: shownAddress(page.url()), title: '', readyState: '' };
        throw error;
      }
      if (detours >= MAX_DETOURS) throw restless(page, [], error);
      await page.waitForLoadState('domcontentloaded', { timeout: 0 });
    }
  }
}

/** With so many navigations during a question the page never stops. */
const MANY_WAYS = 3;

export function restless(page: Page | undefined, ways: readonly string[], cause?: Error): AppError {
  const last = new Set(ways.slice(-MANY_WAYS).map(shownAddress));
  const address = shownAddress(page?.url() ?? '');
  const isItself = last.size === 1 && last.has(address);
  const places = last.size === 0 ? '' : `, last to ${[...last].join(', ')}`;
  const does = isItself ? 'keeps loading itself again' : `keeps going to other addresses${places}`;
  return new AppError('page-error', `The page ${address} ${does}.`, {
    next: 'navigateUrl goes elsewhere',
    cause,
  });
}

/** Why the page does not answer; `count`: its navigations before it was asked. */
export function noAnswer(session: AppSession, waitedMs: number, count?: number): AppError {
  const { page, dialogs, network } = session;
  const time = inSeconds(waitedMs);
  const { current } = dialogs;
  if (current !== undefined) {
    const message = `The page waits for the answer to its ${current.type()} "${shownTitle(current.message())}" (${time}).`;
    return new AppError('timeout', message, { next: 'answer the dialog' });
  }
  const address = shownAddress(page?.url() ?? '');
  const ways = count === undefined ? [] : network.waysOf(page).since(count);
  if (ways.length >= MANY_WAYS) return restless(page, ways);
  const held = heldByWorker(session, waitedMs);
  if (held !== undefined) return held;
  const way = page && network.wayOf(page);
  if (way !== undefined)
    return new AppError(
      'timeout',
      `The page is on its way to ${shownAddress(way)}, which has not answered yet (${time}).`,
      {
        next: 'waitForPageReady keeps waiting; navigateUrl goes elsewhere',
      },
    );
  return new AppError('timeout', `The page ${address} did not answer within ${time}; ${whySilent(session)}.`, {
    next: OUT_OF_HANGING,
  });
}

/** Looking through 200,000 elements takes as long as a loop that never ends. */
const LOOPING = 'it is very large, or a script on it is in an endless loop';

const OUT_OF_HANGING = 'refreshPage or navigateUrl open an address in a new tab when the page stays stuck';

/** A page that has arrived, had a processor or waits for a server itself, and does not answer: hangs, on any machine. */
export function occupied({ page, network }: Pick<AppSession, 'page' | 'network'>, silentMs: number): AppError {
  const asked = page && asksWithoutAnswer(network, page);
  const address = shownAddress(page?.url() ?? '');
  const message =
    asked === undefined
      ? `The page ${address} worked for ${inSeconds(silentMs)} without an answer; ${LOOPING}.`
      : `The page ${address} did not answer for ${inSeconds(silentMs)}; a script on it may be waiting for ${asked.method} ${shownAddress(asked.url)}.`;
  return new AppError('timeout', message, { next: OUT_OF_HANGING });
}

/** From this load per processor on, waiting for one takes long. */
const BUSY_FROM = 1.5;

interface Load {
  /** Processes that run or wait for a processor, on average over a minute; 0 where unknown. */
  load: number;
  processors: number;
}

const loadNow = (): Load => ({ load: loadavg()[0] ?? 0, processors: availableParallelism() });

/** Why a page that goes nowhere may not answer. */
export function whySilent({ page, network }: Pick<AppSession, 'page' | 'network'>): string {
  const asked = page && asksWithoutAnswer(network, page);
  return asked === undefined
    ? whyBusy()
    : `a script on it may be waiting for ${asked.method} ${shownAddress(asked.url)}`;
}

/** On a busy machine it need not be the page. */
export function whyBusy({ load, processors }: Load = loadNow()): string {
  if (load < BUSY_FROM * processors) return LOOPING;
  const machine = `load ${load.toFixed(1)} on ${processors} processor${processors === 1 ? '' : 's'}`;
  return `the machine is busy (${machine}), ${LOOPING}`;
}
