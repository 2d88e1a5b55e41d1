/** Highlights of what others have just changed, by the names of records; `link/…` is the link of a text. */
import type { IdeState, Marks } from './state.ts';
import type { IdeStore } from './store.ts';

const MARK_MS = 2_000;
const UNTIL_SEEN = Number.POSITIVE_INFINITY;

export const marksOf = (names: readonly string[], by: string, nowMs: number): Marks =>
  Object.fromEntries(names.map(name => [name, { by, until: nowMs + MARK_MS }]));

const isAction = (name: string): boolean => /^t\d+\/a\d+$/.test(name);

/** What an agent added or changed stays highlighted until somebody looks at it. */
export const agentMarksOf = (names: readonly string[], by: string, nowMs: number): Marks => ({
  ...marksOf(names, by, nowMs),
  ...Object.fromEntries(names.filter(isAction).map(name => [name, { by, until: UNTIL_SEEN }])),
});

/** Without `actionId`, all actions of the test. */
export function forgetMarks(store: IdeStore, testCode: string, actionId?: string): void {
  const isSeen = (name: string) =>
    actionId === undefined ? name.startsWith(`${testCode}/`) : name === `${testCode}/${actionId}`;
  store.update(state => {
    const left = Object.entries(state.marks).filter(([name]) => !isSeen(name));
    return left.length === Object.keys(state.marks).length ? state : { ...state, marks: Object.fromEntries(left) };
  });
}

export const linkMark = (text: string): string => `link/${text}`;

function dropMarks(state: IdeState, nowMs: number): IdeState {
  const left = Object.entries(state.marks).filter(([, { until }]) => until > nowMs);
  return left.length === Object.keys(state.marks).length ? state : { ...state, marks: Object.fromEntries(left) };
}

export function dropMarksLater(store: IdeStore): void {
  setTimeout(() => store.update(state => dropMarks(state, Date.now())), MARK_MS + 100);
}
