import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { ElementHandle, Frame } from 'playwright';
import { framesInViewFirst } from '../../page/document/frames-in-view.ts';
import type { SurveyRow } from '../../page/facts/page-facts-types.ts';
import { endsInTime } from '../limits/within-limit.ts';
import { maskFrame, refOfFrame, unmaskFrame } from '../reading/element-refs.ts';
import type { PageQuestions, SurveyedPage } from './page-questions.ts';
import { addSurvey, type PageFrame, type PageNode, readTree } from './page-tree.ts';

interface FramesRead {
  frames: PageFrame[];
  silent: PageNode[];
  /** Too many iframes: the first that was not searched, and how many there are. */
  leftOut: { first: PageNode; count: number } | undefined;
}

interface FrameReading {
  boxes: boolean;
  wanted?: readonly Frame[];
}

type ReadPage = Pick<PageQuestions, 'page' | 'signal' | 'silentFrames'>;

/**
 * The main frame is surveyed while the snapshot is unpacked. A survey that came too early lacks some references, which
 * change with role and name, and is repeated.
 */
export async function readFrames(questions: PageQuestions, { boxes, wanted = [] }: FrameReading): Promise<FramesRead> {
  const alone = await questions.readAtOnce(boxes);
  if (alone !== undefined) return { frames: readSurveyed(alone), silent: [], leftOut: undefined };
  const [snapshot, early] = await Promise.all([takeSnapshot(questions, wanted), questions.survey(undefined, boxes)]);
  const frames = readTree(snapshot.tree);
  const survey = async (frame: PageFrame) => {
    const rows =
      frame.owner === undefined && knowsAll(early, frame) ? early : await questions.survey(frame.owner, boxes);
    addSurvey(frame, rows);
  };
  await Promise.all(frames.filter(({ nodes }) => nodes.length > 0).map(survey));
  const silent = frames.flatMap(({ owner }) => (owner && snapshot.silent.includes(owner.ref ?? '') ? [owner] : []));
  const { leftOut } = snapshot;
  const first = leftOut && frames.find(({ owner }) => owner?.ref === leftOut.first)?.owner;
  return { frames, silent, leftOut: leftOut && first && { first, count: leftOut.count } };
}

function readSurveyed({ tree, rows }: SurveyedPage): PageFrame[] {
  const frames = readTree(tree);
  for (const frame of frames) addSurvey(frame, rows);
  return frames;
}

function knowsAll(rows: readonly SurveyRow[], { nodes }: PageFrame): boolean {
  const known = new Set(rows.map(([ref]) => ref));
  return nodes.every(({ ref }) => ref === undefined || known.has(ref));
}

interface PageSnapshot {
  tree: unknown;
  silent: string[];
  leftOut: { first: string; count: number } | undefined;
}

type Masks = Map<Frame, ElementHandle>;

/** After this time we ask which frames delay a snapshot. */
const PATIENCE_MS = 1_000;

/**
 * Playwright waits for every frame, also for one whose server never answers: such frames are left out. So are frames
 * beyond a number, unless they are wanted.
 */
async function takeSnapshot(read: ReadPage, wanted: readonly Frame[]): Promise<PageSnapshot> {
  const masked: Masks = new Map();
  const surplus: Masks = new Map();
  try {
    const { leftOut, count, chosen } = await chooseFrames(read, wanted);
    await Promise.all(leftOut.map(frame => mask(frame, surplus)));
    await Promise.all(chosen.map(frame => (read.silentFrames.has(frame) ? mask(frame, masked) : undefined)));
    for (;;) {
      const tree = await snapshotOrSilence(read, { masked, chosen });
      if (tree === undefined) continue;
      const silent = await Promise.all([...masked.values()].map(refOfFrame));
      const first = surplus.get(leftOut[0] ?? read.page.mainFrame());
      const rest = first && { first: await refOfFrame(first), count };
      return { tree: tree.snapshot, silent, leftOut: rest };
    }
  } finally {
    // A frame that is gone needs no mask.
    await Promise.allSettled([...masked.values(), ...surplus.values()].map(unmaskFrame));
  }
}

