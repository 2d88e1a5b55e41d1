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

/** The results as a Markdown table whose columns are aligned. */
export function formatTable(results) {
  const names = Object.keys(COLUMNS);
  const rows = [names, ...results.map(row => names.map(name => COLUMNS[name](row)))];
  const widths = names.map((_, column) => Math.max(...rows.map(cells => cells[column].length)));
  const line = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  const rule = line(widths.map(width => '-'.repeat(width)));
  return line(rows[0]) + rule + rows.slice(1).map(line).join('');
}
