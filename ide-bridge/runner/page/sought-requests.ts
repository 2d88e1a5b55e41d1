import { setMaxListeners } from 'node:events';
import type { BrowserContext, Request } from 'playwright';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import { Changes } from '../../browser/logs/changes.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { type ExchangeWish, isSought, type JudgedExchange, judgeExchange } from './judge-exchange.ts';
import type { Limits } from './limits.ts';

/** So long without a request a page rests. */
const REST_MS = 500;
/** Of a flood of requests that all wait for an answer, these are followed. */
const MOST_PENDING = 500;

/** `most` is undefined where more do no harm, so that nobody has to wait for them. */
interface SoughtNumber {
  least: number;
  most: number | undefined;
}

interface PlacedExchange {
  /** Its place in the order in which they were sent. */
  at: number;
  judged: JudgedExchange;
}

/**
 * The requests since the last action that does something, compared with what is sought, and those that come while it is
 * not disposed.
 */
export class SoughtRequests implements Disposable {
  readonly #session: AppSession;
  readonly #wish: ExchangeWish;
  readonly #context: BrowserContext;
  readonly #changes = new Changes();
  readonly #done = new AbortController();
  readonly #pending = new Set<Request>();
  #seen: number;
  #taken = 0;
  #fits = 0;
  #found: PlacedExchange | undefined;
  #nearest: PlacedExchange | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #failed: { error: unknown } | undefined;

  /** Errors: `app-not-open`. */
  constructor(session: AppSession, wish: ExchangeWish) {
    this.#session = session;
    this.#wish = wish;
    this.#context = session.context ?? session.requirePage().context();
    this.#seen = session.network.sent.mark;
    // Each request that is followed waits for it.
    setMaxListeners(0, this.#done.signal);
    this.#context.on('request', this.#look);
    this.#context.on('response', this.#look);
    this.#context.on('requestfinished', this.#look);
    this.#context.on('requestfailed', this.#look);
  }

  /** How many fit. */
  get fits(): number {
    return this.#fits;
  }

  /** The last one that fits. */
  get found(): JudgedExchange | undefined {
    return this.#found?.judged;
  }

  /** The last one that was sought and does not fit. */
  get nearest(): JudgedExchange | undefined {
    return this.#nearest?.judged;
  }

  /** The last one that was sought, of which not enough is known. */
  get unanswered(): Request | undefined {
    return [...this.#pending].at(-1);
  }

  /**
   * Resolves with whether there are so many: as soon as there are enough or too many, else once the time is over. Errors:
   * those of the expression and the pattern, `stopped`.
   */
  async reach({ least, most }: SoughtNumber, { timeoutMs, signal }: Limits): Promise<boolean> {
    const until = AbortSignal.any([signal, timeoutSignal(timeoutMs), this.#done.signal]);
    const { sent } = this.#session.network;
    this.#look();
    // The last one of those that are there already is meant, not the one that is judged first.
    await this.#held(() => ![...this.#pending].some(request => sent.hasEnded(request)), until);
    await this.#held(() => this.#fits >= least, until);
    if (most !== undefined && this.#fits >= least) await this.#rest(most, until);
    signal.throwIfAborted();
    if (this.#failed !== undefined) throw this.#failed.error;
    return this.#fits >= least && (most === undefined || this.#fits <= most);
  }

  [Symbol.dispose](): void {
    this.#done.abort();
    this.#context.off('request', this.#look);
    this.#context.off('response', this.#look);
    this.#context.off('requestfinished', this.#look);
    this.#context.off('requestfailed', this.#look);
  }

  /** A page that never rests is left when the time is over. */
  async #rest(most: number, until: AbortSignal): Promise<void> {
    const { page, network } = this.#session;
    const areTooMany = () => this.#fits > most;
    const resting = page === undefined ? Promise.resolve() : network.rest(page, REST_MS, until);
    await Promise.race([resting, this.#held(areTooMany, until)]);
    await this.#held(() => areTooMany() || this.#pending.size === 0, until);
  }

  #held(condition: () => boolean, until: AbortSignal): Promise<void> {
    return this.#changes.held(() => this.#failed !== undefined || condition(), 0, until);
  }

  readonly #look = (): void => {
    const { sent } = this.#session.network;
    const fresh = sent.since(this.#seen);
    this.#seen = sent.count;
    for (const request of fresh) this.#take(request);
    this.#changes.emit();
  };

  #take(request: Request): void {
    try {
      if (this.#failed !== undefined || this.#pending.size >= MOST_PENDING || !isSought(request, this.#wish)) return;
    } catch (error) {
      this.#failed = { error };
      return;
    }
    const at = ++this.#taken;
    this.#pending.add(request);
    void this.#judge(request)
      .then(judged => this.#note({ at, judged }))
      .catch((error: unknown) => {
        this.#failed ??= { error };
      })
      .finally(() => {
        this.#pending.delete(request);
        this.#changes.emit();
      });
  }

  #judge(request: Request): Promise<JudgedExchange> {
    const { network } = this.#session;
    const until = (condition: () => boolean) =>
      condition() ? Promise.resolve() : this.#changes.held(condition, 0, this.#done.signal);
    return judgeExchange({ request, wish: this.#wish, network, until, inTurn: read => this.#inTurn(read) });
  }

  /** Bodies are in memory one at a time, however many requests there are. */
  #inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(() => {
      this.#done.signal.throwIfAborted();
      return read();
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  #note(placed: PlacedExchange): void {
    if (this.#done.signal.aborted) return;
    if (placed.judged.shortfall === undefined) {
      this.#fits += 1;
      if (placed.at >= (this.#found?.at ?? 0)) this.#found = placed;
    } else if (placed.at >= (this.#nearest?.at ?? 0)) this.#nearest = placed;
  }
}
