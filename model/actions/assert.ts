import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';
import {
  assertionFault,
  describeAssertion,
  fieldsOfMatcher,
  mayFallBack,
  scriptOfMatcher,
  useOfMatcher,
} from './matchers.ts';
import { say } from './sentence.ts';

export const assert = defineActionKind({
  type: 'assert',
  label: 'Check',
  alsoCalled: ['text', 'assertion', 'expect', 'verify', 'see', 'should', 'contains', 'visible'],
  isLook: true,
  fields: {
    matcher: FIELDS.matcher,
    locator: FIELDS.locator.optional(),
    expected: FIELDS.expected.optional(),
    attribute: FIELDS.attribute.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
    tolerance: FIELDS.tolerance.optional(),
    masks: FIELDS.masks.optional(),
  },
  title: action => say`Check that ${describeAssertion(action)}`,
  uses: ({ matcher }) => fieldsOfMatcher(matcher),
  fault: assertionFault,
  element: useOfMatcher,
  mayFallBack,
  script: scriptOfMatcher,
});
