import type { ElementHandle, Frame, Page } from 'playwright';
import { z } from 'zod';
import { deepestAt } from '../../page/elements/deepest-at.ts';
import { type PointedQuestion, pointedAt } from '../../page/elements/pointed-at.ts';
import { inPage } from '../../page/in-page.ts';

export interface Point {
  x: number;
  y: number;
}

export interface PlacedElement {
  element: ElementHandle;
  box: { x: number; y: number; width: number; height: number };
}

const PointAnswer = z.object({
  facts: z.unknown(),
  border: z.object({ left: z.number(), top: z.number() }).optional(),
});

const MOST_DEPTH = 10;

/** Looks into frames too; undefined where there is nothing. Errors: those of a page that is gone. */
export async function elementAt(
  page: Page,
  place: Point,
  question: PointedQuestion,
): Promise<(PlacedElement & { facts: unknown }) | undefined> {
  let frame: Frame | null = page.mainFrame();
  let point = place;
  for (let depth = 0; depth < MOST_DEPTH && frame !== null; depth += 1) {
    const found = await lookAt(frame, point, question);
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

async function lookAt(frame: Frame, point: Point, question: PointedQuestion) {
  const found = await frame.evaluateHandle(String(inPage(pointedAt, point, deepestAt, question)));
  const element = (await found.getProperty('element')).asElement();
  const answer = PointAnswer.parse(await (await found.getProperty('answer')).jsonValue());
  return element === null ? undefined : { element, ...answer };
}
