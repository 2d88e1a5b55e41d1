import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

/** Repeats its block for each row, so many times, or while an expression holds. */
export const loop = defineActionKind({
  type: 'loop',
  label: 'Loop',
  block: 'open',
  fields: { rows: FIELDS.rows.optional(), times: FIELDS.times.optional(), while: FIELDS.while.optional() },
  title: action => {
    if (action.rows !== undefined) return `Loop over ${action.rows.length} rows`;
    if (action.times !== undefined) return `Loop ${action.times} times`;
    return `Loop while ${action.while}`;
  },
  fault: action => {
    const given = [action.rows, action.times, action.while].filter(field => field !== undefined).length;
    if (given !== 1) return { field: 'times', message: 'loop needs exactly one of rows, times and while' };
    if (action.times !== undefined && !/^\d+$|\{\{/.test(action.times.trim()))
      return { field: 'times', message: `loop needs a whole number of times, not "${action.times}"` };
    return undefined;
  },
});
