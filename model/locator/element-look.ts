import { z } from 'zod';
import { ActionId } from '../project/codes.ts';

/** What an element is known again by, as it was when an action last found it. What is typed into it is no part. */
export const ElementLook = z.strictObject({
  /** As assistive technology would be told; empty where there is none. */
  role: z.string(),
  name: z.string(),
  /** What it says, of the page's own making. */
  text: z.string(),
  tag: z.string(),
  /** Of an input. */
  inputType: z.string().optional(),
  /** Attributes with values that no other element of the document has: its id, its test id and the like. */
  marks: z.record(z.string(), z.string()),
  /** What tells its row or list item from the others. */
  item: z.string().optional(),
  /** The nearest named group, dialog or landmark around it. */
  group: z.string().optional(),
  /** The nearest heading before it. */
  heading: z.string().optional(),
});
export type ElementLook = z.infer<typeof ElementLook>;

/** What an action's locator found, as the action has it. */
export const KnownElement = z.strictObject({ actionId: ActionId, locator: z.string(), look: ElementLook });
export type KnownElement = z.infer<typeof KnownElement>;

/** An element as it is seen now, with more than is kept. */
export const ElementSight = ElementLook.extend({
  /** Labels, placeholder, title and the like, besides its name. */
  words: z.array(z.string()),
  /** Names and texts of what is around it. */
  around: z.array(z.string()),
});
export type ElementSight = z.infer<typeof ElementSight>;

export const lookOf = ({ words: _words, around: _around, ...look }: ElementSight): ElementLook => look;

/** What people would call it. */
export const sayingOf = ({ name, text }: Pick<ElementLook, 'name' | 'text'>): string | undefined =>
  name || text || undefined;
