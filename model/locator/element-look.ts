import { z } from 'zod';
import { ActionId } from '../names/codes.ts';

/** A fingerprint of an element, taken when its action is made and each time it passes; without typed text. */
export const ElementLook = z.strictObject({
  /** As screen readers get it; empty where there is none. */
  role: z.string(),
  name: z.string(),
  /** Without what people type or choose. */
  text: z.string(),
  tag: z.string(),
  inputType: z.string().optional(),
  /** Attributes whose values are unique in the document: id, test id and the like. */
  marks: z.record(z.string(), z.string()),
  /** What attributes say of it, unique or not; of `value` only what the page gave, never what was typed. */
  attributes: z.record(z.string(), z.string()).optional(),
  isDisabled: z.literal(true).optional(),
  /** The text around it in its nearest container with any, without controls, its own labels and sums of money. */
  surroundings: z.string().optional(),
  /** First texts of its row or list item that tell it from others; sums of money only where needed for that. */
  item: z.string().optional(),
  /** The nearest named group, dialog or landmark around it. */
  group: z.string().optional(),
  /** The nearest heading before it. */
  heading: z.string().optional(),
  /** Its nearest container with an id or test id of its own, as `name=value`. */
  container: z.string().optional(),
  /** Whether the document had another element like it, marks and container apart, and whether in the same container. */
  twin: z.enum(['inside', 'outside']).optional(),
});
export type ElementLook = z.infer<typeof ElementLook>;

export const KnownElement = z.strictObject({ actionId: ActionId, locator: z.string(), look: ElementLook });
export type KnownElement = z.infer<typeof KnownElement>;

export const sayingOf = ({ name, text }: Pick<ElementLook, 'name' | 'text'>): string | undefined =>
  name || text || undefined;
