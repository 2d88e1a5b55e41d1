import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const screenshot = defineActionKind({
  type: 'screenshot',
  label: 'Take screenshot',
  note: 'Is kept with the run',
  leavesPage: 'no',
  fields: { name: FIELDS.name.optional(), fullPage: FIELDS.fullPage.optional(), locator: FIELDS.locator.optional() },
  title: action => (action.name === undefined ? 'Take screenshot' : `Take screenshot “${action.name}”`),
});
