import type { LocatorStep } from '../../../model/locator/locator.ts';

/** What the script in the page is asked. */
export type FactsRequest = SurveyRequest | RefineRequest;

export interface SurveyRequest {
  kind: 'survey';
  boxes: boolean;
}

export interface RefineRequest {
  kind: 'refine';
  testIdAttribute: string;
  wanted: WantedElement[];
  /** References of elements that are alike. */
  groups: string[][];
}

export interface WantedElement {
  ref: string;
  isFrame: boolean;
  /** What to look at, the best first; the id comes last. */
  kinds: NonNullable<DirectFact['kind']>[];
  /** Whether role and name lead to it, so that nothing else needs to be looked at. */
  isByRole: boolean;
  scopes: FactScope[];
  /** Index of the group of all elements with its role and name. */
  like?: number;
  /** Whether everything that leads to it is wanted, rather than the best. */
  isWhole?: true;
  /** Whether only what says nothing of its text is of use. */
  isBesideText?: true;
}

/** A container that could tell the element from others: by what is in it alone. */
export interface FactScope {
  ref: string;
  /** Index of the group of all elements with the role and name of something in it, for each such thing. */
  keys: number[];
  texts: string[];
  /** Index of the group of containers with the same role, which the texts are looked for in. */
  peers: number;
}

/**
 * Reference, full name, flags (h hidden, e editable, s secret, c clickable, b blocked by
 * a modal dialog, d draggable, v in view unless it is a mere container), reference of the element around
 * it, its number among all elements, its box when asked for.
 */
export type SurveyRow = [ref: string, name: string, flags: string, parentRef: string, place: number, box?: BoxNumbers];

export interface SurveyReply {
  /** How many elements there are, with and without reference. */
  count: number;
  rows: SurveyRow[];
}

/** From the viewport of the frame, in whole pixels. */
export type BoxNumbers = [x: number, y: number, width: number, height: number];

export interface RefineReply {
  /** The groups, in the order in which Playwright finds their elements. */
  orders: string[][];
  answers: RefineAnswer[];
}

export interface RefineAnswer extends DirectFact {
  /** What leads to it alone besides, where everything is wanted. */
  directs?: DirectFact[];
  /** An attribute, a class or a text of its kind that is its own; where nothing more telling was found. */
  mark?: DirectFact;
  /** One of several, by its number; where nothing better was found. */
  last?: DirectFact;
  /** What tells it from its like inside something with an id or test id of its own; where nothing else does. */
  anchor?: AnchorAnswer;
  /** The thing without a role that it is in, such as a card; where nothing else but a number tells it. */
  card?: CardAnswer;
  /** One for each scope asked for. */
  scopes: (ScopeAnswer | null)[];
}

export interface CardAnswer {
  css: string;
  hasText: string;
  /**
   * Where others around it say the text as well: the innermost that has this, by a CSS selector, which counts what is
   * hidden too. Without that another card would be found while a button is hidden.
   */
  part?: string;
}

export interface AnchorAnswer {
  /** Selector of its container. */
  css?: string;
  testId?: string;
  /** Which of the scopes asked for, by which of its texts, is the only such one in there. */
  scope?: { index: number; text: number };
  /** Else which one it is of its like in there, where there are several. */
  nth?: number;
}

export interface DirectFact {
  kind?: Extract<LocatorStep['kind'], 'testId' | 'label' | 'placeholder' | 'altText' | 'title' | 'text'>;
  text?: string;
  css?: string;
  /** The text of the one wanted among those that match `css`. */
  hasText?: string;
  nth?: number;
}

export type ScopeAnswer = { testId: string; key: number } | { css: string; key: number } | { text: number };

export type FactKind = NonNullable<DirectFact['kind']> | 'id';

/** The little that the script uses of the document; these files are compiled for Node, which has none. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly shadowRoot?: DomShadow | null;
  readonly type?: string;
  readonly value?: string;
}

interface DomTree extends DomNode {
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  getElementById?(id: string): DomElement | null;
  elementFromPoint?(x: number, y: number): DomElement | null;
}

export interface DomShadow extends DomTree {
  readonly nodeType: 11;
  readonly host: DomElement;
}

export interface DomDocument extends DomTree {
  readonly nodeType: 9;
  readonly host?: undefined;
  readonly documentElement: { readonly clientWidth: number; readonly clientHeight: number };
  readonly defaultView: {
    getComputedStyle(element: DomElement): { readonly display: string; readonly cursor: string };
  } | null;
  readonly head: { contains(node: DomElement): boolean } | null;
  createElement(name: string): { textContent: string | null };
}

export interface DomElement extends DomTree {
  readonly nodeType: 1;
  readonly host?: undefined;
  readonly _ariaRef?: { readonly ref: string; readonly role: string; readonly name: string };
  readonly ownerDocument: DomDocument;
  readonly parentElement: DomElement | null;
  contains(other: DomElement): boolean;
  readonly parentNode: DomElement | DomDocument | DomShadow | null;
  readonly classList: Iterable<string> & { contains(name: string): boolean };
  readonly children: Iterable<DomElement>;
  readonly isContentEditable: boolean;
  readonly labels?: Iterable<DomElement> | null;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  matches(selector: string): boolean;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  getRootNode(): DomTree;
}
