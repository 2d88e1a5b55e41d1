import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const doubleClick = defineActionKind({
  type: 'dblclick',
  label: 'Double-click',
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => `Double-click ${describeLocator(action.locator)}`,
  element: () => 'clickable',
});
