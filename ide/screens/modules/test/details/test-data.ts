import type { ReplyOf } from '../../../../app/tool-replies.ts';
import type { Grid } from './pasted-table.ts';

export type StoredData = NonNullable<ReplyOf<'getTests'>['tests'][number]['data']>;
type DataRow = Extract<StoredData, { rows: unknown }>['rows'][number];

export const rowsOf = (data: StoredData | undefined): readonly DataRow[] =>
  data !== undefined && 'rows' in data ? data.rows : [];

export function gridOf(parameters: readonly string[], rows: readonly DataRow[]): Grid {
  const columns = [...new Set([...parameters, ...rows.flatMap(row => Object.keys(row))])];
  return { columns, rows: rows.map(row => columns.map(name => String(row[name] ?? ''))) };
}

/** Numbers and booleans stay such while they read so; what was left out and is still empty stays left out. */
export function rowsFrom({ columns, rows }: Grid, before: readonly DataRow[]): DataRow[] {
  return rows.map((cells, index) =>
    Object.fromEntries(
      columns.flatMap((name, column) => {
        const text = cells[column] ?? '';
        const old = before[index]?.[name];
        return old === undefined && text === '' ? [] : [[name.trim(), readCell(text, old)]];
      }),
    ),
  );
}

function readCell(text: string, old: string | number | boolean | undefined): string | number | boolean {
  if (String(old) === text && old !== undefined) return old;
  if (typeof old === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof old === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
