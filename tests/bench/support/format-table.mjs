const shown = number => {
  if (number === undefined) return '';
  return number >= 100 ? number.toFixed(0) : number.toFixed(number >= 10 ? 1 : 2);
};

const verdictOf = ({ figure, must, isMet }) => {
  if (figure === undefined) return '';
  if (isMet) return 'met';
  return must ? 'MISSED' : 'missed';
};

const COLUMNS = {
  bench: row => row.bench,
  what: row => row.what,
  n: row => String(row.count),
  median: row => `${shown(row.median)} ${row.unit}`,
  p95: row => shown(row.p95),
  floor: row => shown(row.floor),
  '× floor': row => shown(row.ratio),
  figure: row => row.figure ?? '',
  verdict: verdictOf,
};

/** A Markdown table whose columns are aligned. */
export function alignedTable(heads, rows) {
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...rows.map(cells => cells[column])].map(cell => cell.length)),
  );
  const line = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  return line(heads) + line(widths.map(width => '-'.repeat(width))) + rows.map(line).join('');
}

/** The results of benches that have no table of their own. */
export function formatTable(results) {
  const names = Object.keys(COLUMNS);
  return alignedTable(
    names,
    results.map(row => names.map(name => COLUMNS[name](row))),
  );
}
