import {
  type FeatureImplementation,
  type ItemInstance,
  syncDataLoaderFeature,
  type TreeConfig,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import { areFew } from './are-few.ts';
import { useKeptInSight } from './kept-in-sight.ts';
import type { CodesUpdate } from './use-kept-codes.ts';

type Update<Value> = Value | ((old: Value) => Value);

export const updated = <Value>(update: Update<Value>, old: Value): Value =>
  update instanceof Function ? update(old) : update;

interface TreeView<Item> extends Folding, Pick<Reveal<Item>, 'selected' | 'above'> {
  root: string;
  itemOf(code: string): Item;
  isFolder(item: Item): boolean;
  isThere(code: string): boolean;
  /** What items are read from, besides their children: a change rebuilds the tree. */
  data: unknown;
  features?: readonly FeatureImplementation[];
  more?: Partial<TreeConfig<Item>>;
}

export function useTreeView<Item extends { name: string }>(view: TreeView<Item>) {
  const { root, children, filter, itemOf, isFolder, isThere, data, features = [], more } = view;
  const { store } = useIde();
  const { expandedItems, setExpandedItems } = useFolding(view);
  const focus = useIdeState(state => state.view.treeFocus);
  const goTo = useRef<(index: number) => void>(() => undefined);
  const tree = useTree<Item>({
    rootItemId: root,
    dataLoader: { getItem: itemOf, getChildren: code => [...(children.get(code) ?? [])] },
    getItemName: item => item.getItemData().name,
    isItemFolder: item => isFolder(item.getItemData()),
    scrollToItem: item => goTo.current(item.getItemMeta().index),
    ...more,
    features: [syncDataLoaderFeature, ...features, promptFocus],
    state: { expandedItems, focusedItem: focus !== undefined && isThere(focus) ? focus : null, ...more?.state },
    setExpandedItems,
    setFocusedItem: update =>
      store.setView({ treeFocus: updated(update, store.getState().view.treeFocus ?? null) ?? undefined }),
  });
  useRebuild(tree, [data, children, expandedItems]);
  const { scroller, setScroller, virtual } = useRows(tree);
  goTo.current = index => virtual.scrollToIndex(index);
  const { selected, above, setOpened } = view;
  const index = useReveal({ tree, selected, above, isReady: scroller !== null, goTo: goTo.current, open: setOpened });
  const place = () => (index < 0 ? undefined : virtual.measurementsCache[index]);
  useKeptInSight({ scroller, place, show: () => virtual.scrollToIndex(index) });
  useEffect(() => {
    if (filter !== '') scroller?.scrollTo({ top: 0 });
  }, [filter, scroller]);
  return { tree, virtual, scroller, setScroller };
}

/** The tree reads its data once, so it must be rebuilt when that changes. */
function useRebuild<Item>(tree: TreeInstance<Item>, causes: readonly unknown[]): void {
  const last = useRef<readonly unknown[]>([]);
  if (causes.some((cause, index) => cause !== last.current[index])) {
    last.current = causes;
    tree.rebuildTree();
  }
}

interface Folding {
  opened: readonly string[];
  setOpened(update: CodesUpdate): void;
  /** With the filter. */
  children: ReadonlyMap<string, readonly string[]>;
  /** Empty: no filter. */
  filter: string;
  /** What is in the field, which the tree may be behind: what is folded meanwhile stays so. */
  typed: string;
}

/** A filter opens all that it leaves, until that is folded; the next one opens it again. */
function useFolding({ opened, setOpened, children, filter, typed }: Folding) {
  const [kept, setKept] = useState({ typed, folded: NONE });
  const folded = kept.typed === typed ? kept.folded : NONE;
  const isAllOpen = filter !== '' && areFew(children);
  const expandedItems = useMemo(
    () => (isAllOpen ? [...children.keys()].filter(code => !folded.includes(code)) : [...opened]),
    [isAllOpen, children, folded, opened],
  );
  const setExpandedItems = (update: string[] | ((old: string[]) => string[])) => {
    const next = typeof update === 'function' ? update(expandedItems) : update;
    if (!isAllOpen) return setOpened(next);
    setKept({ typed, folded: [...children.keys()].filter(code => !next.includes(code)) });
  };
  return { expandedItems, setExpandedItems };
}

const NONE: readonly string[] = [];

const ROW_PX = 30;

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
  selected: string | undefined;
  /** What has to be open for it to be visible. */
  above: readonly string[];
  isReady: boolean;
  goTo(index: number): void;
  open(update: CodesUpdate): void;
}

function useReveal<Item>({ tree, selected, above, isReady, goTo, open }: Reveal<Item>): number {
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
  return index;
}

/** A distant row is drawn once it has been scrolled to: half a second, as a rule. */
const MOST_FRAMES = 30;

/** Focuses a row before the next key: the tree's own way is late, when a row left meanwhile takes the focus back. */
const promptFocus: FeatureImplementation = {
  key: 'prompt-focus',
  treeInstance: {
    // After the page knows the focused item.
    updateDomFocus: ({ tree }) => queueMicrotask(() => focusRow(tree)),
  },
};

function focusRow<Item>(tree: TreeInstance<Item>): void {
  const item = tree.getFocusedItem();
  tree.getConfig().scrollToItem?.(item);
  focusWhenDrawn(tree, item, MOST_FRAMES);
}

function focusWhenDrawn<Item>(tree: TreeInstance<Item>, item: ItemInstance<Item>, frames: number): void {
  if (tree.getFocusedItem().getId() !== item.getId()) return;
  const row = item.getElement();
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(tree, item, frames - 1));
}
