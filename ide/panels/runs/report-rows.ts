/** A report as a list of rows, heads among them, of which few may be drawn. Pure. */
import { itemKey } from '../../../model/run/item-title.ts';
import { isScenario, type ReportGroup, type ShownResult } from './report-results.ts';

export interface ReportRow {
  key: string;
  group: ReportGroup;
  /** The position of the row of its group. */
  head: number;
  /** Left out for the group itself. */
  result?: ShownResult;
}

/** A row to be drawn, and the space in pixels that those take before it that are not. */
export interface DrawnRow {
  index: number;
  gap: number;
}

/** The groups with the results of those that are open. */
export function rowsOf(groups: readonly ReportGroup[], isOpen: (group: ReportGroup) => boolean): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const group of groups) {
    const head = rows.length;
    rows.push({ key: `group ${group.code}`, group, head });
    if (isOpen(group)) rows.push(...group.results.map(result => ({ key: itemKey(result), group, head, result })));
  }
  return rows;
}

export interface DrawnResult extends DrawnRow {
  result: ShownResult;
}

export interface DrawnGroup {
  group: ReportGroup;
  head: DrawnRow;
  results: DrawnResult[];
}

/** What is drawn, by group; the row of a group comes before its results. */
export function drawnGroups(rows: readonly ReportRow[], drawn: readonly DrawnRow[]): DrawnGroup[] {
  const groups: DrawnGroup[] = [];
  for (const place of drawn) {
    const row = rows[place.index];
    if (row === undefined) continue;
    if (row.result === undefined) groups.push({ group: row.group, head: place, results: [] });
    else groups.at(-1)?.results.push({ ...place, result: row.result });
  }
  return groups;
}

const ROW_PX = 32;
const LINE_PX = 32;

/** About how high a row is that was never drawn. */
export function estimatedPx(result: ShownResult | undefined): number {
  if (result === undefined || result.state === 'passed') return ROW_PX;
  return ROW_PX + LINE_PX * (isScenario(result) ? result.steps.length : result.actions.length);
}
