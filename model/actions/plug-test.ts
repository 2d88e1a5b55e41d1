import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const plugTest = defineActionKind({
  type: 'plugTest',
  label: 'Plug test case',
  note: 'Runs in the same browser context, with the same variables',
  leavesPage: 'yes',
  fields: {
    test: FIELDS.test,
    parameters: FIELDS.parameters.optional(),
    role: FIELDS.role.optional(),
    repeat: FIELDS.repeat.optional(),
  },
  title: action => `Plug test case ${action.test}`,
});
