import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';

/** The part of the failure of a run that is told. */
export const RunFailure = z.object({
  message: z.string(),
  candidates: z.array(z.string()).optional(),
  screenshot: z.string().optional(),
  action: z.object({ testCode: z.string(), actionIndex: z.number(), title: z.string() }).optional(),
});

/** What was wrong, at which row, and what is nearest. */
export function tellFailure(what: string, failure: z.output<typeof RunFailure> | undefined): AppError {
  if (failure === undefined) return new AppError('invalid-project', `${what}.`);
  const { message, action, candidates = [], screenshot } = failure;
  const place = action === undefined ? '' : ` at ${action.testCode} row ${action.actionIndex + 1} (${action.title})`;
  const near = candidates.length === 0 ? '' : `\nNearest:\n${candidates.map(each => `  ${each}`).join('\n')}`;
  const picture = screenshot === undefined ? '' : `\nPicture: ${screenshot}`;
  return new AppError('invalid-project', `${what}${place}: ${message}${near}${picture}`);
}
