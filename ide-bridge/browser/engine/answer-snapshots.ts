/**
 * Snapshots of pages that come with an answer: a document that reports where an element is takes its snapshot at the
 * same time, with its frames, so that no action needs a call of its own. A snapshot refers to parts of earlier ones, so
 * after a lost one the next must be whole.
 */
import { type FramePart, isTraced, pageOf, type SnapshotFrame } from '../../playwright/engine-parts.ts';
import { isObject } from '../../playwright/impl-of.ts';

/** The snapshot by `take-with-frames.ts`; `frames`: those in the document, by guid. */
export interface TakenPages {
  page: unknown;
  frames: Readonly<Record<string, unknown>>;
  /** Whether there are frames of other sites, which take themselves. */
  hasForeign: boolean;
}

const enabled = new WeakSet<object>();
/** By when it was taken: right before an action, or after the previous one. */
const kept = { before: new WeakMap<object, unknown>(), after: new WeakMap<object, unknown>() };
const lost = new WeakSet<object>();
const foreign = new WeakSet<object>();

export const enableAnswerSnapshots = (context: object): void => void enabled.add(context);

/** Whether an answer should bring a snapshot; frames that are not taken with it would be taken later. */
export function wantsAnswerSnapshot(frame: FramePart): boolean {
  if (!isTraced(frame) || !enabled.has(pageOf(frame).browserContext)) return false;
  const frames = pageOf(frame).frames();
  if (frames.length > 1 && !takesFrames(frame)) return false;
  return frames.every(each => !lost.has(each) && !kept.before.has(each));
}

/** Whether a document takes all frames of its page with it, as far as is known. */
export const takesFrames = (frame: SnapshotFrame): boolean =>
  pageOf(frame).mainFrame() === frame && !foreign.has(pageOf(frame));

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

export function noteForeign(frame: SnapshotFrame, { hasForeign }: TakenPages): void {
  if (hasForeign) foreign.add(pageOf(frame));
}

export const hasSnapshot = (frame: object): boolean => kept.before.has(frame);

/** The last one, given out once; undefined where there is none. */
export function claimSnapshot(frame: object, when: keyof typeof kept): unknown {
  const snapshot = kept[when].get(frame);
  kept[when].delete(frame);
  return snapshot;
}

export const loseSnapshot = (frame: object): void => void lost.add(frame);

/** Includes the frames that the document may have taken with it. */
export function loseSnapshots(frame: SnapshotFrame): void {
  for (const each of [frame, ...othersOf(frame)]) lost.add(each);
}

/** Resets with the answer, so ask once, right before the snapshot is taken. */
export const mustBeWhole = (frame: object): boolean => lost.delete(frame);

export const isTakenPages = (value: unknown): value is TakenPages =>
  isObject(value) && isObject(Reflect.get(value, 'page')) && isObject(Reflect.get(value, 'frames'));

const othersOf = (frame: SnapshotFrame): readonly SnapshotFrame[] =>
  pageOf(frame)
    .frames()
    .filter(each => each !== frame);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
