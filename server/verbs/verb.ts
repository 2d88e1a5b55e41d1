import type { ActionType } from '../../model/actions/index.ts';
import type { WantedElement } from './wanted-element.ts';
import type { LineWords } from './words.ts';

/** An action whose elements have yet to be looked up on the page. */
export interface WrittenAction {
  type: ActionType;
  fields: Readonly<Record<string, unknown>>;
  /** By the field that takes the locator. */
  elements: Readonly<Record<string, WantedElement>>;
}

/** What is taken from the words of a line, without options and places. */
export interface ReadWords {
  type: ActionType;
  fields?: Readonly<Record<string, unknown>>;
  elements?: Readonly<Record<string, WantedElement['name']>>;
}

/** How an action is written in a line: `fill "Email" ann@example.com`. */
export interface ActionVerb {
  name: string;
  /** Other words for the same. */
  also?: readonly string[];
  /** Kind of its actions; where a line may be of several, the one whose options it takes. */
  type: ActionType;
  /** e.g. `fill <element> <text>`. */
  usage: string;
  about: string;
  /** Options are read by then. Errors: `invalid-params`. */
  read(words: LineWords): ReadWords;
}
