import type { CallOptions, PageElement } from './app-window.ts';

export const MOMENT_SIDES = ['before', 'after'] as const;
export type MomentSide = (typeof MOMENT_SIDES)[number];

/** Where a page is kept: in the trace of a run, under the number of an action. */
interface MomentPlace {
  /** The trace. */
  file: string;
  moment: number;
}

export interface MomentPagePlace extends MomentPlace {
  side: MomentSide;
}

/** A page as it was. */
interface KeptPage {
  url: string;
  width: number;
  height: number;
}

/** What is kept of an action. */
export interface MomentFacts {
  before?: KeptPage;
  after?: KeptPage;
  requests: { method: string; url: string; status: number; type: string; ms: number }[];
  console: { level: string; text: string }[];
}

/** Shows pages of runs as they were, though they are gone. */
export interface Moments {
  /** Errors: `not-found`. */
  facts(place: MomentPlace): Promise<MomentFacts>;
  /** The page, or a frame of it, as a document in which only scripts with the nonce are ours. Errors: `not-found`. */
  page(place: MomentPagePlace, frameId?: string): Promise<{ html: string; nonce: string }>;
  /** What the page had loaded from an address. Errors: `not-found`. */
  resource(place: MomentPagePlace, url: string): Promise<{ bytes: Uint8Array; mediaType: string }>;
  /** The element at a point, with its locators; undefined where no locator finds it. Errors: `not-found`, `browser-missing`, `timeout`. */
  pick(
    place: MomentPagePlace,
    point: { x: number; y: number; testIdAttribute?: string | undefined },
    options: CallOptions,
  ): Promise<PageElement | undefined>;
}
