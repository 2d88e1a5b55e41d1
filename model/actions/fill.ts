import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const fill = defineActionKind({
  type: 'fill',
  label: 'Type',
  note: 'Replaces what is there; dates are written 2026-12-31, times 23:59, colours #ff0000',
  leavesPage: 'no',
  fields: { locator: FIELDS.locator, value: FIELDS.value },
  title: action => `Type “${action.value}” into ${describeLocator(action.locator)}`,
  element: () => 'editable',
});
