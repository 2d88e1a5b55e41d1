import type { CallOptions, PageElement } from './app-window.ts';
import type { KeptExchange } from './kept-exchange.ts';

export const MOMENT_SIDES = ['before', 'after'] as const;
export type MomentSide = (typeof MOMENT_SIDES)[number];

/** A page in the trace of a run, by the number of an action. */
interface MomentPlace {
  /** The trace. */
  file: string;
  moment: number;
}

export interface MomentPagePlace extends MomentPlace {
  side: MomentSide;
}

interface KeptPage {
  url: string;
  width: number;
  height: number;
}

interface KeptRequest {
  method: string;
  url: string;
  type: string;
  status?: number;
  /** Missing if it had not ended when the run did. */
  ms?: number;
  /** In the words of the browser. */
  failure?: string;
}

export interface MomentFacts {
  before?: KeptPage;
  after?: KeptPage;
  requests: KeptRequest[];
  console: { level: string; text: string }[];
}

export interface Moments {
  /** Errors: `not-found`. */
  facts(place: MomentPlace): Promise<MomentFacts>;
  /** `index`: position among the requests of the action, from 0. Without secrets. Errors: `not-found`. */
  request(place: MomentPlace, index: number): Promise<KeptExchange>;
  /**
   * Positions of the requests of the action that have the text in a body, ignoring case; a body is searched as far as its
   * first million characters. Errors: `not-found`.
   */
  findRequests(place: MomentPlace, text: string): Promise<number[]>;
  /** A document in which only scripts with the nonce are ours. Errors: `not-found`. */
  page(place: MomentPagePlace, frameId?: string): Promise<{ html: string; nonce: string }>;
  /** What the page had loaded from the address. Errors: `not-found`. */
  resource(place: MomentPagePlace, url: string): Promise<{ bytes: Uint8Array; mediaType: string }>;
  /** Undefined where no locator finds the element at the point. Errors: `not-found`, `browser-missing`, `timeout`. */
  pick(
    place: MomentPagePlace,
    point: { x: number; y: number; testIdAttribute?: string | undefined },
    options: CallOptions,
  ): Promise<PageElement | undefined>;
  /**
   * The way to the first element that the locator finds: positions among children, from the root element down, where -1
   * leads into a shadow root. Of an element in a frame it is that of the frame; undefined where none is found.
   * Errors: `not-found`, `invalid-params` for a text that is no locator, `browser-missing`, `timeout`.
   */
  locate(
    place: MomentPagePlace,
    sought: { locator: string; testIdAttribute?: string | undefined },
    options: CallOptions,
  ): Promise<readonly number[] | undefined>;
}
