import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const check = defineActionKind({
  type: 'check',
  label: 'Tick',
  fields: { locator: FIELDS.locator },
  title: action => `Tick ${describeLocator(action.locator)}`,
  element: () => 'checkable',
});
