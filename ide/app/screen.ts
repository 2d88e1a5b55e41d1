/** What the page knows of a screen before its code is loaded. Names no screen itself. */
import type { ProjectPlace } from './places.ts';
import type { IdeState } from './state.ts';

/** The part of a place that its address names behind the tab. */
type Inside = Omit<ProjectPlace, 'tab' | 'projectId' | 'versionId'>;

export interface Screen {
  label: string;
  /** How one gets there: a header tab, a button of its own, or a window of its own without a header. */
  entry: 'tab' | 'button' | 'window';
  /** Goes there when typed after `g`. Left out: no command does. */
  key?: string;
  /** A service without this tool does not have the screen. */
  tool?: string;
  /**
   * Shown while its code loads: a page of grey boxes, or one panel when `boxes` is left out. The heading and what it
   * says there is to see stay where they are once the screen comes; `isWide`: its boxes are in two columns.
   */
  skeleton: { label: string; boxes?: number; rows: number; title?: string; about?: string; isWide?: boolean };
  /** Shows the screen itself instead of its skeleton while the project is being read. */
  showsLoading?: boolean;
  /** Default: its label. */
  title?(state: IdeState, place: ProjectPlace): string;
  /** Parses the search and the first two words behind the tab; undefined: no place. Default: no word may follow. */
  read?(asked: URLSearchParams, first?: string, second?: string): Inside | undefined;
  /** The words behind the tab: the inverse of `read`. */
  below?(place: ProjectPlace): readonly (string | undefined)[];
  /** The search parameters: the inverse of `read`. */
  asked?(place: ProjectPlace): Record<string, string | undefined>;
  /** The whole path and search, for addresses that programs build as well. */
  path?(place: ProjectPlace): string;
}

export const readAs = <Value>(
  schema: { safeParse(text: unknown): { data?: Value | undefined } },
  text: string | null | undefined,
): Value | undefined => schema.safeParse(text).data;

export const oneOf = <Word extends string>(words: readonly Word[], text: string | null | undefined): Word | undefined =>
  words.find(word => word === text);
