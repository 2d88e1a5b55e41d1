import { hotkeysCoreFeature } from '@headless-tree/core';
import { useEffect, useMemo, useRef } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { useTreeView } from '../../parts/tree-view.ts';
import { useKeptCodes } from '../../parts/use-kept-codes.ts';
import { type FeatureChildren, type FeatureItem, featureOf, itemsOf, ROOT } from './feature-items.ts';

const FEW_FEATURES = 12;
const GONE: FeatureItem = { kind: 'root', code: ROOT, name: '' };

interface TreeGiven {
  features: readonly FeatureEntry[];
  children: FeatureChildren;
  filter: string;
  /** What is in the field now. */
  typed: string;
  place: ProjectPlace;
}

export function useFeatureTree({ features, children, filter, typed, place }: TreeGiven) {
  const items = useMemo(() => itemsOf(features), [features]);
  const selected = [place.scenario, place.feature].find(code => code !== undefined && items.has(code));
  const above = useMemo(() => (selected?.includes('.') ? [featureOf(selected)] : []), [selected]);
  const view = useTreeView<FeatureItem>({
    ...useOpened(features),
    root: ROOT,
    children,
    filter,
    typed,
    itemOf: code => items.get(code) ?? GONE,
    isFolder: ({ kind }) => kind === 'feature',
    isThere: code => items.has(code),
    data: items,
    features: [hotkeysCoreFeature],
    selected,
    above,
  });
  return { ...view, selected };
}

/** Where features are few they are open from the start, new ones as well. */
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
