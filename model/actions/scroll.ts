import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

/** With a locator alone: brings the element into view; with x or y: scrolls it, or the page, by so much. */
export const scroll = defineActionKind({
  type: 'scroll',
  label: 'Scroll',
  note: 'To `locator`; with `x` or `y` by so much, in it or in the page',
  leavesPage: 'no',
  fields: { locator: FIELDS.locator.optional(), x: FIELDS.x.optional(), y: FIELDS.y.optional() },
  title: action => {
    const subject = action.locator === undefined ? 'the page' : describeLocator(action.locator);
    if (action.x === undefined && action.y === undefined) return `Scroll to ${subject}`;
    return `Scroll ${subject} by ${action.x ?? 0}, ${action.y ?? 0}`;
  },
  fault: action =>
    action.locator === undefined && action.x === undefined && action.y === undefined
      ? { field: 'locator', message: 'scroll needs a locator, or x or y' }
      : undefined,
});
