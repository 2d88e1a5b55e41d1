import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const select = defineActionKind({
  type: 'select',
  label: 'Choose',
  note: 'Of a `<select>`; in other lists click what opens them, then the option',
  fields: { locator: FIELDS.locator, values: FIELDS.values },
  aliases: { value: 'values' },
  title: action =>
    `Choose ${action.values.map(value => `“${value}”`).join(', ')} in ${describeLocator(action.locator)}`,
  element: () => 'options',
});
