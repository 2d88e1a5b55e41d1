import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useState } from 'react';
import { type DrawnRow, estimatedPx, type ReportRow } from './report-rows.ts';

/** Shorter lists are drawn whole: the browser finds and prints all of them. */
const DRAWN_WHOLE = 100;
const OVERSCAN = 10;

/** The browser keeps what is in sight in its place when rows above turn out higher, without ending a scroll under way. */
const IS_ANCHORED = CSS.supports('overflow-anchor', 'auto');

/** Those rows of a report that are in sight. Each view of it shows its beginning first. */
export function useDrawnRows(rows: readonly ReportRow[], view: string) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const count = rows.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    // Places are worked out anew for another function.
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

/** With the head that the first one stands under, and with the row that has the focus, which would lose it else. */
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
