import { hotkeysCoreFeature, syncDataLoaderFeature, type TreeInstance } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { ancestorsOf, childrenOf, filterTree, itemOf, ROOT, type TreeItem } from './tree-items.ts';

const ROW_PX = 30;
const FEW_MODULES = 12;

/** The tree with its open modules, its focus and its rows that are drawn. */
export function useModuleTree(snapshot: ProjectSnapshot, filter: string, selected: string | undefined) {
  const { store } = useIde();
  const { modules, tests } = snapshot;
  const all = useMemo(() => childrenOf({ modules, tests }), [modules, tests]);
  const children = useMemo(() => filterTree({ modules, tests }, all, filter), [modules, tests, all, filter]);
  const [opened, setOpened] = useState<string[]>(() => initiallyOpen(snapshot));
  const isFiltered = filter.trim() !== '';
  const expandedItems = useMemo(() => (isFiltered ? [...children.keys()] : opened), [isFiltered, children, opened]);
  const focusedItem = useIdeState(state => state.view.treeFocus) ?? null;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const goTo = useRef<(index: number) => void>(() => undefined);

  const tree = useTree<TreeItem>({
    rootItemId: ROOT,
    features: [syncDataLoaderFeature, hotkeysCoreFeature],
    dataLoader: {
      getItem: code => itemOf({ modules, tests }, all, code),
      getChildren: code => [...(children.get(code) ?? [])],
    },
    getItemName: item => item.getItemData().name,
    isItemFolder: item => item.getItemData().kind !== 'test',
    state: { expandedItems, focusedItem: focusedItem !== null && isShown(snapshot, focusedItem) ? focusedItem : null },
    setExpandedItems: update => setOpened(old => (typeof update === 'function' ? update(old) : update)),
    setFocusedItem: update => {
      const next = typeof update === 'function' ? update(store.getState().view.treeFocus ?? null) : update;
      store.setView({ treeFocus: next ?? undefined });
    },
    scrollToItem: item => goTo.current(item.getItemMeta().index),
  });
  useRebuild(tree, [children, expandedItems]);
  const virtual = useVirtualizer({
    count: tree.getItems().length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  goTo.current = index => virtual.scrollToIndex(index);
  useReveal({ tree, snapshot, selected, goTo: index => virtual.scrollToIndex(index), open: setOpened });
  return { tree, virtual, scroller, setScroller, isEmpty: tree.getItems().length === 0 };
}

const isShown = ({ modules, tests }: ProjectSnapshot, code: string): boolean =>
  Object.hasOwn(modules, code) || Object.hasOwn(tests, code);

/** Few modules are open from the start. */
function initiallyOpen({ modules }: ProjectSnapshot): string[] {
  const codes = Object.keys(modules);
  return codes.length <= FEW_MODULES ? codes : [];
}

/** The tree reads its data once; it has to be told when that has changed. */
function useRebuild(tree: TreeInstance<TreeItem>, causes: readonly unknown[]): void {
  const last = useRef<readonly unknown[]>([]);
  if (causes.some((cause, index) => cause !== last.current[index])) {
    last.current = causes;
    tree.rebuildTree();
  }
}

interface Reveal {
  tree: TreeInstance<TreeItem>;
  snapshot: ProjectSnapshot;
  selected: string | undefined;
  goTo(index: number): void;
  open(change: (opened: string[]) => string[]): void;
}

/** What is chosen can be seen: the modules around it are open, and it is scrolled to. */
function useReveal({ tree, snapshot, selected, goTo, open }: Reveal): void {
  const { modules, tests } = snapshot;
  const isThere = selected !== undefined && isShown(snapshot, selected);
  useEffect(() => {
    if (!isThere || selected === undefined) return;
    const above = ancestorsOf({ modules, tests }, selected);
    open(opened => (above.every(code => opened.includes(code)) ? opened : [...new Set([...opened, ...above])]));
  }, [isThere, selected, modules, tests, open]);
  const index = isThere ? tree.getItems().findIndex(item => item.getId() === selected) : -1;
  const jump = useRef(goTo);
  jump.current = goTo;
  const wasShown = useRef<string>(undefined);
  useEffect(() => {
    if (index < 0 || wasShown.current === selected) return;
    wasShown.current = selected;
    jump.current(index);
  }, [index, selected]);
}
