/** How runs of the same thing went, one after the other. Pure. */
import type { RunEntry } from '../../app/tool-replies.ts';
import { countsText } from './report-results.ts';

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
export const historyText = (states: readonly string[]): string =>
  `Last ${states.length} runs: ${countsText(
    states.map(state => ({ state })),
    ', ',
  )}`;
