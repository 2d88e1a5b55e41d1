import { isExpression, literalText } from '../values/template.ts';
import { numberFault } from '../values/whole-number.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';

/** A loop that goes on for longer is taken for one without end. */
export const MOST_ROUNDS = 10_000;

/** What is wrong with rows as they are written. */
function rowsFault(rows: string | readonly unknown[]): string | undefined {
  if (rows.length === 0) return 'a loop over no rows does nothing; disable it, or give it rows';
  if (typeof rows !== 'string' || isExpression(rows)) return undefined;
  return 'rows are a list, or one expression that gives a list, e.g. {{ table }}';
}

/** Repeats its block for each row, so many times, or while an expression holds. */
export const loop = defineActionKind({
  type: 'loop',
  label: 'Loop',
  note: 'Takes one of the three; up to `end`. Rows may come of a value: a data table, whose first row has the names, a list of objects, or a list of values, each read as `item`',
  block: 'open',
  fields: { rows: FIELDS.rows.optional(), times: FIELDS.times.optional(), while: FIELDS.while.optional() },
  title: action => {
    if (typeof action.rows === 'string') return `Loop over ${action.rows}`;
    if (action.rows !== undefined) return `Loop over ${action.rows.length} rows`;
    if (action.times !== undefined) return `Loop ${action.times} times`;
    return `Loop while ${action.while}`;
  },
  fault: action => {
    const given = [action.rows, action.times, action.while].filter(field => field !== undefined).length;
    if (given !== 1) return { field: 'times', message: 'loop needs exactly one of rows, times and while' };
    const rows = action.rows === undefined ? undefined : rowsFault(action.rows);
    if (rows !== undefined) return { field: 'rows', message: rows };
    const times = action.times === undefined ? undefined : literalText(action.times);
    return fieldFault(
      'times',
      times === undefined ? undefined : numberFault('the number of rounds', times, MOST_ROUNDS),
    );
  },
});
