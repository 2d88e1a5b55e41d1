import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const uncheck = defineActionKind({
  type: 'uncheck',
  label: 'Untick',
  fields: { locator: FIELDS.locator },
  title: action => `Untick ${describeLocator(action.locator)}`,
  element: () => 'checkable',
});
