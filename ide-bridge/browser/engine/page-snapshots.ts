/**
 * Snapshots of the documents of a page, for a trace. Some come with an answer: a document that reports where an element
 * is takes its snapshot at the same time, with its frames, so that no action needs a call of its own. A snapshot refers
 * to parts of earlier ones, so after a lost one the next must be whole.
 */
import type { SnapshotFrame, SnapshotPage } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';
import type { ContextTracing, TracedFrame } from '../../playwright/tracing.ts';

/** The snapshot by `take-with-frames.ts`; `frames`: those in the document, by guid. */
interface TakenPages {
  page: unknown;
  frames: Readonly<Record<string, unknown>>;
  /** Whether there are frames of other sites, which take themselves. */
  hasForeign: boolean;
}

/** Takes documents that no answer has brought. */
type SnapshotTaker = Pick<ContextTracing, 'takeFrame' | 'takeWithFrames'>;

export class PageSnapshots {
  readonly #page: SnapshotPage;
  /** By when it was taken: right before an action, or after the previous one. */
  readonly #kept = { before: new WeakMap<object, unknown>(), after: new WeakMap<object, unknown>() };
  /** Taken out right before the next one is taken, whole. */
  readonly #lost = new WeakSet<object>();
  #hasForeign = false;
  /** What the document of the page takes with it now, for the frames that come after it. */
  #round: Promise<TakenPages | undefined> | undefined;

  constructor(page: SnapshotPage) {
    this.#page = page;
  }

  /** Whether an answer should bring one; frames that are not taken with it would be taken later. */
  isWanted(frame: SnapshotFrame): boolean {
    const frames = this.#page.frames();
    if (frames.length > 1 && !this.#takesFrames(frame)) return false;
    return frames.every(each => !this.#lost.has(each) && !this.#kept.before.has(each));
  }

  /** Whether a document takes all frames of its page with it, as far as is known. */
  #takesFrames(frame: SnapshotFrame): boolean {
    return this.#page.mainFrame() === frame && !this.#hasForeign;
  }

  /** @param text came with an answer of the document. */
  keep(frame: SnapshotFrame, when: 'before' | 'after', text: string): void {
    const taken = parsed(text);
    if (!isTakenPages(taken)) {
      this.lose();
      return;
    }
    const kept = this.#kept[when];
    for (const each of this.#page.frames())
      if (Object.hasOwn(taken.frames, each.guid)) kept.set(each, taken.frames[each.guid]);
    kept.set(frame, taken.page);
    this.#hasForeign ||= taken.hasForeign;
  }

  /** Whether one from right before the action is kept. */
  has(frame: SnapshotFrame): boolean {
    return this.#kept.before.has(frame);
  }

  /** Any document may have taken one that did not come. */
  lose(): void {
    for (const each of this.#page.frames()) this.#lost.add(each);
  }

  /**
   * The document of the page comes first, then its frames. The mark of what was acted on ends with the last snapshot
   * of an action (`isLast`). Undefined for one that cannot be taken. Never rejects.
   */
  async take(frame: TracedFrame, isLast: boolean, taker: SnapshotTaker): Promise<unknown> {
    const isMain = this.#page.mainFrame() === frame;
    if (isMain) this.#round = undefined;
    const known = this.#claim(frame, isLast ? 'after' : 'before');
    if (known !== undefined) return known;
    // The snapshot was not claimed in time, and this one would refer to it.
    if (isLast) this.#drop(frame);
    if (isMain && this.#page.frames().length > 1 && this.#takesFrames(frame))
      this.#round = this.#takeWithFrames(frame, isLast, taker);
    const taken = this.#round && (await this.#round);
    if (taken !== undefined && isMain) return taken.page;
    if (taken !== undefined && Object.hasOwn(taken.frames, frame.guid)) return taken.frames[frame.guid];
    return await this.#takeByItself(frame, isLast, taker);
  }

  async #takeByItself(frame: TracedFrame, isLast: boolean, taker: SnapshotTaker): Promise<unknown> {
    try {
      return await taker.takeFrame(frame, this.#lost.delete(frame), isLast);
    } catch {
      this.#lost.add(frame);
      return undefined;
    }
  }

  async #takeWithFrames(frame: TracedFrame, isLast: boolean, taker: SnapshotTaker): Promise<TakenPages | undefined> {
    const frames = this.#page.frames();
    for (const each of frames) this.#drop(each);
    const whole = frames.filter(each => this.#lost.delete(each));
    try {
      const taken = await taker.takeWithFrames(frame, whole.length > 0, isLast);
      if (!isTakenPages(taken)) throw new Error('The page has put something else in its place.');
      for (const each of whole) if (each !== frame && !Object.hasOwn(taken.frames, each.guid)) this.#lost.add(each);
      this.#hasForeign ||= taken.hasForeign;
      return taken;
    } catch {
      this.lose();
      return undefined;
    }
  }

  /** The last one, given out once; undefined where there is none. */
  #claim(frame: SnapshotFrame, when: 'before' | 'after'): unknown {
    const snapshot = this.#kept[when].get(frame);
    this.#kept[when].delete(frame);
    return snapshot;
  }

  #drop(frame: SnapshotFrame): void {
    if (this.#claim(frame, 'before') !== undefined) this.#lost.add(frame);
  }
}

const isTakenPages = (value: unknown): value is TakenPages =>
  isObject(value) && isObject(Reflect.get(value, 'page')) && isObject(Reflect.get(value, 'frames'));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
