import type { CluesRequest } from './clue-types.ts';

/** What is asked of the elements of a document, and what is answered: both travel as JSON. */
export type FactsRequest = SurveyRequest | LocateRequest | CluesRequest | PlaceRequest;

export interface SurveyRequest {
  kind: 'survey';
  boxes: boolean;
}

export interface LocateRequest {
  kind: 'locate';
  testIdAttribute: string;
  /** References; empty for the element that is asked itself. */
  wanted: string[];
  /** Whether all ways to each are wanted, not only the best. */
  isWhole: boolean;
}

/** Where the element that is asked is: selectors, one for each tree around it, the outermost first. */
interface PlaceRequest {
  kind: 'place';
}

/**
 * Reference, full name, flags (h hidden, e editable, s secret, c clickable, b blocked by a modal dialog, d draggable, v
 * in view unless it is a mere container), number among all elements, box when asked for.
 */
export type SurveyRow = [ref: string, name: string, flags: string, place: number, box?: BoxNumbers];

export interface SurveyReply {
  count: number;
  rows: SurveyRow[];
}

/** In whole pixels, from the viewport of the frame. */
export type BoxNumbers = [x: number, y: number, width: number, height: number];

/** Locators within the document of an element. */
export interface LocatedElement {
  /** That find it alone, best first: independent of each other, and only a few. Empty for one that is gone. */
  alone: string[];
  /** Its role and name, whether or not others have the same. */
  plain: string[];
  /** That find it alone and do not use its text, so that they find it whatever the text becomes; best first. */
  besideText: string[];
}

/** An element in Playwright's own world, which has there what the last snapshot said of it. */
export interface ReferredElement extends Element {
  readonly _ariaRef?: { readonly ref: string; readonly role: string; readonly name: string };
}
