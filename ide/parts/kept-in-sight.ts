import { useEffect, useRef } from 'react';

interface SightedRow {
  scroller: HTMLElement | null;
  /** Of the row among all, in pixels; undefined: there is none. */
  place(): { start: number; end: number } | undefined;
  show(): void;
}

/** A row in sight stays so when its list gets smaller, as where a banner appears above it. */
export function useKeptInSight(row: SightedRow): void {
  const now = useRef(row);
  now.current = row;
  const { scroller } = row;
  useEffect(() => {
    if (scroller === null) return undefined;
    let height = scroller.clientHeight;
    const observer = new ResizeObserver(() => {
      const { start, end } = now.current.place() ?? { start: 0, end: 0 };
      const wasInSight = start >= scroller.scrollTop && start < scroller.scrollTop + height;
      height = scroller.clientHeight;
      if (wasInSight && end > scroller.scrollTop + height) now.current.show();
    });
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller]);
}
