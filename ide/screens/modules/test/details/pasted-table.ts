/** A table as spreadsheets copy it: tabs between cells; a quoted cell may hold tabs, line breaks and doubled quotes. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [];
  const CELL = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r?\n|\r|$)/gy;
  let row: string[] = [];
  for (let match = CELL.exec(text); match !== null; match = CELL.exec(text)) {
    const [, cell = '', end = ''] = match;
    row.push(cell.startsWith('"') && cell.length > 1 && cell.endsWith('"') ? unquoted(cell) : cell);
    if (end !== '\t') {
      rows.push(row);
      row = [];
    }
    if (CELL.lastIndex >= text.length && end !== '\t') break;
  }
  // Spreadsheets end a table with a line break.
  const last = rows.at(-1);
  return last?.length === 1 && last[0] === '' ? rows.slice(0, -1) : rows;
}

const unquoted = (cell: string): string => cell.slice(1, -1).replaceAll('""', '"');

export const isTable = (text: string): boolean => /[\t\n\r]/.test(text.trim());

export interface Grid {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Whether the first line holds column names: known ones, or any where there are no columns yet. */
function isHead(first: readonly string[], columns: readonly string[]): boolean {
  const names = first.map(name => name.trim());
  if (new Set(names).size < names.length || !names.every(name => NAME.test(name))) return false;
  return columns.length === 0 || names.some(name => columns.includes(name));
}

export function pasteInto(
  grid: Grid,
  table: readonly (readonly string[])[],
  at: { row: number; column: number },
): Grid {
  const [first = []] = table;
  const hasHead = isHead(first, grid.columns);
  const body = hasHead ? table.slice(1) : table;
  const columns = [...grid.columns];
  const places = Array.from({ length: Math.max(0, ...table.map(row => row.length)) }, (_, index) => {
    const name = hasHead ? (first[index]?.trim() ?? '') : undefined;
    const known = name === undefined ? at.column + index : columns.indexOf(name);
    if (known >= 0 && known < columns.length) return known;
    columns.push(name ?? freeName(columns));
    return columns.length - 1;
  });
  const rows = grid.rows.map(row => [...row]);
  for (const [index, cells] of body.entries()) {
    const row = rows[at.row + index] ?? [];
    for (const [cell, text] of cells.entries()) row[places[cell] ?? 0] = text;
    rows[at.row + index] = row;
  }
  return { columns, rows: rows.map(row => columns.map((_, index) => row[index] ?? '')) };
}

export function freeName(taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`value${number}`)) number += 1;
  return `value${number}`;
}
