import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { itemKey } from '../../../model/run/item-title.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { NothingFits } from './filter-bar.tsx';
import { ItemResult } from './item-result.tsx';
import classes from './report.module.css';
import { Folding, type Measured, Report } from './report-parts.tsx';
import type { ReportGroup, ReportResults } from './report-results.ts';
import type { ItemNode } from './run-nodes.ts';
import { type Histories, isScenario, type ShownItem } from './run-reply.ts';
import runs from './runs.module.css';

interface RunDetailsProps {
  histories: Histories;
  results: ReportResults;
  /** Changes with the filter; the list then goes back to its top. */
  view: string;
  omitted: string | undefined;
  /** The execution view of the run. */
  place: ProjectPlace;
  onShowAll(): void;
}

export function RunDetails({ histories, results, view, omitted, place, onShowAll }: RunDetailsProps) {
  const { groups, isFiltered } = results;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  // Memoized, as each scroll event renders.
  const { isOpen, rows } = useMemo(() => {
    const isOpen = ({ code, state }: ReportGroup) =>
      toggled.get(code) ?? (isFiltered || groups.length === 1 || state !== 'passed');
    return { isOpen, rows: rowsOf(groups, isOpen) };
  }, [groups, isFiltered, toggled]);
  const report = useReportOf({ histories, place });
  const { drawn, below, setScroller, measure } = useDrawnRows(rows, view);
  return (
    <div ref={setScroller} className="fill scroll on-raised">
      {isFiltered && groups.length === 0 && <NothingFits what="result" onShowAll={onShowAll} />}
      <Report value={report}>
        {drawnGroups(rows, drawn).map(shown => (
          <Group
            key={shown.group.code}
            shown={shown}
            place={place}
            isOpen={isOpen(shown.group)}
            onToggle={open => setToggled(new Map([...toggled, [shown.group.code, open]]))}
            measure={measure}
          />
        ))}
      </Report>
      <div style={{ height: below }} />
      {omitted !== undefined && <p className={`flush note ${runs.omitted}`}>{omitted.replace(/;.*$/s, '.')}</p>}
    </div>
  );
}

function useReportOf({ histories, place }: Pick<RunDetailsProps, 'histories' | 'place'>) {
  const [kept] = useState(() => new Map<string, boolean>());
  return useMemo(
    () => ({ kept, execution: place, historyOf: (item: ShownItem) => histories.get(itemKey(item)) }),
    [histories, place, kept],
  );
}

interface GroupProps {
  shown: DrawnGroup;
  place: ProjectPlace;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  measure: Measured['ref'];
}

function Group({ shown, place, isOpen, onToggle, measure }: GroupProps) {
  const { code, title, isFeature, state, counts, ms, results } = shown.group;
  const { projectId, versionId } = place;
  const what = isFeature ? 'Feature' : 'Module';
  const where = { projectId, versionId };
  return (
    <Folding
      label={`${what} ${title}`}
      level={2}
      title={
        <>
          <span dir="auto">{title}</span> <span className={`note regular numbers ${classes.counts}`}>{counts}</span>
        </>
      }
      {...{ state, ms, isOpen, onToggle }}
      link={{
        place: isFeature
          ? { ...where, tab: 'features', feature: code }
          : { ...where, tab: 'modules', ...moduleOf(results) },
        name: `Open ${what.toLowerCase()} ${title}`,
      }}
      measured={{ ref: measure, ...shown.head }}
    >
      {shown.results.map(({ result, index, gap }) => (
        <ItemResult key={result.key} node={result} measured={{ ref: measure, index, gap }} />
      ))}
    </Folding>
  );
}

function moduleOf([first]: readonly ItemNode[]): Pick<ProjectPlace, 'moduleId'> {
  return first === undefined || isScenario(first.item) ? {} : { moduleId: first.item.moduleCode };
}

/** Shorter lists are drawn whole, so that the browser finds and prints all of them. */
const DRAWN_WHOLE = 100;
const OVERSCAN = 10;

/** The browser keeps visible rows in place when rows above grow, without ending a scroll under way. */
const IS_ANCHORED = CSS.supports('overflow-anchor', 'auto');

function useDrawnRows(rows: readonly ReportRow[], view: string) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const count = rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    // Another function would have all places measured again.
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: index => estimatedPx(rows[index]?.result),
    overscan: count <= DRAWN_WHOLE ? count : OVERSCAN,
    rangeExtractor: range => inSight(rows, range, focusedIn(scroller)),
  });
  virtual.shouldAdjustScrollPositionOnItemSizeChange = IS_ANCHORED ? () => false : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view begins at its top
  useEffect(() => {
    scroller?.scrollTo({ top: 0 });
  }, [scroller, view]);
  const drawn: DrawnRow[] = [];
  let end = 0;
  for (const item of virtual.getVirtualItems()) {
    drawn.push({ index: item.index, gap: item.start - end });
    end = item.end;
  }
  return { drawn, below: virtual.getTotalSize() - end, setScroller, measure: virtual.measureElement };
}

/** With the heading of the first row, and with the focused row, which would lose the focus otherwise. */
function inSight(rows: readonly ReportRow[], range: Range, focused: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  const kept = focused === undefined ? shown : [focused, ...shown];
  const heads = kept.slice(0, 2).flatMap(index => rows[index]?.head ?? []);
  return [...new Set([...heads, ...kept])].filter(index => index < rows.length).toSorted((left, right) => left - right);
}

function focusedIn(scroller: HTMLElement | null): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && scroller?.contains(row) ? Number(row.dataset.index) : undefined;
}

interface ReportRow {
  key: string;
  group: ReportGroup;
  /** The index of the row of its group. */
  head: number;
  /** Left out for the group itself. */
  result?: ItemNode;
}

/** `gap`: pixels taken by the rows before it that are not drawn. */
interface DrawnRow {
  index: number;
  gap: number;
}

function rowsOf(groups: readonly ReportGroup[], isOpen: (group: ReportGroup) => boolean): ReportRow[] {
  const rows: ReportRow[] = [];
  for (const group of groups) {
    const head = rows.length;
    rows.push({ key: `group ${group.code}`, group, head });
    if (isOpen(group)) rows.push(...group.results.map(result => ({ key: result.key, group, head, result })));
  }
  return rows;
}

interface DrawnResult extends DrawnRow {
  result: ItemNode;
}

interface DrawnGroup {
  group: ReportGroup;
  head: DrawnRow;
  results: DrawnResult[];
}

function drawnGroups(rows: readonly ReportRow[], drawn: readonly DrawnRow[]): DrawnGroup[] {
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

const estimatedPx = (result: ItemNode | undefined): number =>
  result === undefined || result.state === 'passed' ? ROW_PX : ROW_PX + LINE_PX * result.children.length;
