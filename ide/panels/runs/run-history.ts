/** How runs of the same thing went, one after the other. Pure. */
import { STATUS_TITLES, STATUSES, statusOf } from '../../app/result-filter.ts';
import type { RunEntry } from '../../app/tool-replies.ts';

const MOST = 20;

/** What a run is about, the same for all runs of it. */
export const subjectOf = ({ testCode, title }: Pick<RunEntry, 'testCode' | 'title'>): string => testCode ?? title;

/** For each run the states of those before it and its own, oldest first; the runs are given newest first. */
export function historiesOf(runs: readonly RunEntry[]): Map<string, string[]> {
  const bySubject = new Map<string, string[]>();
  const histories = new Map<string, string[]>();
  for (const run of runs.toReversed()) {
    const states = [...(bySubject.get(subjectOf(run)) ?? []), run.state].slice(-MOST);
    bySubject.set(subjectOf(run), states);
    histories.set(run.runId, states);
  }
  return histories;
}

/** e.g. `Last 5 runs: 1 failed, 4 passed`. */
export function historyText(states: readonly string[]): string {
  const counts = STATUSES.map(status => ({
    word: STATUS_TITLES[status].toLowerCase(),
    count: states.filter(state => statusOf(state) === status).length,
  }));
  const told = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  return `Last ${states.length} runs: ${told.join(', ')}`;
}
