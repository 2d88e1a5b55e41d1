/**
 * Snapshots of pages that come along with an answer: a document that says where an element is takes itself for the trace
 * right then, with the frames in it, so that no action waits for a call of its own. A snapshot names parts of earlier
 * ones, so that none may get lost: after one that did, the next one is whole.
 */
import { type FramePart, isObject, isTraced } from './playwright-parts.ts';

/** A frame as its page knows it. */
export interface SnapshotFrame {
  guid: string;
  _page: { frames(): readonly SnapshotFrame[]; mainFrame(): SnapshotFrame };
}

/** What a document takes of itself (`take-with-frames.mjs`); `frames`: those in it by their guid. */
export interface TakenPages {
  page: unknown;
  frames: Readonly<Record<string, unknown>>;
  /** Whether there are frames of other sites, which take themselves. */
  hasForeign: boolean;
}

const enabled = new WeakSet<object>();
/** What came along, by when it was taken: right before an action, or after the one before that. */
const kept = { before: new WeakMap<object, unknown>(), after: new WeakMap<object, unknown>() };
const lost = new WeakSet<object>();
const foreign = new WeakSet<object>();

/** From now on documents of the context know how to take snapshots of themselves. */
export const enableAnswerSnapshots = (context: object): void => void enabled.add(context);

/** Whether an answer is to bring a snapshot along; frames that are not taken with it would be taken later. */
export function wantsAnswerSnapshot(frame: FramePart): boolean {
  if (!isTraced(frame) || !enabled.has(frame._page.browserContext)) return false;
  const frames = frame._page.frames();
  if (frames.length > 1 && !takesFrames(frame)) return false;
  return frames.every(each => !lost.has(each) && !kept.before.has(each));
}

/** Whether a document takes all frames of its page with it, as far as is known. */
export const takesFrames = (frame: SnapshotFrame): boolean =>
  frame._page.mainFrame() === frame && !foreign.has(frame._page);

/** `text`: JSON, unless the page has made it up. */
export function keepSnapshots(frame: SnapshotFrame, when: keyof typeof kept, text: string): void {
  const taken = parsed(text);
  if (!isTakenPages(taken)) {
    loseSnapshots(frame);
    return;
  }
  kept[when].set(frame, taken.page);
  for (const each of othersOf(frame))
    if (Object.hasOwn(taken.frames, each.guid)) kept[when].set(each, taken.frames[each.guid]);
  noteForeign(frame, taken);
}

/** Notes what a document took of itself, for next time. */
export function noteForeign(frame: SnapshotFrame, { hasForeign }: TakenPages): void {
  if (hasForeign) foreign.add(frame._page);
}

export const hasSnapshot = (frame: object): boolean => kept.before.has(frame);

/** The one that came last, which is given away once; undefined where there is none. */
export function claimSnapshot(frame: object, when: keyof typeof kept): unknown {
  const snapshot = kept[when].get(frame);
  kept[when].delete(frame);
  return snapshot;
}

export const loseSnapshot = (frame: object): void => void lost.add(frame);

/** Drops the snapshots of a document and of the frames that it may have taken with it. */
export function loseSnapshots(frame: SnapshotFrame): void {
  for (const each of [frame, ...othersOf(frame)]) lost.add(each);
}

/** Whether the next one has to be whole; asked once, right before that is taken. */
export const mustBeWhole = (frame: object): boolean => lost.delete(frame);

export const isTakenPages = (value: unknown): value is TakenPages =>
  isObject(value) && isObject(Reflect.get(value, 'page')) && isObject(Reflect.get(value, 'frames'));

const othersOf = (frame: SnapshotFrame): readonly SnapshotFrame[] =>
  frame._page.frames().filter(each => each !== frame);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
