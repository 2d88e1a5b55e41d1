/** What two texts differ in, line by line. Pure. */

const AROUND = 2;
/** Larger parts are told as taken out and put in whole: comparing each with each would take too long. */
const MOST_PAIRS = 4_000_000;

type Sign = ' ' | '-' | '+';

interface Line {
  sign: Sign;
  text: string;
}

/** As a unified diff without the names of files; empty where no line differs. Ends of lines do not count. */
export function lineDifference(before: string, after: string): string {
  const lines = compared(linesOf(before), linesOf(after));
  return hunksOf(lines)
    .map(hunk => hunkText(lines, hunk))
    .join('\n');
}

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const signed = (sign: Sign, lines: readonly string[]): Line[] => lines.map(text => ({ sign, text }));

function compared(old: readonly string[], next: readonly string[]): Line[] {
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  const [from, to] = [old.slice(start, old.length - end), next.slice(start, next.length - end)];
  const middle =
    from.length * to.length > MOST_PAIRS ? [...signed('-', from), ...signed('+', to)] : longestCommon(from, to);
  return [...signed(' ', old.slice(0, start)), ...middle, ...signed(' ', old.slice(old.length - end))];
}

/** How many lines can be kept in their order from a line of each text on. */
function keptFrom(old: readonly string[], next: readonly string[]): (row: number, column: number) => number {
  const width = next.length + 1;
  const kept = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => kept[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      kept[row * width + column] =
        old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}

function longestCommon(old: readonly string[], next: readonly string[]): Line[] {
  const at = keptFrom(old, next);
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [from, to] = [old[row], next[column]];
    if (from !== undefined && from === to) {
      lines.push({ sign: ' ', text: from });
      row += 1;
      column += 1;
    } else if (from !== undefined && (to === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: from });
      row += 1;
    } else {
      lines.push({ sign: '+', text: to ?? '' });
      column += 1;
    }
  }
  return lines;
}

interface Hunk {
  from: number;
  to: number;
}

/** Changes with what stands around them; those whose surroundings meet belong together. */
function hunksOf(lines: readonly Line[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const last = hunks.at(-1);
    const to = Math.min(lines.length, index + 1 + AROUND);
    if (last !== undefined && index - AROUND <= last.to) last.to = to;
    else hunks.push({ from: Math.max(0, index - AROUND), to });
  }
  return hunks;
}

function hunkText(lines: readonly Line[], { from, to }: Hunk): string {
  const shown = lines.slice(from, to);
  const count = (all: readonly Line[], other: Sign) => all.filter(({ sign }) => sign !== other).length;
  const place = (other: Sign) => {
    const length = count(shown, other);
    const first = count(lines.slice(0, from), other) + (length === 0 ? 0 : 1);
    return `${first},${length}`;
  };
  return [`@@ -${place('+')} +${place('-')} @@`, ...shown.map(({ sign, text }) => sign + text)].join('\n');
}