async function snapshotOrSilence(
  read: ReadPage,
  { masked, chosen }: { masked: Masks; chosen: readonly Frame[] },
): Promise<{ snapshot: unknown } | undefined> {
  using attempt = startAttempt(read.signal);
  const snapshot = read.page.ariaSnapshotJSON({ mode: 'ai', signal: attempt.signal, timeout: 0 });
  const taken = snapshot.then(tree => ({ snapshot: tree }));
  const asked = findSilent({ ...read, signal: attempt.signal }, chosen);
  const silent = asked.then(found => found.filter(frame => !masked.has(frame)));
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
    // The frame or its page is gone.
  }
}

/** Only the outermost ones; none when the page itself does not answer. */
async function findSilent(read: ReadPage, inner: readonly Frame[]): Promise<Frame[]> {
  await pause(PATIENCE_MS, undefined, { signal: read.signal });
  if (inner.length === 0) return [];
  const [answers, isAlive] = await Promise.all([
    Promise.all(inner.map(frame => frameAnswers(frame, read))),
    frameAnswers(read.page.mainFrame(), read),
  ]);
  const silent = new Set(isAlive ? inner.filter((_frame, index) => answers[index] === false) : []);
  const isOutermost = (frame: Frame | null): boolean =>
    frame === null || (!silent.has(frame) && isOutermost(frame.parentFrame()));
  return [...silent].filter(frame => isOutermost(frame.parentFrame()));
}

/** Each takes a busy machine some 50 ms. */
const MOST_FRAMES = 40;

/** Nested frames are asked through all frames around them, so twice the depth takes four times as long. */
const MOST_DEPTH = 10;

interface ChosenFrames {
  chosen: Frame[];
  leftOut: Frame[];
  count: number;
}

/**
 * With too many frames, those around and in the wanted ones come first, then level by level: in each document what is
 * in view, then reading order.
 */
async function chooseFrames(read: ReadPage, wanted: readonly Frame[]): Promise<ChosenFrames> {
  const { page } = read;
  const all = page.frames().filter(frame => frame !== page.mainFrame());
  if (all.length <= MOST_FRAMES && all.every(frame => depthOf(frame) <= MOST_DEPTH))
    return { chosen: all, leftOut: [], count: 0 };
  const chosen = new Set<Frame>([page.mainFrame(), ...wanted.flatMap(pathOf)]);
  const isFull = () => chosen.size - 1 >= MOST_FRAMES;
  const places = [...wanted, page.mainFrame()];
  for (const place of places) {
    if (isFull()) break;
    for (const frame of await inView(place, read)) {
      if ((isFull() || depthOf(frame) > MOST_DEPTH) && !chosen.has(frame)) break;
      chosen.add(frame);
      places.push(frame);
    }
  }
  const others = all.filter(frame => !chosen.has(frame));
  const leftOut = others.filter(frame => chosen.has(frame.parentFrame() ?? frame));
  return { chosen: all.filter(frame => chosen.has(frame)), leftOut, count: others.length };
}

const pathOf = (frame: Frame | null): Frame[] => (frame === null ? [] : [frame, ...pathOf(frame.parentFrame())]);

const depthOf = (frame: Frame): number => pathOf(frame.parentFrame()).length;

async function inView(place: Frame, read: ReadPage): Promise<Frame[]> {
  const children = place.childFrames();
  if (children.length < 2 || !(await frameAnswers(place, read))) return children;
  const ranked = await place.evaluateHandle(framesInViewFirst, MOST_FRAMES).catch(() => undefined);
  if (ranked === undefined) return children;
  const elements = [...(await ranked.getProperties()).values()].map(handle => handle.asElement());
  const frames = await Promise.all(elements.map(contentOf));
  await ranked.dispose().catch(() => {});
  return frames.flatMap(frame => frame ?? []);
}

const contentOf = async (element: ElementHandle | null): Promise<Frame | null> =>
  (await element?.contentFrame().catch(() => null)) ?? null;

/** Enough for a frame that is merely slow, on a busy machine. */
const FRAME_LIMIT_MS = 2_500;

/** A frame that is gone counts as an answer. */
export async function frameAnswers(frame: Frame, { silentFrames, signal }: Omit<ReadPage, 'page'>): Promise<boolean> {
  if (silentFrames.has(frame)) return false;
  const answer = frame.evaluate('1');
  // A call that was cancelled before does not wait for the answer.
  answer.catch(() => {});
  if (await endsInTime(() => answer, { signal, timeoutMs: FRAME_LIMIT_MS })) return true;
  silentFrames.add(frame);
  void answer.catch(() => {}).finally(() => silentFrames.delete(frame));
  return false;
}
