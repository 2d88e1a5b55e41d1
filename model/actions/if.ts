import { defineActionKind } from './define-action-kind.ts';
import { useOfMatcher } from './element-use.ts';
import { FIELDS } from './fields.ts';
import { assertionFault, describeAssertion } from './matchers.ts';

/** Runs its block when a condition holds: an expression, or an assertion looked at once. */
export const ifBlock = defineActionKind({
  type: 'if',
  label: 'If',
  note: 'By `condition`, or by the fields of `assert`, looked at once; up to `else` or `end`',
  block: 'open',
  fields: {
    condition: FIELDS.condition.optional(),
    matcher: FIELDS.matcher.optional(),
    locator: FIELDS.locator.optional(),
    expected: FIELDS.expected.optional(),
    attribute: FIELDS.attribute.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
  },
  title: action => `If ${action.condition ?? describeAssertion(action)}`,
  fault: action => {
    if ((action.condition === undefined) === (action.matcher === undefined))
      return { field: 'condition', message: 'if needs either a condition or a matcher' };
    return assertionFault(action);
  },
  element: useOfMatcher,
});
