import type { RunEntry } from '../../app/tool-replies.ts';
import { countsText } from './report-results.ts';

const MOST = 20;

/** The same for all runs of one test or selection. */
export const subjectOf = ({ testCode, title }: Pick<RunEntry, 'testCode' | 'title'>): string => testCode ?? title;

/** By run: the states up to its own, oldest first. `runs` come newest first. */
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
