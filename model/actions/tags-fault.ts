import { isAppError } from '../errors/errors.ts';
import { parseTagExpression } from '../values/tag-expression.ts';
import type { FieldFault } from './field-fault.ts';

/** Why the tags of an action cannot be read. */
export function tagsFault({ tags }: { tags?: string | undefined }): FieldFault | undefined {
  try {
    if (tags !== undefined) parseTagExpression(tags);
    return undefined;
  } catch (error) {
    if (isAppError(error)) return { field: 'tags', message: error.message };
    throw error;
  }
}
