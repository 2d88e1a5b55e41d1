import { describeLocator } from '../locator/describe-locator.ts';
import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

const NEEDS_LOCATOR: readonly string[] = ['visible', 'hidden', 'enabled'];
const NEEDS_VALUE: readonly string[] = ['url', 'time', 'script'];

export const wait = defineActionKind({
  type: 'wait',
  label: 'Wait for',
  fields: { until: FIELDS.until, locator: FIELDS.locator.optional(), value: FIELDS.value.optional() },
  title: action => {
    if (action.until === 'time') return `Wait ${action.value} ms`;
    if (action.locator !== undefined) return `Wait until ${describeLocator(action.locator)} is ${action.until}`;
    if (action.until === 'url') return `Wait for the address ${action.value}`;
    return `Wait for ${action.until}`;
  },
  fault: action => {
    if (NEEDS_LOCATOR.includes(action.until) && action.locator === undefined)
      return { field: 'locator', message: `wait until "${action.until}" needs a locator` };
    if (!NEEDS_LOCATOR.includes(action.until) && action.locator !== undefined)
      return { field: 'locator', message: `wait until "${action.until}" takes no locator` };
    if (NEEDS_VALUE.includes(action.until) && action.value === undefined)
      return { field: 'value', message: `wait until "${action.until}" needs a value` };
    if (action.until === 'time' && action.value !== undefined && !/^\d+$|\{\{/.test(action.value.trim()))
      return { field: 'value', message: `wait until "time" needs whole milliseconds, not "${action.value}"` };
    return undefined;
  },
});
