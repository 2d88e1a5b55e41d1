import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const click = defineActionKind({
  type: 'click',
  label: 'Click',
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => `Click ${describeLocator(action.locator)}`,
  element: () => 'clickable',
});
