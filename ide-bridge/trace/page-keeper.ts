import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import type { TraceFile } from '../../model/protocol/bridge.ts';
import { type PageTurn, turnOf, turnOn, turnsIn } from '../browser/engine/page-turn.ts';
import { withinLimit } from '../browser/limits/within-limit.ts';
import { FRAME_METHODS } from '../playwright/engine-parts.ts';
import { ContextTracing } from '../playwright/tracing.ts';
import type { ItemTrace, TraceFiles } from './item-trace.ts';

const OF_CALLS: ReadonlySet<string> = new Set(['before', 'input', 'log', 'after']);

/** Calls that may bring the page before them, and one that does not touch it. */
const BRINGING: ReadonlySet<string> = new Set([...FRAME_METHODS, 'tracingGroup']);

/** Files that no other trace shares. */
const OWN_FILES = /^trace\./;

const LEAVING_LIMIT_MS = 200;

/** Takes each page of a trace once: before an action that does something, and after it. */
export class PageKeeper implements ItemTrace {
  readonly #tracing: ContextTracing;
  #last: Promise<unknown> = Promise.resolve();
  #isUsed = false;
  /** As the last action has left it, until something else is done. */
  #resting: PageTurn | undefined;
  #leaving: Promise<unknown> | undefined;

  private constructor(tracing: ContextTracing) {
    this.#tracing = tracing;
    turnsIn(tracing.context).keepsSnapshots = true;
  }

  /** Undefined where this release lacks the parts, or another Playwright drives the browser. */
  static async begin(context: BrowserContext): Promise<PageKeeper | undefined> {
    const tracing = ContextTracing.of(context);
    if (tracing === undefined) return undefined;
    const keeper = new PageKeeper(tracing);
    const leftOut = new Set<string>();
    await tracing.begin({
      // Preparing a page does not belong to the test. A trace with only the end of a call cannot be read.
      isKept: ({ type = '', callId = '', method = '' }) => {
        // The page after an action is taken before anything else changes it.
        if (type === 'before' && !BRINGING.has(method)) keeper.#leave();
        if (type === 'before' && !keeper.#isUsed) leftOut.add(callId);
        const isLeftOut = OF_CALLS.has(type) && leftOut.has(callId);
        if (type === 'after') leftOut.delete(callId);
        return !isLeftOut;
      },
      around: async (phase, own) => {
        // Right before it acts on an element, which is marked then.
        if (phase === 'action') await own();
        // The page is taken before anything leaves it.
        if (phase === 'before') await keeper.#left();
      },
      frame: (frame, isLast) => turnOf(frame).snapshots.take(frame, isLast, tracing),
    });
    return keeper;
  }

  used(): void {
    this.#isUsed = true;
    this.#tracing.countTimeFromNow();
  }

  before(title: string): void {
    this.#tracing.openGroup(title);
  }

  after(page: Page | undefined): void {
    const { group } = this.#tracing;
    if (group === undefined) return;
    const turn = page && turnOn(page);
    if (turn !== undefined) {
      this.#resting = turn;
      this.#last = turn.takeAfter(() => this.#tracing.take(turn.page, group)).catch(() => {});
    }
    this.#tracing.closeGroup();
  }

  #leave(): void {
    if (this.#resting === undefined) return;
    this.#resting.takeNow();
    this.#leaving = this.#last;
    this.#resting = undefined;
  }

  async #left(): Promise<void> {
    const leaving = this.#leaving;
    this.#leaving = undefined;
    if (leaving !== undefined) await withinLimit(() => leaving, { timeoutMs: LEAVING_LIMIT_MS }).catch(() => {});
  }

  async settled(): Promise<void> {
    this.#leave();
    await this.#last;
  }

  received(): Promise<void> {
    return this.#tracing.flush();
  }

  async end(): Promise<TraceFiles> {
    const { entries, networkFile } = await this.#tracing.end();
    const files = entries.map(({ name, value }): TraceFile => ({ name, path: value }));
    // Loaded resources are shared by all contexts of the browser, until that ends.
    const own = files.flatMap(file => (OWN_FILES.test(file.name) ? [file.path] : []));
    const dispose = async () => {
      await Promise.all([...own, networkFile].flatMap(file => (file === undefined ? [] : [rm(file, { force: true })])));
    };
    return { files, [Symbol.asyncDispose]: dispose };
  }

  async discard(): Promise<void> {
    await using _ended = await this.end();
  }
}
