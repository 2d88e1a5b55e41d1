import { AppError } from '../../model/errors/errors.ts';
import type { Stage } from '../../model/project/stage.ts';

const FAILED: Record<Stage, string> = {
  'sign in': 'Signing in failed',
  fetch: 'Fetching the features failed',
  unpack: 'Unpacking the answer failed',
  match: 'Finding feature files in the answer failed',
  upload: 'Uploading the results failed',
};

/** What went wrong with a service of others: the stage, the HTTP status where there was one, and what to do. */
export const stageFailure = (stage: Stage, what: string, status?: number): AppError =>
  new AppError('feature-server-failed', `${FAILED[stage]}: ${what}`, {
    facts: { stage, ...(status === undefined ? {} : { status }) },
  });
