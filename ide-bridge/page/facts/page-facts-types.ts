import type { LocatorStep } from '../../../model/locator/locator.ts';

export type FactsRequest = SurveyRequest | RefineRequest;

export interface SurveyRequest {
  kind: 'survey';
  boxes: boolean;
}

export interface RefineRequest {
  kind: 'refine';
  testIdAttribute: string;
  wanted: WantedElement[];
  groups: string[][];
}

export interface WantedElement {
  ref: string;
  isFrame: boolean;
  /** Best first; the id comes last. */
  kinds: NonNullable<DirectFact['kind']>[];
  /** Whether role and name find it, so that nothing else is needed. */
  isByRole: boolean;
  scopes: FactScope[];
  /** Index of the group of elements with its role and name. */
  like?: number;
  /** Whether all ways to it are wanted, not only the best. */
  isWhole?: true;
  /** Whether only ways without its text are useful. */
  isBesideText?: true;
}

/** A container that could tell the element from others by its content alone. */
export interface FactScope {
  ref: string;
  /** For each named element in it the index of the group with the same role and name. */
  keys: number[];
  texts: string[];
  /** Index of the group of containers with the same role, in which the texts are searched. */
  peers: number;
}

/**
 * Reference, full name, flags (h hidden, e editable, s secret, c clickable, b blocked by a modal dialog, d draggable, v
 * in view unless it is a mere container), parent reference, number among all elements, box when asked for.
 */
export type SurveyRow = [ref: string, name: string, flags: string, parentRef: string, place: number, box?: BoxNumbers];

export interface SurveyReply {
  count: number;
  rows: SurveyRow[];
}

/** In whole pixels, from the viewport of the frame. */
export type BoxNumbers = [x: number, y: number, width: number, height: number];

export interface RefineReply {
  /** The groups, each in Playwright's order. */
  orders: string[][];
  answers: RefineAnswer[];
}

export interface RefineAnswer extends DirectFact {
  directs?: DirectFact[];
  /** A unique attribute, class or text of its kind, where nothing better was found. */
  mark?: DirectFact;
  /** Its number among several, where nothing better was found. */
  last?: DirectFact;
  /** What tells it from similar ones inside a container with an id or test id; where nothing else does. */
  anchor?: AnchorAnswer;
  /** A container without role, such as a card; where otherwise only a number helps. */
  card?: CardAnswer;
  scopes: (ScopeAnswer | null)[];
}

export interface CardAnswer {
  css: string;
  hasText: string;
  /**
   * The innermost container with the text, where outer ones have it too, as a CSS selector, which also counts hidden
   * elements. Otherwise another card would be found while a button is hidden.
   */
  part?: string;
}

export interface AnchorAnswer {
  /** Selector of its container. */
  css?: string;
  testId?: string;
  scope?: { index: number; text: number };
  nth?: number;
}

export interface DirectFact {
  kind?: Extract<LocatorStep['kind'], 'testId' | 'label' | 'placeholder' | 'altText' | 'title' | 'text'>;
  text?: string;
  css?: string;
  hasText?: string;
  nth?: number;
}

export type ScopeAnswer = { testId: string; key: number } | { css: string; key: number } | { text: number };

export type FactKind = NonNullable<DirectFact['kind']> | 'id';

/** An element in Playwright's own world, which has there what the last snapshot said of it. */
export interface ReferredElement extends Element {
  readonly _ariaRef?: { readonly ref: string; readonly role: string; readonly name: string };
}
