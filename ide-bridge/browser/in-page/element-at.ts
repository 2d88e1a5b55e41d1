import type { ElementHandle, Frame, Page } from 'playwright';
import { z } from 'zod';
import { deepestAt } from './deepest-at.mjs';

export interface Point {
  x: number;
  y: number;
}

/** An element where it is shown, in pixels of the viewport of the page. */
export interface PlacedElement {
  element: ElementHandle;
  box: { x: number; y: number; width: number; height: number };
}

/** What is asked of the page, as its code. */
interface PointQuestion {
  /** Code that maps the element at the point, which may be none, to the wanted one. */
  target: string;
  /** Code that reads facts about the wanted element. */
  facts: string;
}

const PointAnswer = z.object({
  facts: z.unknown(),
  /** For a frame: how far inside its box its page begins. */
  border: z.object({ left: z.number(), top: z.number() }).optional(),
});

/** Frames within frames deeper than this are passed over. */
const MOST_DEPTH = 10;

const look = ({ target, facts }: PointQuestion): string => `(x, y) => {
  const hit = (${deepestAt})({ clientX: x, clientY: y }) ?? null;
  const element = (${target})(hit);
  const isFrame = element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
  const border = isFrame ? { left: element.clientLeft, top: element.clientTop } : undefined;
  return { element, answer: { facts: (${facts})(element), border } };
}`;

/**
 * What is at a place of the viewport, in whatever frame; undefined where there is none.
 * Errors: those of a page that is gone.
 */
export async function elementAt(
  page: Page,
  place: Point,
  question: PointQuestion,
): Promise<(PlacedElement & { facts: unknown }) | undefined> {
  let frame: Frame | null = page.mainFrame();
  let point = place;
  for (let depth = 0; depth < MOST_DEPTH && frame !== null; depth += 1) {
    const found = await lookAt(frame, point, look(question));
    const box = await found?.element.boundingBox();
    if (found === undefined || !box) return undefined;
    const { element, facts, border } = found;
    if (border === undefined) return { element, box, facts };
    // Its page begins inside its border.
    point = { x: place.x - box.x - border.left, y: place.y - box.y - border.top };
    frame = await element.contentFrame();
  }
  return undefined;
}

async function lookAt(frame: Frame, { x, y }: Point, code: string) {
  const found = await frame.evaluateHandle(`(${code})(${x}, ${y})`);
  const element = (await found.getProperty('element')).asElement();
  const answer = PointAnswer.parse(await (await found.getProperty('answer')).jsonValue());
  return element === null ? undefined : { element, ...answer };
}
