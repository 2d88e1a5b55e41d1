import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Frame, Page } from 'playwright';
import { AppError } from '../../model/protocol/errors.ts';
import { maskFrame, refOfFrame, unmaskFrame } from './frame-mask.ts';
import { withinLimit } from './within-limit.ts';

export interface PageSnapshot {
  /** What `ariaSnapshotJSON({ mode: 'ai' })` gives. */
  tree: unknown;
  /** References of the frames that did not answer, and whose content it lacks. */
  silent: string[];
}

/** After this time it is asked which frames keep a snapshot waiting. */
const PATIENCE_MS = 1_000;

/** Long enough for a frame that is merely slow, on a machine that is busy. */
const FRAME_LIMIT_MS = 4_000;

/** Frames that were asked in vain, until they answer after all. */
const silence = new WeakSet<Frame>();

/** Playwright waits for every frame, also for one whose server never answers: such frames are left out. */
export async function takeSnapshot(page: Page, signal: AbortSignal): Promise<PageSnapshot> {
  const masked = new Map<Frame, ElementHandle>();
  try {
    await Promise.all(page.frames().map(frame => (silence.has(frame) ? mask(frame, masked) : undefined)));
    for (;;) {
      const tree = await snapshotOrSilence(page, masked, signal);
      if (tree !== undefined)
        return { tree: tree.snapshot, silent: await Promise.all([...masked.values()].map(refOfFrame)) };
    }
  } finally {
    // A frame that has gone meanwhile needs no mask any more.
    await Promise.allSettled([...masked.values()].map(unmaskFrame));
  }
}

/** A snapshot; undefined when more frames turned out to be silent, which are masked then. */
async function snapshotOrSilence(
  page: Page,
  masked: Map<Frame, ElementHandle>,
  signal: AbortSignal,
): Promise<{ snapshot: unknown } | undefined> {
  using attempt = startAttempt(signal);
  const snapshot = page.ariaSnapshotJSON({ mode: 'ai', signal: attempt.signal, timeout: 0 });
  const taken = snapshot.then(tree => ({ snapshot: tree }));
  const silent = silentFrames(page, attempt.signal).then(found => found.filter(frame => !masked.has(frame)));
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
  return { signal: AbortSignal.any([signal, end.signal]), [Symbol.dispose]: () => end.abort() };
}

async function mask(frame: Frame, masked: Map<Frame, ElementHandle>): Promise<void> {
  try {
    const element = await frame.frameElement();
    await maskFrame(element);
    masked.set(frame, element);
  } catch {
    // It has gone meanwhile, or its page has.
  }
}

/** The outermost frames of the page that do not answer; none when the page itself does not. */
async function silentFrames(page: Page, signal: AbortSignal): Promise<Frame[]> {
  await pause(PATIENCE_MS, undefined, { signal });
  const inner = page.frames().filter(frame => frame.parentFrame() !== null);
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

/** A frame that has gone has no silence to wait for. */
export async function frameAnswers(frame: Frame, signal: AbortSignal): Promise<boolean> {
  if (silence.has(frame)) return false;
  const late = new AppError('timeout', 'The frame does not answer.');
  const answer = frame.evaluate('1');
  try {
    await withinLimit(() => answer, { signal, timeoutMs: FRAME_LIMIT_MS, late: () => late });
    return true;
  } catch (error) {
    if (error !== late) return true;
    silence.add(frame);
    answer.catch(() => {}).finally(() => silence.delete(frame));
    return false;
  }
}
