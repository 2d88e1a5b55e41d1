/** What the page knows of a screen before its code is loaded. Names no screen itself. */
import type { ProjectPlace } from './places.ts';
import type { IdeState } from './state.ts';

/** The part of a place that its address names behind the tab. */
type Inside = Omit<ProjectPlace, 'tab' | 'projectId' | 'versionId'>;

/** A screen of a project. */
export interface Screen {
  label: string;
  /** What leads there: a tab of the header, a button that is made for it, or a window of its own without a header. */
  entry: 'tab' | 'button' | 'window';
  /** Goes there when it is typed after `g`. Left out: no command does. */
  key?: string;
  /** The tool without which a service has no such screen. */
  tool?: string;
  /** Shown while its code is loaded: a page of grey boxes, or one panel when their number is left out. */
  skeleton: { label: string; boxes?: number; rows: number };
  /** Whether the screen itself is shown while the project is being read, instead of its skeleton. */
  showsLoading?: boolean;
  /** Default: its label. */
  title?(state: IdeState, place: ProjectPlace): string;
  /**
   * Reads the search of an address and the first two words behind the tab; undefined when nothing is there.
   * Default: no word may follow the tab.
   */
  read?(asked: URLSearchParams, first?: string, second?: string): Inside | undefined;
  /** The words behind the tab, as `read` takes them. */
  below?(place: ProjectPlace): readonly (string | undefined)[];
  /** The search of the address, by name. */
  asked?(place: ProjectPlace): Record<string, string | undefined>;
  /** The whole path and search, where programs make such addresses as well. */
  path?(place: ProjectPlace): string;
}

/** The text as a schema reads it; undefined when the schema refuses it. */
export const readAs = <Value>(
  schema: { safeParse(text: unknown): { data?: Value | undefined } },
  text: string | null | undefined,
): Value | undefined => schema.safeParse(text).data;

/** The text as one of the words; undefined when it is none of them. */
export const oneOf = <Word extends string>(words: readonly Word[], text: string | null | undefined): Word | undefined =>
  words.find(word => word === text);
