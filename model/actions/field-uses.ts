/**
 * What an action needs of the element that its locator leads to: `any` number of them, exactly `one`, or one that can be
 * seen, clicked, typed into, chosen from or ticked.
 */
export type ElementUse = 'any' | 'one' | 'visible' | 'clickable' | 'editable' | 'options' | 'checkable';

/** What the given fields of an action say of its other fields; fields that are not named may be given. */
export interface FieldUses {
  asks?: readonly string[];
  without?: readonly string[];
}
