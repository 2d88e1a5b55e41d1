import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import type { TraceFile } from '../../model/protocol/bridge.ts';
import {
  claimSnapshot,
  enableAnswerSnapshots,
  isTakenPages,
  loseSnapshot,
  loseSnapshots,
  mustBeWhole,
  noteForeign,
  type TakenPages,
  takesFrames,
} from '../browser/engine/answer-snapshots.ts';
import { takePageAfter, takePageNow } from '../browser/engine/page-after.ts';
import { withinLimit } from '../browser/limits/within-limit.ts';
import { FRAME_METHODS, pageOf } from '../playwright/engine-parts.ts';
import { implOf } from '../playwright/impl-of.ts';
import { ContextTracing, type TracedFrame } from '../playwright/tracing.ts';
import type { ItemTrace, TraceFiles } from './item-trace.ts';

const OF_CALLS: ReadonlySet<string> = new Set(['before', 'input', 'log', 'after']);

/** Calls that may bring the page before them, and one that does not touch it. */
const BRINGING: ReadonlySet<string> = new Set([...FRAME_METHODS, 'tracingGroup']);

/** Files that no other trace shares. */
const OWN_FILES = /^trace\./;

/** Takes each page of a trace once: before an action that does something, and after it. */
export class PageKeeper implements ItemTrace {
  readonly #tracing: ContextTracing;
  #last: Promise<unknown> = Promise.resolve();
  #isUsed = false;
  #left: object | undefined;

  private constructor(tracing: ContextTracing) {
    this.#tracing = tracing;
    enableAnswerSnapshots(tracing.context);
    tracing.takeBy(own => ({
      around: async (progress, about, phase) => {
        // Right before it acts on an element, which is marked then.
        if (phase === 'action') await own.around(progress, about, phase);
        // The page is taken before anything leaves it.
        if (phase === 'before') await leftPage(tracing);
      },
      frame: (frame, isLast) => takeFrame(tracing, frame, isLast),
    }));
  }

  /** Undefined where this release lacks the parts, or another Playwright drives the browser. */
  static async begin(context: BrowserContext): Promise<PageKeeper | undefined> {
    const tracing = ContextTracing.of(context);
    if (tracing === undefined) return undefined;
    const keeper = new PageKeeper(tracing);
    await tracing.begin();
    keeper.#watchCalls();
    return keeper;
  }

  /**
   * Preparing a page does not belong to the test. A trace with only the end of a call cannot be read. The page after an
   * action is taken before anything else changes it.
   */
  #watchCalls(): void {
    const leftOut = new Set<string>();
    this.#tracing.filter(({ type = '', callId = '', method = '' }) => {
      if (type === 'before' && !BRINGING.has(method)) this.#leave();
      if (type === 'before' && !this.#isUsed) leftOut.add(callId);
      const isLeftOut = OF_CALLS.has(type) && leftOut.has(callId);
      if (type === 'after') leftOut.delete(callId);
      return !isLeftOut;
    });
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
    if (page !== undefined) this.#take(page, group);
    this.#tracing.closeGroup();
  }

  #take(page: Page, group: string): void {
    const left = implOf(page);
    if (left === undefined) return;
    this.#left = left;
    this.#last = takePageAfter(left, () => this.#tracing.take(left, group)).catch(() => {});
  }

  #leave(): void {
    if (this.#left === undefined) return;
    takePageNow(this.#left);
    leaving.set(this.#tracing, this.#last);
    this.#left = undefined;
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
    const ended = await this.end();
    await ended[Symbol.asyncDispose]();
  }
}

const leaving = new WeakMap<ContextTracing, Promise<unknown>>();
const LEAVING_LIMIT_MS = 200;

async function leftPage(tracing: ContextTracing): Promise<void> {
  const left = leaving.get(tracing);
  leaving.delete(tracing);
  if (left !== undefined) await withinLimit(() => left, { timeoutMs: LEAVING_LIMIT_MS }).catch(() => {});
}

const rounds = new WeakMap<object, Promise<TakenPages | undefined>>();

/** The main frame of a page comes first. The mark of the acted element ends with the last frame. */
async function takeFrame(tracing: ContextTracing, frame: TracedFrame, isLast: boolean): Promise<unknown> {
  const page = pageOf(frame);
  const isMain = page.mainFrame() === frame;
  if (isMain) rounds.delete(page);
  const known = claimSnapshot(frame, isLast ? 'after' : 'before');
  if (known !== undefined) return known;
  // The snapshot was not claimed in time, and this one would refer to it.
  if (isLast && claimSnapshot(frame, 'before') !== undefined) loseSnapshot(frame);
  if (isMain && page.frames().length > 1 && takesFrames(frame))
    rounds.set(page, takeWithFrames(tracing, frame, isLast));
  const round = rounds.get(page);
  const taken = round && (await round);
  if (taken !== undefined && isMain) return taken.page;
  if (taken !== undefined && Object.hasOwn(taken.frames, frame.guid)) return taken.frames[frame.guid];
  return await takeByItself(tracing, frame, isLast);
}

async function takeByItself(tracing: ContextTracing, frame: TracedFrame, isLast: boolean): Promise<unknown> {
  try {
    return await tracing.takeFrame(frame, mustBeWhole(frame), isLast);
  } catch {
    loseSnapshot(frame);
    return undefined;
  }
}

async function takeWithFrames(
  tracing: ContextTracing,
  frame: TracedFrame,
  isLast: boolean,
): Promise<TakenPages | undefined> {
  const frames = pageOf(frame).frames();
  for (const each of frames) if (claimSnapshot(each, 'before') !== undefined) loseSnapshot(each);
  const whole = frames.filter(mustBeWhole);
  try {
    const taken = await tracing.takeWithFrames(frame, whole.length > 0, isLast);
    if (!isTakenPages(taken)) throw new Error('The page has put something else in its place.');
    for (const each of whole) if (each !== frame && !Object.hasOwn(taken.frames, each.guid)) loseSnapshot(each);
    noteForeign(frame, taken);
    return taken;
  } catch {
    loseSnapshots(frame);
    return undefined;
  }
}
