import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const hover = defineActionKind({
  type: 'hover',
  label: 'Hover over',
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => `Hover over ${describeLocator(action.locator)}`,
  element: () => 'visible',
});
