/** What the page knows of a screen before its code is loaded. Knows no screen. */
import type { ProjectPlace } from './places.ts';
import type { IdeState } from './state.ts';

/** What of a place is named behind its tab. */
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
  /** In grey while its code is loaded: boxes of a page, or without them one panel. */
  skeleton: { label: string; boxes?: number; rows: number };
  /** It has a shape of its own while the project is being read. */
  showsLoading?: boolean;
  /** Default: its label. */
  title?(state: IdeState, place: ProjectPlace): string;
  /** Of what its address asks for and the words behind the tab; undefined where nothing is. Default: it has none. */
  read?(asked: URLSearchParams, first?: string, second?: string): Inside | undefined;
  /** These words. */
  below?(place: ProjectPlace): readonly (string | undefined)[];
  asked?(place: ProjectPlace): Record<string, string | undefined>;
  /** The whole path and search, where programs make such addresses as well. */
  path?(place: ProjectPlace): string;
}

/** As a schema reads it; undefined where it is none of that. */
export const readAs = <Value>(
  schema: { safeParse(text: unknown): { data?: Value | undefined } },
  text: string | null | undefined,
): Value | undefined => schema.safeParse(text).data;

export const oneOf = <Word extends string>(words: readonly Word[], text: string | null | undefined): Word | undefined =>
  words.find(word => word === text);
