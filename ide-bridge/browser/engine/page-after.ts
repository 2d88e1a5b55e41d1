/**
 * The page as an action has left it, which comes along with the answer to the next question, so that it needs no call of its
 * own. Where no such question follows soon, it is asked for by itself.
 */
import { keepSnapshots, wantsAnswerSnapshot } from './answer-snapshots.ts';
import { type FramePart, isObject } from './playwright-parts.ts';

/** The next action of a run asks within a few turns of the event loop, unless something keeps it waiting. */
const SOON_MS = 10;

const enabled = new WeakSet<object>();
const awaited = new WeakMap<object, PageAfter>();

/** From now on our engine asks the pages of the context. */
export const enablePageAfter = (context: object): void => void enabled.add(context);

class PageAfter {
  isAsked = false;
  readonly #take: () => void;
  readonly #late: NodeJS.Timeout;

  constructor(take: () => void) {
    this.#take = take;
    this.#late = setTimeout(take, SOON_MS);
  }

  /** A question is under way that is to bring it along. */
  ask(): void {
    this.isAsked = true;
    clearTimeout(this.#late);
  }

  take(): void {
    clearTimeout(this.#late);
    this.#take();
  }
}

/** @param take takes the page: at once, unless the next thing that is asked of it may bring the answer. Rejects as `take`. */
export function takePageAfter<Taken>(page: object, take: () => Promise<Taken>): Promise<Taken> {
  takePageNow(page);
  const context: unknown = Reflect.get(page, 'browserContext');
  if (!isObject(context) || !enabled.has(context)) return take();
  return new Promise(resolve => {
    const takeOnce = () => {
      awaited.delete(page);
      resolve(take());
    };
    awaited.set(page, new PageAfter(takeOnce));
  });
}

/** Takes a page that is to be taken, before anything else becomes of it; one that has been asked for it takes itself. */
export function takePageNow(page: object): void {
  const after = awaited.get(page);
  if (!after?.isAsked) after?.take();
}

/** Whether the document of a frame is to take its page as the action before has left it; where it cannot, it is taken now. */
export function asksPageAfter(frame: FramePart): boolean {
  const after = awaited.get(frame._page);
  if (after === undefined || after.isAsked) return false;
  if (wantsAnswerSnapshot(frame)) after.ask();
  else after.take();
  return after.isAsked;
}

/** What a document took when it was asked; undefined where it did not, so that it is taken now. */
export function tellPageAfter(frame: FramePart, text: string | undefined): void {
  if (text !== undefined) keepSnapshots(frame, 'after', text);
  awaited.get(frame._page)?.take();
}
