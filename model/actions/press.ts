import { describeLocator } from '../locator/describe-locator.ts';
import { keyFault } from '../values/key.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';

export const press = defineActionKind({
  type: 'press',
  label: 'Press key',
  note: 'Without `locator` wherever the focus is',
  fields: { key: FIELDS.key, locator: FIELDS.locator.optional() },
  title: action =>
    action.locator === undefined ? `Press ${action.key}` : `Press ${action.key} in ${describeLocator(action.locator)}`,
  fault: ({ key }) => {
    const literal = literalText(key);
    return fieldFault('key', literal === undefined ? undefined : keyFault(literal));
  },
});
