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

/** What a page asked for while an action went on. */
interface KeptRequest {
  method: string;
  url: string;
  type: string;
  /** Absent where it was not answered. */
  status?: number;
  /** Absent where it had not ended when the run did. */
  ms?: number;
  /** Why it failed, in the words of the browser. */
  failure?: string;
}

/** What is kept of an action. */
export interface MomentFacts {
  before?: KeptPage;
  after?: KeptPage;
  /** In the order in which they were sent. */
  requests: KeptRequest[];
  console: { level: string; text: string }[];
}

/** What was sent or answered. */
export interface KeptBody {
  mediaType: string;
  sizeBytes: number;
  /** Absent where it is no text. */
  text?: string;
  /** How many characters there were beyond `text`. */
  cut?: number;
}

interface KeptMessage {
  headers: { name: string; value: string }[];
  body?: KeptBody;
}

/** All that is kept of a request, without secrets. */
export interface KeptExchange {
  request: KeptMessage;
  /** Absent where it was not answered. */
  response?: KeptMessage;
}

/** Shows pages of runs as they were, though they are gone. */
export interface Moments {
  /** Errors: `not-found`. */
  facts(place: MomentPlace): Promise<MomentFacts>;
  /** A request by its place among those of the action, from 0. Errors: `not-found`. */
  request(place: MomentPlace, index: number): Promise<KeptExchange>;
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
