import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const rightClick = defineActionKind({
  type: 'rightClick',
  label: 'Right-click',
  fields: { locator: FIELDS.locator, modifiers: FIELDS.modifiers.optional(), position: FIELDS.position.optional() },
  title: action => `Right-click ${describeLocator(action.locator)}`,
  element: () => 'clickable',
});
