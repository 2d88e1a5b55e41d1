import type { ElementHandle, Frame, Page } from 'playwright';
import { z } from 'zod';

/** A closed select list, whose options Chromium draws in a window of its own: never part of a picture. */
export interface SelectList {
  element: ElementHandle;
  isMultiple: boolean;
  options: z.infer<typeof Options>;
  /** In the viewport. */
  box: { x: number; y: number; width: number; height: number };
}

interface Point {
  x: number;
  y: number;
}

const Options = z.array(z.object({ label: z.string(), isSelected: z.boolean(), isDisabled: z.boolean() }));

/** What stands at a place: a list with its options, a frame with the width of its border, or anything else. */
const Facts = z.object({
  options: Options.optional(),
  border: z.object({ left: z.number(), top: z.number() }).optional(),
});

/** Frames within frames deeper than this are passed over. */
const MOST_DEPTH = 10;

/** Page code: looks through open shadow roots, and takes the select list around what it finds. */
const LOOK = `(x, y) => {
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  const element = hit?.closest('select') ?? hit;
  const isList = element instanceof HTMLSelectElement && !element.disabled && !element.multiple && element.size <= 1;
  const options = isList
    ? [...element.options].map(({ label, selected, disabled }) =>
        ({ label, isSelected: selected, isDisabled: disabled }))
    : undefined;
  const isFrame = element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
  const border = isFrame ? { left: element.clientLeft, top: element.clientTop } : undefined;
  return { element, facts: { options, border } };
}`;

/** The closed select list at a place of the viewport; undefined where there is none. Errors: those of a page that is gone. */
export async function selectListAt(page: Page, place: Point): Promise<SelectList | undefined> {
  let frame: Frame | null = page.mainFrame();
  let point = place;
  for (let depth = 0; depth < MOST_DEPTH && frame !== null; depth += 1) {
    const found = await lookAt(frame, point);
    const box = await found?.element.boundingBox();
    if (found === undefined || !box) return undefined;
    const { element, options, border } = found;
    if (options !== undefined) return { element, isMultiple: false, options, box };
    if (border === undefined) return undefined;
    // Its page begins inside its border.
    point = { x: place.x - box.x - border.left, y: place.y - box.y - border.top };
    frame = await element.contentFrame();
  }
  return undefined;
}

async function lookAt(frame: Frame, { x, y }: Point) {
  const found = await frame.evaluateHandle(`(${LOOK})(${x}, ${y})`);
  const element = (await found.getProperty('element')).asElement();
  const facts = Facts.parse(await (await found.getProperty('facts')).jsonValue());
  return element === null ? undefined : { element, ...facts };
}
