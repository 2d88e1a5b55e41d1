import type { CodeCounters } from './code-counters.ts';
import type { Stored } from './stored.ts';

/** What a project is between edits: its files by path and the highest codes. Immutable. */
export interface ProjectState {
  files: ReadonlyMap<string, Stored>;
  counters: CodeCounters;
}
