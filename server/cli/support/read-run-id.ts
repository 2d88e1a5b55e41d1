import { AppError } from '../../../model/errors/errors.ts';
import { RunId } from '../../../model/names/codes.ts';

/** Errors: `invalid-params`. */
export function readRunId(text: string, field = 'run'): RunId {
  const runId = RunId.safeParse(text);
  if (runId.success) return runId.data;
  throw new AppError('invalid-params', `"${text}" is not a run ID such as r12.`, { field });
}
