import { AppError } from '../../../model/errors/errors.ts';
import { statusFault } from '../../../model/values/status.ts';
import type { PerformContext } from './perform-context.ts';

/** Of the field `expectStatus`. Errors: `invalid-project` for what is computed and is no status. */
export async function expectedStatus(
  template: string | undefined,
  context: Pick<PerformContext, 'text'>,
): Promise<string | undefined> {
  if (template === undefined) return undefined;
  const { text } = await context.text(template);
  const fault = statusFault(text);
  if (fault === undefined) return text;
  throw new AppError('invalid-project', `${fault}.`, { field: 'expectStatus' });
}
