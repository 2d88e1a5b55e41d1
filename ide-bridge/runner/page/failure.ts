import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { errorHash } from '../../../model/run/error-hash.ts';
import type { ActionFailure } from '../../../model/run/run.ts';
import { shortened } from '../../browser/logs/shown-text.ts';
import { ActionObstacle } from './explain-action-error.ts';

/** Limit for a sentence with page text or an address. */
const MOST_MESSAGE = 5_000;

const textList = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;

export function hashed(failure: ActionFailure): ActionFailure {
  const message = shortened(failure.message, MOST_MESSAGE);
  return { ...failure, message, errorHash: errorHash({ ...failure, message }) };
}

export interface FailedAttempt {
  state: 'error' | 'stopped';
  failure: ActionFailure;
  isMissing: boolean;
  field?: string | undefined;
  covered?: string | undefined;
  obstacle?: ActionObstacle | undefined;
  /** The page did not answer, so there is no picture of it either. */
  isStuck?: boolean;
}

/** Marks an error from a page that does not answer. */
export const STUCK = { pageStuck: true } as const;

/** Either the run was stopped, or something could not be done. */
export function failureOf(error: unknown, signal: AbortSignal): FailedAttempt {
  if (signal.aborted) {
    const reason = isAppError(signal.reason) ? signal.reason : new AppError('stopped', 'The run was stopped.');
    if (reason.kind === 'stopped') return { state: 'stopped', failure: { message: reason.message }, isMissing: false };
    return { state: 'error', failure: hashed({ message: reason.message }), isMissing: false };
  }
  if (!isAppError(error)) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { state: 'error', failure: hashed({ message }), isMissing: false };
  }
  const { facts = {} } = error.detail;
  const log = textList(facts.log);
  const candidates = textList(facts.candidates);
  return {
    state: 'error',
    isMissing: error.kind === 'locator-not-found' && candidates === undefined,
    field: error.detail.field,
    covered: typeof facts.covered === 'string' ? facts.covered : undefined,
    obstacle: ActionObstacle.safeParse(facts.obstacle).data,
    isStuck: facts.pageStuck === true,
    failure: hashed({
      message: error.message,
      ...(candidates === undefined ? {} : { candidates }),
      ...(log === undefined ? {} : { log }),
    }),
  };
}
