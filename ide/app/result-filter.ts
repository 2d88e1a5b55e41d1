import { wordFilter } from '../ui/word-filter.ts';

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

/** Errors count as failures; running and stopped are neither. */
export const statusOf = (state: string): Status => OF_STATES[state] ?? 'other';

export const isBad = ({ state }: { state: string }): boolean => statusOf(state) === 'failed';

export const hasStatus = ({ status }: ResultFilter, state: string): boolean =>
  status === 'all' || statusOf(state) === status;

export const hasWords = ({ text }: ResultFilter, words: string): boolean => wordFilter(text)(words);
