import { structuredPatch } from 'diff';

const AROUND = 2;
/** Above this, texts are shown as removed and added whole: comparing them would take too long. */
const MOST_CHANGES = 2_000;

/** A unified diff without file names; empty where no line differs. Line endings are ignored. */
export function lineDifference(before: string, after: string): string {
  const [old, next] = [linesOf(before), linesOf(after)];
  const options = { context: AROUND, maxEditLength: MOST_CHANGES };
  const patch = structuredPatch('', '', ended(old), ended(next), undefined, undefined, options);
  if (patch === undefined)
    return [
      `@@ -${place(1, old.length)} +${place(1, next.length)} @@`,
      ...old.map(line => `-${line}`),
      ...next.map(line => `+${line}`),
    ].join('\n');
  return patch.hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${place(oldStart, oldLines)} +${place(newStart, newLines)} @@`, ...lines].join('\n'),
    )
    .join('\n');
}

/** A range without lines is named by the line before it. */
const place = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`;

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

const ended = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');
