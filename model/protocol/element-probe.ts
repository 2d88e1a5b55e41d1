import type { ElementUse } from '../actions/field-uses.ts';

export interface ElementProbe {
  /** With `{{ … }}` filled in. */
  locator: string;
  use: ElementUse;
  options?: readonly string[] | undefined;
  text?: string;
}

export interface ProbedElement {
  /** Accessible role; missing where the page hides the element. */
  role?: string;
  name?: string;
  tag: string;
  text?: string;
}

export type ProbeAnswer =
  | {
      state: 'looked';
      matches: number;
      element?: ProbedElement;
      /** Why the action would fail with it, as a sentence. */
      fault?: string;
      /** Locators that may have been intended, best first. */
      candidates?: string[];
      /** A unique and more lasting locator of the same element. */
      better?: string;
    }
  /** A value is not known, or the page does not answer. */
  | { state: 'unknown'; message: string };
