/** What trees have in common: they are drawn anew when their items change, and show what is chosen. */
import type { TreeInstance } from '@headless-tree/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { areFew } from './are-few.ts';
import type { CodesUpdate } from './use-kept-codes.ts';

/** The tree reads its data once; it has to be told when that has changed. */
export function useRebuild<Item>(tree: TreeInstance<Item>, causes: readonly unknown[]): void {
  const last = useRef<readonly unknown[]>([]);
  if (causes.some((cause, index) => cause !== last.current[index])) {
    last.current = causes;
    tree.rebuildTree();
  }
}

interface Folding {
  /** What is open without a filter. */
  opened: readonly string[];
  setOpened(update: CodesUpdate): void;
  /** What the filter leaves. */
  children: ReadonlyMap<string, readonly string[]>;
  /** Empty: there is none. */
  filter: string;
}

/** A filter opens all that it leaves, until that is folded; the next one opens it anew. */
export function useFolding({ opened, setOpened, children, filter }: Folding) {
  const [kept, setKept] = useState({ filter, folded: NONE });
  const folded = kept.filter === filter ? kept.folded : NONE;
  const isAllOpen = filter !== '' && areFew(children);
  const expandedItems = useMemo(
    () => (isAllOpen ? [...children.keys()].filter(code => !folded.includes(code)) : [...opened]),
    [isAllOpen, children, folded, opened],
  );
  const setExpandedItems = (update: string[] | ((old: string[]) => string[])) => {
    const next = typeof update === 'function' ? update(expandedItems) : update;
    if (!isAllOpen) return setOpened(next);
    setKept({ filter, folded: [...children.keys()].filter(code => !next.includes(code)) });
  };
  return { expandedItems, setExpandedItems };
}

const NONE: readonly string[] = [];

const ROW_PX = 30;

/** The element that scrolls, and those of its rows that are drawn. */
export function useRows<Item>(tree: TreeInstance<Item>) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtual = useVirtualizer({
    count: tree.getItems().length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  return { scroller, setScroller, virtual };
}

interface Reveal<Item> {
  tree: TreeInstance<Item>;
  /** An item that is there. */
  selected: string | undefined;
  /** What has to be open for it to be seen. */
  above: readonly string[];
  /** There is something to scroll. */
  isReady: boolean;
  goTo(index: number): void;
  open(update: CodesUpdate): void;
}

/** What is chosen can be seen: the items around it are open, and it is scrolled to. */
export function useReveal<Item>({ tree, selected, above, isReady, goTo, open }: Reveal<Item>): void {
  const around = above.join(' ');
  useEffect(() => {
    if (selected === undefined || around === '') return;
    const codes = around.split(' ');
    open(opened => (codes.every(code => opened.includes(code)) ? opened : [...new Set([...opened, ...codes])]));
  }, [selected, around, open]);
  const index = selected === undefined ? -1 : tree.getItems().findIndex(item => item.getId() === selected);
  const jump = useRef(goTo);
  jump.current = goTo;
  const wasShown = useRef<string>(undefined);
  useEffect(() => {
    if (!isReady || index < 0 || wasShown.current === selected) return;
    wasShown.current = selected;
    jump.current(index);
  }, [index, selected, isReady]);
}
