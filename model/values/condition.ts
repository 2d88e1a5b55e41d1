import { AppError } from '../errors/errors.ts';
import type { ReferencedNames } from './referenced-names.ts';
import { hasExpressions, parseTemplate, soleExpression } from './template.ts';

/** The expression of a condition, which may stand in `{{ }}`. Errors: `invalid-params` when it is not one expression. */
export function conditionSource(condition: string): string {
  const text = condition.trim();
  const source = hasExpressions(text) ? soleExpression(parseTemplate(text))?.source : text;
  if (source !== undefined && source !== '') return source;
  throw new AppError('invalid-params', `A condition is one expression; “${condition}” is not.`, {
    expected: 'count > 3',
  });
}

/** Whether an expression names a secret. */
export const namesSecret = ({ references, wholeGroups }: ReferencedNames): boolean =>
  wholeGroups.includes('secret') || references.some(({ group }) => group === 'secret');
