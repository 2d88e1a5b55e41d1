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

export const assert = defineActionKind({
  type: 'assert',
  label: 'Assert',
  note: 'Retried until it holds or the time limit is reached',
  alsoCalled: ['expect', 'verify'],
  isLook: true,
  fields: {
    matcher: FIELDS.matcher,
    locator: FIELDS.locator.optional(),
    expected: FIELDS.expected.optional(),
    attribute: FIELDS.attribute.optional(),
    not: FIELDS.not.optional(),
    ignoreCase: FIELDS.ignoreCase.optional(),
  },
  lead: 'Check that ',
  title: describeAssertion,
  uses: ({ matcher }) => fieldsOfMatcher(matcher),
  fault: assertionFault,
  element: useOfMatcher,
  mayFallBack,
  script: scriptOfMatcher,
});
