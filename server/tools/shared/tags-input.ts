import { z } from 'zod';
import { Tag } from '../../../model/names/names.ts';
import { parseTagExpression, type TagFilter } from '../../../model/values/tag-expression.ts';

/** Tags as callers give them: an expression, or a list of those that all must be there. */
export const TagsInput = z.union([z.string().min(1).max(2_000), z.array(Tag).max(20)]);
export type TagsInput = z.infer<typeof TagsInput>;

/** Which scenarios are meant; every one without tags. Errors: `invalid-params`. */
export function tagFilterOf(tags: TagsInput | undefined): TagFilter {
  if (tags === undefined || tags.length === 0) return () => true;
  return parseTagExpression(typeof tags === 'string' ? tags : tags.join(' and '));
}
