/**
 * Pages for a trace that documents take of themselves, right before something is done to an element: the answer that says
 * where the element is brings the page along, so that no action waits for a call of its own. Parts of a page are told by
 * what was taken of them before, so that none may get lost: after one that did, the page is taken anew as a whole.
 */
import { type FramePart, isTraced } from './playwright-parts.ts';

const traced = new WeakSet<object>();
const kept = new WeakMap<object, unknown>();
const lost = new WeakSet<object>();

/** From now on documents of the context know how to take themselves. */
export const letDocumentsTakeThemselves = (context: object): void => void traced.add(context);

/** Whether the document of a frame is to do so; the other frames of a page would be taken later than it. */
export const takesItself = (frame: FramePart): boolean =>
  isTraced(frame) &&
  traced.has(frame._page.browserContext) &&
  frame._page.frames().length === 1 &&
  !lost.has(frame) &&
  !kept.has(frame);

/** `text`: JSON, unless the page has made it up. */
export function keepTaken(frame: object, text: string): void {
  try {
    kept.set(frame, JSON.parse(text));
  } catch {
    lost.add(frame);
  }
}

export const hasTaken = (frame: object): boolean => kept.has(frame);

/** The page that was taken last, which is given away once; undefined where there is none. */
export function claimTaken(frame: object): unknown {
  const page = kept.get(frame);
  kept.delete(frame);
  return page;
}

/** Something that was taken of a frame got lost. */
export const loseTaken = (frame: object): void => void lost.add(frame);

/** Whether the page has to be taken as a whole; it is then. */
export const isTakenAnew = (frame: object): boolean => lost.delete(frame);
