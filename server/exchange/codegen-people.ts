/** The windows of several people that code opens, as far as it is read. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import type { TestBrowser } from '../../model/project/test-browser.ts';

/** The first one has the page of the test. */
export interface CodeActor {
  /** Of its context and pages, in the order in which they come. */
  variables: string[];
  browser: TestBrowser;
  /** What was said of its context and is not taken over. */
  leftOut: ActionDraft[];
}

/** Those of one test; the same object in all functions that it calls. */
export interface CodeWindows {
  actors: CodeActor[];
  /** By number of the page; others are tabs of the first actor, by their number. */
  places: Map<number, { actor: number; tab: number }>;
  /** The page that each actor had before another one acted. */
  front: Map<number, number>;
  acted: Set<number>;
  /** Whose actions they are, as far as others have acted since. */
  whose: WeakMap<ActionDraft, number>;
  /** Names that comments say, by the variable of the page. */
  said: Map<string, string>;
}

export const newWindows = (): CodeWindows => ({
  actors: [newActor('page')],
  places: new Map(),
  front: new Map(),
  acted: new Set(),
  whose: new WeakMap(),
  said: new Map(),
});

export const newActor = (...variables: string[]): CodeActor => ({ variables, browser: {}, leftOut: [] });
