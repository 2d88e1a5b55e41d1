import { setTimeout as pause } from 'node:timers/promises';
import { inSeconds } from '../../../model/values/in-seconds.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { isHeldUp } from '../../browser/session/hanging-page.ts';
import { mostWork, type PageWork, pageWork } from '../../browser/session/page-connection.ts';

/** Faster actions cause no questions to the page. */
const PATIENCE_MS = 1_000;
/** A shorter measurement could catch a page that was busy only for a moment. */
const LOOKED_MS = 1_000;
/** A page that takes this long to answer is busy. */
const BLOCKED_FROM_MS = 50;
const ASKED_EACH_MS = 200;
/** A page that was just busy may be again in a moment. */
const ASKED_AGAIN_MS = 20;
/** If the page used less CPU time than this share of the wait, the machine was busy, not the page. */
const LEAST_WORK = 1 / 5;

interface Begun {
  at: number;
  work: PageWork | undefined;
}

/** Measures for how long scripts block the page during a long action. */
export class BlockedPage implements Disposable {
  readonly #session: AppSession;
  readonly #end = new AbortController();
  #begun: Begun | undefined;
  #blockedMs = 0;
  #openSince: number | undefined;

  constructor(session: AppSession) {
    this.#session = session;
    this.#watch(this.#end.signal).catch(() => {});
  }

  /** A sentence if scripts blocked the page for most of the time. */
  async cause(): Promise<string | undefined> {
    if (this.#begun === undefined) return undefined;
    const { at, work } = this.#begun;
    const now = performance.now();
    const waitedMs = now - at;
    if (waitedMs < LOOKED_MS) return undefined;
    const openMs = this.#openSince === undefined ? 0 : now - this.#openSince;
    const blockedMs = this.#blockedMs + (openMs < BLOCKED_FROM_MS ? 0 : openMs);
    if (blockedMs === 0 || blockedMs < waitedMs / 2) return undefined;
    if (mostWork(work, await this.#work()) < blockedMs * LEAST_WORK) return undefined;
    return `For ${inSeconds(blockedMs)} of the last ${inSeconds(waitedMs)} the page was blocked by its own scripts.`;
  }

  async #watch(signal: AbortSignal): Promise<void> {
    await pause(PATIENCE_MS, undefined, { signal });
    this.#begun = { at: performance.now(), work: await this.#work() };
    while (!signal.aborted) {
      const blockedMs = await this.#ask();
      const isBlocked = blockedMs >= BLOCKED_FROM_MS;
      if (isBlocked) this.#blockedMs += blockedMs;
      await pause(isBlocked ? ASKED_AGAIN_MS : ASKED_EACH_MS, undefined, { signal });
    }
  }

  /** How long the page took to answer, in milliseconds; 0 where a server or a dialog delayed it. */
  async #ask(): Promise<number> {
    const { page } = this.#session;
    if (page === undefined || isHeldUp(this.#session, page)) return 0;
    const since = performance.now();
    this.#openSince = since;
    await page.evaluate('1').catch(() => {});
    this.#openSince = undefined;
    return isHeldUp(this.#session, page) ? 0 : performance.now() - since;
  }

  #work(): Promise<PageWork | undefined> {
    return pageWork(this.#session.context?.browser() ?? null);
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }
}
