import type { Stored } from './stored.ts';

/** One file before and after an edit; undefined where it does not exist. */
export interface FileTouch {
  path: string;
  before: Stored | undefined;
  after: Stored | undefined;
}
