import type { ElementHandle, Frame, Page } from 'playwright';
import { frameAnswers } from './frame-answers.ts';

/** Each costs a page some 50 ms, on a machine that is busy. */
const MOST_FRAMES = 40;

/** Frames in frames; the steps of a locator have an end too. */
const MOST_DEPTH = 20;

export interface ChosenFrames {
  /** Those that are looked into, all but the main one. */
  chosen: Frame[];
  /** The outermost of the frames that are not looked into, in reading order; what is in them is not either. */
  leftOut: Frame[];
  /** How many frames that are, those in others counted. */
  count: number;
}

/**
 * Which of the frames of a page are looked into, where there are many: those around and in the wanted ones first, then level by
 * level, in each document what is in view first, otherwise in reading order.
 */
export async function chooseFrames(page: Page, wanted: readonly Frame[], signal: AbortSignal): Promise<ChosenFrames> {
  const all = page.frames().filter(frame => frame !== page.mainFrame());
  if (all.length <= MOST_FRAMES && all.every(frame => depthOf(frame) <= MOST_DEPTH))
    return { chosen: all, leftOut: [], count: 0 };
  const chosen = new Set<Frame>([page.mainFrame(), ...wanted.flatMap(pathOf)]);
  const isFull = () => chosen.size - 1 >= MOST_FRAMES;
  const places = [...wanted, page.mainFrame()];
  // What is added meanwhile has its turn too.
  for (const place of places) {
    if (isFull()) break;
    for (const frame of await inView(place, signal)) {
      if ((isFull() || depthOf(frame) > MOST_DEPTH) && !chosen.has(frame)) break;
      chosen.add(frame);
      places.push(frame);
    }
  }
  const others = all.filter(frame => !chosen.has(frame));
  const leftOut = others.filter(frame => chosen.has(frame.parentFrame() ?? frame));
  return { chosen: all.filter(frame => chosen.has(frame)), leftOut, count: others.length };
}

/** A frame and those around it. */
const pathOf = (frame: Frame | null): Frame[] => (frame === null ? [] : [frame, ...pathOf(frame.parentFrame())]);

const depthOf = (frame: Frame): number => pathOf(frame.parentFrame()).length;

/** In the page: its frames, what is in view first. */
const RANKED = `() => {
  const isInView = element => {
    const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const framesIn = root => [...root.querySelectorAll('*')].flatMap(element => [
    ...(/^i?frame$/i.test(element.localName) ? [element] : []),
    ...(element.shadowRoot ? framesIn(element.shadowRoot) : []),
  ]);
  const frames = framesIn(document);
  const seen = new Set(frames.filter(isInView));
  return [...seen, ...frames.filter(frame => !seen.has(frame))];
}`;

/** The frames of a document in the order in which they matter; none of one that does not answer to that. */
async function inView(place: Frame, signal: AbortSignal): Promise<Frame[]> {
  const children = place.childFrames();
  if (children.length < 2 || !(await frameAnswers(place, signal))) return children;
  const ranked = await place.evaluateHandle<unknown>(`(${RANKED})().slice(0, ${MOST_FRAMES})`).catch(() => undefined);
  if (ranked === undefined) return children;
  const elements = [...(await ranked.getProperties()).values()].map(handle => handle.asElement());
  const frames = await Promise.all(elements.map(contentOf));
  await ranked.dispose().catch(() => {});
  return frames.flatMap(frame => frame ?? []);
}

const contentOf = async (element: ElementHandle | null): Promise<Frame | null> =>
  (await element?.contentFrame().catch(() => null)) ?? null;
