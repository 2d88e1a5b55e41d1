import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  keyboardDragAndDropFeature,
  selectionFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { dropsOf } from './tree-drops.ts';
import { ancestorsOf, childrenOf, filterTree, itemOf, ROOT, type TreeItem } from './tree-items.ts';

const ROW_PX = 30;
const FEW_MODULES = 12;
const NONE: readonly string[] = [];
const FEATURES = [
  syncDataLoaderFeature,
  selectionFeature,
  hotkeysCoreFeature,
  dragAndDropFeature,
  keyboardDragAndDropFeature,
];

/** The tree with its open modules, its focus and its rows that are drawn. */
export function useModuleTree(snapshot: ProjectSnapshot, filter: string, selected: string | undefined) {
  const ide = useIde();
  const { modules, tests } = snapshot;
  const all = useMemo(() => childrenOf({ modules, tests }), [modules, tests]);
  const children = useMemo(() => filterTree({ modules, tests }, all, filter), [modules, tests, all, filter]);
  const [opened, setOpened] = useState<string[]>(() => initiallyOpen(snapshot));
  const isFiltered = filter.trim() !== '';
  const expandedItems = useMemo(() => (isFiltered ? [...children.keys()] : opened), [isFiltered, children, opened]);
  const { focusedItem, setFocusedItem } = useFocusedItem(snapshot);
  const { selectedItems, setSelectedItems } = useChosenItems(snapshot);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const goTo = useRef<(index: number) => void>(() => undefined);

  const tree = useTree<TreeItem>({
    rootItemId: ROOT,
    features: FEATURES,
    dataLoader: {
      getItem: code => itemOf({ modules, tests }, all, code),
      getChildren: code => [...(children.get(code) ?? [])],
    },
    getItemName: item => item.getItemData().name,
    isItemFolder: item => item.getItemData().kind !== 'test',
    ...dropsOf(ide, isFiltered),
    state: { expandedItems, selectedItems, focusedItem },
    setExpandedItems: update => setOpened(old => (typeof update === 'function' ? update(old) : update)),
    setFocusedItem,
    setSelectedItems,
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
  const isReady = scroller !== null;
  useReveal({ tree, snapshot, selected, isReady, goTo: index => virtual.scrollToIndex(index), open: setOpened });
  useEffect(() => {
    if (filter.trim() !== '') scroller?.scrollTo({ top: 0 });
  }, [filter, scroller]);
  return { tree, virtual, scroller, setScroller, isEmpty: children.get(ROOT)?.length === 0 };
}

const isShown = ({ modules, tests }: Pick<ProjectSnapshot, 'modules' | 'tests'>, code: string): boolean =>
  Object.hasOwn(modules, code) || Object.hasOwn(tests, code);

type Update<Value> = Value | ((old: Value) => Value);

function useFocusedItem(snapshot: ProjectSnapshot) {
  const { store } = useIde();
  const code = useIdeState(state => state.view.treeFocus);
  const setFocusedItem = (update: Update<string | null>) => {
    const next = typeof update === 'function' ? update(store.getState().view.treeFocus ?? null) : update;
    store.setView({ treeFocus: next ?? undefined });
  };
  return { focusedItem: code !== undefined && isShown(snapshot, code) ? code : null, setFocusedItem };
}

/** Those that were chosen together, as far as they are still there. */
function useChosenItems({ modules, tests }: ProjectSnapshot) {
  const { store } = useIde();
  const chosen = useIdeState(state => state.view.treeChoice) ?? NONE;
  const selectedItems = useMemo(
    () => chosen.filter(code => isShown({ modules, tests }, code)),
    [chosen, modules, tests],
  );
  const setSelectedItems = (update: Update<string[]>) => {
    const old = [...(store.getState().view.treeChoice ?? NONE)];
    store.setView({ treeChoice: typeof update === 'function' ? update(old) : update });
  };
  return { selectedItems, setSelectedItems };
}

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
  /** There is something to scroll. */
  isReady: boolean;
  goTo(index: number): void;
  open(change: (opened: string[]) => string[]): void;
}

/** What is chosen can be seen: the modules around it are open, and it is scrolled to. */
function useReveal({ tree, snapshot, selected, isReady, goTo, open }: Reveal): void {
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
    if (!isReady || index < 0 || wasShown.current === selected) return;
    wasShown.current = selected;
    jump.current(index);
  }, [index, selected, isReady]);
}
