/** Which runs and results are shown. Pure. */

export const STATUSES = ['all', 'failed', 'notImplemented', 'passed', 'other'] as const;
type Status = (typeof STATUSES)[number];

export const STATUS_TITLES: Readonly<Record<Status, string>> = {
  all: 'All',
  failed: 'Failed',
  notImplemented: 'Not implemented',
  passed: 'Passed',
  other: 'Other',
};

export interface ResultFilter {
  text: string;
  status: Status;
}

/** Of which runs those are listed that fit; left out: of all. */
export interface RunFilter extends ResultFilter {
  branch?: string | undefined;
  environment?: string | undefined;
}

export const NO_FILTER: ResultFilter = { text: '', status: 'all' };

const OF_STATES: Readonly<Record<string, Status>> = {
  failed: 'failed',
  error: 'failed',
  notImplemented: 'notImplemented',
  passed: 'passed',
};

/** Errors count as failures; what goes on or was stopped is something else. */
export const statusOf = (state: string): Status => OF_STATES[state] ?? 'other';

export const isBad = ({ state }: { state: string }): boolean => statusOf(state) === 'failed';

export const hasStatus = ({ status }: ResultFilter, state: string): boolean =>
  status === 'all' || statusOf(state) === status;

export function hasWords({ text }: ResultFilter, words: string): boolean {
  const lower = words.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word));
}
