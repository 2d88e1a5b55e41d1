import { defineActionKind } from './define-action-kind.ts';
import { useOfMatcher } from './element-use.ts';
import { FIELDS } from './fields.ts';
import { assertionFault, describeAssertion } from './matchers.ts';

export const assert = defineActionKind({
  type: 'assert',
  label: 'Assert',
  note: 'Looked at again and again until it holds or the time is over',
  leavesPage: 'no',
  fields: {
    matcher: FIELDS.matcher,
    locator: FIELDS.locator.optional(),
    expected: FIELDS.expected.optional(),
    attribute: FIELDS.attribute.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
  },
  title: describeAssertion,
  fault: assertionFault,
  element: useOfMatcher,
});
