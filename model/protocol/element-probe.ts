/** Elements that are looked up for somebody who writes actions, and what was found out about each. */
import type { ElementUse } from '../actions/field-uses.ts';

/** An element to be looked at and left alone. */
export interface ElementProbe {
  /** Its `{{ … }}` are filled in. */
  locator: string;
  use: ElementUse;
  /** Options that are to be chosen. */
  options?: readonly string[] | undefined;
  /** What is to be typed. */
  text?: string;
}

export interface ProbedElement {
  /** What it is to those who cannot see; missing where the page hides it from them. */
  role?: string;
  name?: string;
  tag: string;
  text?: string;
}

/** What a locator finds on the current page. */
export type ProbeAnswer =
  | {
      state: 'looked';
      matches: number;
      /** The first one. */
      element?: ProbedElement;
      /** Why the action could not be done with it, as a sentence. */
      fault?: string;
      /** Locators of what may have been intended, best first. */
      candidates?: string[];
      /** A locator of the same element that is unique and lasts longer. */
      better?: string;
    }
  /** Nothing could be found out: a value is not known, or the page does not answer. */
  | { state: 'unknown'; message: string };
