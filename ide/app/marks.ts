/** What others have just changed is lit for a moment. Marks have the names of records; `link/…` is the link of a text. */
import type { IdeState, Marks } from './state.ts';
import type { IdeStore } from './store.ts';

const MARK_MS = 2_000;

export const marksOf = (names: readonly string[], by: string, nowMs: number): Marks =>
  Object.fromEntries(names.map(name => [name, { by, until: nowMs + MARK_MS }]));

export const linkMark = (text: string): string => `link/${text}`;

function dropMarks(state: IdeState, nowMs: number): IdeState {
  const left = Object.entries(state.marks).filter(([, { until }]) => until > nowMs);
  return left.length === Object.keys(state.marks).length ? state : { ...state, marks: Object.fromEntries(left) };
}

export function dropMarksLater(store: IdeStore): void {
  setTimeout(() => store.update(state => dropMarks(state, Date.now())), MARK_MS + 100);
}
