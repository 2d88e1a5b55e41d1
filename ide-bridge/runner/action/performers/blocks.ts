import { MOST_ROUNDS } from '../../../../model/actions/block-kinds.ts';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { readNumber } from '../../page/read-field.ts';
import { Concealed, type FoundValue, type Values } from '../../values/scopes.ts';
import type { BlockContext } from '../perform-context.ts';
import { PASSED } from '../perform-context.ts';

export async function ifBlock(action: ActionOf<'if'>, context: BlockContext) {
  const { condition, matcher } = action;
  const holds =
    condition === undefined
      ? matcher !== undefined && (await context.looksTrue({ ...action, matcher }))
      : await context.condition(condition);
  context.chose(holds);
  return holds ? context.body() : context.otherwise();
}

export async function loop({ rows, times, while: condition }: ActionOf<'loop'>, context: BlockContext) {
  if (typeof rows === 'string') return loopOver(rowsOf(rows, await context.value(rows)), async row => row, context);
  if (rows !== undefined) return loopOver(rows, row => computedRow(row, context), context);
  const most = times === undefined ? MOST_ROUNDS : readNumber((await context.text(times)).text, 'times', MOST_ROUNDS);
  for (let round = 1; round <= most; round++) {
    if (condition !== undefined && !(await context.condition(condition))) return true;
    if (!(await context.body({ round, values: { round } }))) return false;
  }
  if (condition === undefined) return true;
  throw new AppError(
    'invalid-project',
    `The loop was still going on after ${MOST_ROUNDS} rounds: its condition “${condition}” stays true.`,
    { field: 'while' },
  );
}

async function loopOver(
  rows: readonly Values[],
  valuesOf: (row: Values) => Promise<Values>,
  { body }: BlockContext,
): Promise<boolean> {
  for (const [index, row] of rows.entries()) {
    const round = index + 1;
    if (!(await body({ round, values: { round, ...(await valuesOf(row)) } }))) return false;
  }
  return true;
}

/** Cells are computed when the round of the row begins. */
async function computedRow(row: Values, context: BlockContext): Promise<Values> {
  const cells: [string, unknown][] = [];
  for (const [name, cell] of Object.entries(row)) cells.push([name, await computedCell(cell, context)]);
  return Object.fromEntries(cells);
}

async function computedCell(cell: unknown, context: BlockContext): Promise<unknown> {
  if (typeof cell !== 'string' || !cell.includes('{{')) return cell;
  const { value, secrets } = await context.value(cell);
  return secrets.length === 0 ? value : new Concealed(value, secrets);
}

/** One row per item; the first list of a list of lists, as in data tables, has the names. */
function rowsOf(template: string, { value, secrets }: FoundValue): Values[] {
  if (typeof value !== 'object' || value === null)
    throw noRows(template, `is not a list; ${template} can be written in [ ]`);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const rows = list.length > 0 && list.every(isList) ? rowsOfTable(template, list) : list.map(rowOf);
  if (rows.length === 0) throw noRows(template, 'is empty; put the loop into an “if” where that can happen');
  if (rows.length > MOST_ROUNDS) throw noRows(template, `has ${rows.length} items; at most ${MOST_ROUNDS} are taken`);
  return secrets.length === 0 ? rows : rows.map(row => concealed(row, secrets));
}

const isList = (item: unknown): item is unknown[] => Array.isArray(item);

const rowOf = (item: unknown): Values =>
  typeof item === 'object' && item !== null && !isList(item) ? { ...item, item } : { item };

function rowsOfTable(template: string, [header = [], ...rows]: readonly unknown[][]): Values[] {
  const names = header.map(String);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw noRows(template, `has two columns that are called “${twice}”`);
  return rows.map(cells => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
}

const concealed = (row: Values, secrets: readonly string[]): Values =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, new Concealed(value, secrets)]));

const noRows = (template: string, why: string): AppError =>
  new AppError('invalid-project', `There is nothing to loop over: ${template} ${why}.`, { field: 'rows' });

export const group = (_action: unknown, context: BlockContext) => context.body();

export async function plugTest({ test, parameters = {}, repeat = 1 }: ActionOf<'plugTest'>, context: BlockContext) {
  for (let round = 1; round <= repeat; round++)
    if (!(await context.plug(test, parameters, repeat === 1 ? undefined : round))) return false;
  return true;
}

export const comment = async () => PASSED;

/** If somebody can resume, the run was paused before it. */
export const pause = async () => PASSED;
