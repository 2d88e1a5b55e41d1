import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Frame, Page } from 'playwright';
import { maskFrame, refOfFrame, unmaskFrame } from '../in-page/frame-mask.ts';
import { chooseFrames } from './choose-frames.ts';
import { frameAnswers, isSilent } from './frame-answers.ts';

export interface PageSnapshot {
  /** What `ariaSnapshotJSON({ mode: 'ai' })` gives. */
  tree: unknown;
  /** References of the frames that did not answer, and whose content it lacks. */
  silent: string[];
  /** Of frames that were not looked into because there are so many: the reference of the first, and how many. */
  leftOut: { first: string; count: number } | undefined;
}

type Masks = Map<Frame, ElementHandle>;

/** After this time it is asked which frames keep a snapshot waiting. */
const PATIENCE_MS = 1_000;

/**
 * Playwright waits for every frame, also for one whose server never answers: such frames are left out. So are frames beyond a
 * number, of which the wanted ones come first.
 */
export async function takeSnapshot(page: Page, wanted: readonly Frame[], signal: AbortSignal): Promise<PageSnapshot> {
  const masked: Masks = new Map();
  const surplus: Masks = new Map();
  try {
    const { leftOut, count, chosen } = await chooseFrames(page, wanted, signal);
    await Promise.all(leftOut.map(frame => mask(frame, surplus)));
    await Promise.all(chosen.map(frame => (isSilent(frame) ? mask(frame, masked) : undefined)));
    for (;;) {
      const tree = await snapshotOrSilence(page, { masked, chosen }, signal);
      if (tree === undefined) continue;
      const silent = await Promise.all([...masked.values()].map(refOfFrame));
      const first = surplus.get(leftOut[0] ?? page.mainFrame());
      const rest = first && { first: await refOfFrame(first), count };
      return { tree: tree.snapshot, silent, leftOut: rest };
    }
  } finally {
    // A frame that has gone meanwhile needs no mask any more.
    await Promise.allSettled([...masked.values(), ...surplus.values()].map(unmaskFrame));
  }
}

/** A snapshot; undefined when more frames turned out to be silent, which are masked then. */
async function snapshotOrSilence(
  page: Page,
  { masked, chosen }: { masked: Masks; chosen: readonly Frame[] },
  signal: AbortSignal,
): Promise<{ snapshot: unknown } | undefined> {
  using attempt = startAttempt(signal);
  const snapshot = page.ariaSnapshotJSON({ mode: 'ai', signal: attempt.signal, timeout: 0 });
  const taken = snapshot.then(tree => ({ snapshot: tree }));
  const silent = silentFrames(page, chosen, attempt.signal).then(found => found.filter(frame => !masked.has(frame)));
  silent.catch(() => {});
  const first = await Promise.race([taken, silent.catch(() => [])]);
  if ('snapshot' in first) return first;
  if (first.length === 0) return await taken;
  taken.catch(() => {});
  await Promise.all(first.map(frame => mask(frame, masked)));
  return undefined;
}

function startAttempt(signal: AbortSignal): Disposable & { signal: AbortSignal } {
  const end = new AbortController();
  const either = AbortSignal.any([signal, end.signal]);
  setMaxListeners(0, either);
  return { signal: either, [Symbol.dispose]: () => end.abort() };
}

async function mask(frame: Frame, masks: Masks): Promise<void> {
  try {
    const element = await frame.frameElement();
    await maskFrame(element);
    masks.set(frame, element);
  } catch {
    // It has gone meanwhile, or its page has.
  }
}

/** The outermost frames of the page that do not answer; none when the page itself does not. */
async function silentFrames(page: Page, inner: readonly Frame[], signal: AbortSignal): Promise<Frame[]> {
  await pause(PATIENCE_MS, undefined, { signal });
  if (inner.length === 0) return [];
  const [answers, isAlive] = await Promise.all([
    Promise.all(inner.map(frame => frameAnswers(frame, signal))),
    frameAnswers(page.mainFrame(), signal),
  ]);
  const silent = new Set(isAlive ? inner.filter((_frame, index) => answers[index] === false) : []);
  const isOutermost = (frame: Frame | null): boolean =>
    frame === null || (!silent.has(frame) && isOutermost(frame.parentFrame()));
  return [...silent].filter(frame => isOutermost(frame.parentFrame()));
}
