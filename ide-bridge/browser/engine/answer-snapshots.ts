/**
 * Snapshots of pages that come along with an answer: a document that says where an element is takes itself for the trace
 * right then, so that no action waits for a call of its own. A snapshot names parts of earlier ones, so that none may get
 * lost: after one that did, the next one is whole.
 */
import { type FramePart, isTraced } from './playwright-parts.ts';

const enabled = new WeakSet<object>();
const kept = new WeakMap<object, unknown>();
const lost = new WeakSet<object>();

/** From now on documents of the context know how to take snapshots of themselves. */
export const enableAnswerSnapshots = (context: object): void => void enabled.add(context);

/** Whether an answer is to bring a snapshot along; where a page has more frames, theirs would be taken later. */
export const wantsAnswerSnapshot = (frame: FramePart): boolean =>
  isTraced(frame) &&
  enabled.has(frame._page.browserContext) &&
  frame._page.frames().length === 1 &&
  !lost.has(frame) &&
  !kept.has(frame);

/** `text`: JSON, unless the page has made it up. */
export function keepSnapshot(frame: object, text: string): void {
  try {
    kept.set(frame, JSON.parse(text));
  } catch {
    lost.add(frame);
  }
}

export const hasSnapshot = (frame: object): boolean => kept.has(frame);

/** The one that came last, which is given away once; undefined where there is none. */
export function claimSnapshot(frame: object): unknown {
  const snapshot = kept.get(frame);
  kept.delete(frame);
  return snapshot;
}

export const loseSnapshot = (frame: object): void => void lost.add(frame);

/** Whether the next one has to be whole; asked once, right before that is taken. */
export const mustBeWhole = (frame: object): boolean => lost.delete(frame);
