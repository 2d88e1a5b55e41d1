import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const drag = defineActionKind({
  type: 'drag',
  label: 'Drag',
  fields: { locator: FIELDS.locator, target: FIELDS.target },
  aliases: { to: 'target' },
  title: action => `Drag ${describeLocator(action.locator)} to ${describeLocator(action.target)}`,
  element: () => 'visible',
});
