import { hotkeysCoreFeature, syncDataLoaderFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useEffect, useMemo, useRef } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { promptFocus } from '../shared/prompt-focus.ts';
import { useFolding, useRebuild, useReveal, useRows } from '../shared/tree-view.ts';
import { useKeptCodes } from '../shared/use-kept-codes.ts';
import { type FeatureChildren, type FeatureItem, featureOf, itemsOf, ROOT } from './feature-items.ts';

const FEW_FEATURES = 12;
const GONE: FeatureItem = { kind: 'root', code: ROOT, name: '' };

interface Given {
  features: readonly FeatureEntry[];
  /** What is shown of them. */
  children: FeatureChildren;
  /** Empty: there is none. */
  filter: string;
  place: ProjectPlace;
}

/** The tree of features with those that are open, its focus and its rows that are drawn. */
export function useFeatureTree({ features, children, filter, place }: Given) {
  const items = useMemo(() => itemsOf(features), [features]);
  const { opened, setOpened } = useOpened(features);
  const { expandedItems, setExpandedItems } = useFolding({ opened, setOpened, children, filter });
  const { focusedItem, setFocusedItem } = useFocus(items);
  const goTo = useRef<(index: number) => void>(() => undefined);
  const tree = useTree<FeatureItem>({
    rootItemId: ROOT,
    features: [syncDataLoaderFeature, hotkeysCoreFeature, promptFocus],
    dataLoader: {
      getItem: code => items.get(code) ?? GONE,
      getChildren: code => [...(children.get(code) ?? [])],
    },
    getItemName: item => item.getItemData().name,
    isItemFolder: item => item.getItemData().kind === 'feature',
    state: { expandedItems, focusedItem },
    setExpandedItems,
    setFocusedItem,
    scrollToItem: item => goTo.current(item.getItemMeta().index),
  });
  useRebuild(tree, [items, children, expandedItems]);
  const { scroller, setScroller, virtual } = useRows(tree);
  goTo.current = index => virtual.scrollToIndex(index);
  const selected = [place.scenario, place.feature].find(code => code !== undefined && items.has(code));
  const above = useMemo(() => (selected?.includes('.') ? [featureOf(selected)] : []), [selected]);
  useReveal({ tree, selected, above, isReady: scroller !== null, goTo: goTo.current, open: setOpened });
  useEffect(() => {
    if (filter !== '') scroller?.scrollTo({ top: 0 });
  }, [filter, scroller]);
  return { tree, virtual, scroller, setScroller, selected };
}

/** Few features are open from the start, and those that come to them as well. */
function useOpened(features: readonly FeatureEntry[]) {
  const codes = useMemo(
    () => (features.length <= FEW_FEATURES ? features.map(({ featureCode }) => featureCode) : []),
    [features],
  );
  const [opened, setOpened] = useKeptCodes('open features', () => codes);
  const known = useRef(features);
  useEffect(() => {
    const old = new Set(known.current.map(({ featureCode }) => featureCode));
    known.current = features;
    const added = codes.filter(code => !old.has(code));
    if (added.length > 0) setOpened(others => [...new Set([...others, ...added])]);
  }, [features, codes, setOpened]);
  return { opened, setOpened };
}

type Update<Value> = Value | ((old: Value) => Value);

function useFocus(items: ReadonlyMap<string, FeatureItem>) {
  const { store } = useIde();
  const code = useIdeState(state => state.view.treeFocus);
  const setFocusedItem = (update: Update<string | null>) => {
    const next = typeof update === 'function' ? update(store.getState().view.treeFocus ?? null) : update;
    store.setView({ treeFocus: next ?? undefined });
  };
  return { focusedItem: code !== undefined && items.has(code) ? code : null, setFocusedItem };
}
