/**
 * What an action needs of the element that its locator leads to: `any` number of them, exactly `one`, or one that can be
 * seen, clicked, typed into, chosen from or ticked.
 */
export type ElementUse = 'any' | 'one' | 'visible' | 'clickable' | 'editable' | 'options' | 'checkable';

/** What the fields of an action that is being written say of its other fields; those that are not named may be given. */
export interface FieldUses {
  /** It cannot do without them, or hardly ever does. */
  asks?: readonly string[];
  /** It takes none of them. */
  without?: readonly string[];
}
