import { z } from 'zod';
import { ActionId } from '../names/codes.ts';

/** A fingerprint of an element, taken when its action is made and each time it passes. Without what is typed into it. */
export const ElementLook = z.strictObject({
  /** As screen readers get it; empty where there is none. */
  role: z.string(),
  name: z.string(),
  /** Its text, without what people type or choose. */
  text: z.string(),
  tag: z.string(),
  inputType: z.string().optional(),
  /** Attributes with values that no other element of the document has: its id, its test id and the like. */
  marks: z.record(z.string(), z.string()),
  /** The first texts of its row or list item, which tell that from the others; sums of money only where they do. */
  item: z.string().optional(),
  /** The nearest named group, dialog or landmark around it. */
  group: z.string().optional(),
  /** The nearest heading before it. */
  heading: z.string().optional(),
  /** Its nearest container with an id or test id of its own, as `name=value`. */
  container: z.string().optional(),
  /** Where its document had another one of which all this is the same, its marks and container apart: in the same container or not. */
  twin: z.enum(['inside', 'outside']).optional(),
});
export type ElementLook = z.infer<typeof ElementLook>;

/** The element that a locator of an action found; the locator as it is written. */
export const KnownElement = z.strictObject({ actionId: ActionId, locator: z.string(), look: ElementLook });
export type KnownElement = z.infer<typeof KnownElement>;

/** What people would call it. */
export const sayingOf = ({ name, text }: Pick<ElementLook, 'name' | 'text'>): string | undefined =>
  name || text || undefined;
