import type { HiddenBy, InvalidField, KnownBy } from '../../../model/run/clues.ts';

/** Of a document: what comes near to the sought words. Of an element: what keeps it from being used. */
export interface CluesRequest {
  kind: 'clues';
  sought?: { words: string; isPart: boolean } | undefined;
}

export interface HiddenPlace {
  by: HiddenBy;
  within?: string | undefined;
}

export interface NearElement {
  role?: string | undefined;
  tag: string;
  name: string;
  by: KnownBy;
  isField: boolean;
  /** Undefined where it is shown. */
  hidden?: HiddenPlace | undefined;
  /** The name of an open dialog that it lies behind. */
  dialog?: string | undefined;
}

export interface DocumentClues {
  /** How many elements there are. */
  count: number;
  near: NearElement[];
  /** The first field with which the browser refused to send a form. */
  invalid?: InvalidField | undefined;
  hasPassword: boolean;
}

export interface ElementClues {
  role?: string | undefined;
  tag: string;
  name: string;
  hidden?: HiddenPlace | undefined;
  dialog?: string | undefined;
  /** Where it is disabled: a field of its form that the browser does not let pass. */
  invalid?: InvalidField | undefined;
}
