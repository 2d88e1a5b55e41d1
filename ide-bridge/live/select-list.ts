import type { Page } from 'playwright';
import { z } from 'zod';
import { elementAt, type PlacedElement, type Point } from '../browser/in-page/element-at.ts';

/** A closed select list, whose options Chromium draws in a window of its own: never part of a picture. */
export interface SelectList extends PlacedElement {
  isMultiple: boolean;
  options: z.infer<typeof Options>;
}

const Options = z.array(z.object({ label: z.string(), isSelected: z.boolean(), isDisabled: z.boolean() }));

/** Page code: the select list around what was hit, and its options. */
const LIST = {
  meant: "hit => hit?.closest('select') ?? hit",
  facts: `element => element instanceof HTMLSelectElement && !element.disabled && !element.multiple && element.size <= 1
    ? [...element.options].map(({ label, selected, disabled }) =>
        ({ label, isSelected: selected, isDisabled: disabled }))
    : null`,
};

/** The closed select list at a place of the viewport; undefined where there is none. Errors: those of a page that is gone. */
export async function selectListAt(page: Page, place: Point): Promise<SelectList | undefined> {
  const found = await elementAt(page, place, LIST);
  const options = Options.safeParse(found?.facts).data;
  return found && options && { element: found.element, box: found.box, isMultiple: false, options };
}
