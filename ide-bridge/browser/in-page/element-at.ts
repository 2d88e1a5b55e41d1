import type { ElementHandle, Frame, Page } from 'playwright';
import { z } from 'zod';
import { deepestAt } from './deepest-at.mjs';

export interface Point {
  x: number;
  y: number;
}

export interface PlacedElement {
  element: ElementHandle;
  box: { x: number; y: number; width: number; height: number };
}

interface PointQuestion {
  target: string;
  facts: string;
}

const PointAnswer = z.object({
  facts: z.unknown(),
  border: z.object({ left: z.number(), top: z.number() }).optional(),
});

const MOST_DEPTH = 10;

const look = ({ target, facts }: PointQuestion): string => `(x, y) => {
  const hit = (${deepestAt})({ clientX: x, clientY: y }) ?? null;
  const element = (${target})(hit);
  const isFrame = element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
  const border = isFrame ? { left: element.clientLeft, top: element.clientTop } : undefined;
  return { element, answer: { facts: (${facts})(element), border } };
}`;

/** Looks into frames too; undefined where there is nothing. Errors: those of a page that is gone. */
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
    // The page of a frame begins inside its border.
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
