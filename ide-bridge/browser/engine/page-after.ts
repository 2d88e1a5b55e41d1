/**
 * The page after an action comes with the answer to the next question, so that it needs no call of its own. Where no
 * question follows soon, it is asked for separately.
 */
import { contextOf, type FramePart, pageOf } from '../../playwright/engine-parts.ts';
import { keepSnapshots, wantsAnswerSnapshot } from './answer-snapshots.ts';

/** The next action of a run asks within a few turns of the event loop, unless something delays it. */
const SOON_MS = 10;

const enabled = new WeakSet<object>();
const awaited = new WeakMap<object, PageAfter>();

export const enablePageAfter = (context: object): void => void enabled.add(context);

class PageAfter {
  isAsked = false;
  readonly #take: () => void;
  readonly #late: NodeJS.Timeout;

  constructor(take: () => void) {
    this.#take = take;
    this.#late = setTimeout(take, SOON_MS);
  }

  ask(): void {
    this.isAsked = true;
    clearTimeout(this.#late);
  }

  take(): void {
    clearTimeout(this.#late);
    this.#take();
  }
}

/** @param take takes the page: at once, unless the next question may bring the answer. Rejects as `take`. */
export function takePageAfter<Taken>(page: object, take: () => Promise<Taken>): Promise<Taken> {
  takePageNow(page);
  const context = contextOf(page);
  if (context === undefined || !enabled.has(context)) return take();
  return new Promise(resolve => {
    const takeOnce = () => {
      awaited.delete(page);
      resolve(take());
    };
    awaited.set(page, new PageAfter(takeOnce));
  });
}

/** Must come before the page changes; a page that was asked takes itself. */
export function takePageNow(page: object): void {
  const after = awaited.get(page);
  if (!after?.isAsked) after?.take();
}

/** Whether the document should take its page as the last action left it; where it cannot, it is taken now. */
export function asksPageAfter(frame: FramePart): boolean {
  const after = awaited.get(pageOf(frame));
  if (after === undefined || after.isAsked) return false;
  if (wantsAnswerSnapshot(frame)) after.ask();
  else after.take();
  return after.isAsked;
}

export function reportPageAfter(frame: FramePart, text: string | undefined): void {
  if (text !== undefined) keepSnapshots(frame, 'after', text);
  awaited.get(pageOf(frame))?.take();
}
