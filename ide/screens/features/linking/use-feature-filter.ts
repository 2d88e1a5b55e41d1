import { useEffect, useRef, useState } from 'react';
import { useIde } from '../../../app/context.tsx';
import { type FeatureFilter, isInProject, type ProjectPlace } from '../../../app/places.ts';

/** Browsers limit how often the address changes. */
const PAUSE_MS = 250;

const filterOf = ({ filter = '', shown }: Pick<ProjectPlace, 'filter' | 'shown'>): FeatureFilter => ({
  text: filter,
  shown: shown === 'red' || shown === 'failed' ? shown : 'all',
});

const isSame = (one: FeatureFilter, other: FeatureFilter): boolean =>
  one.text === other.text && one.shown === other.shown;

/** In the address, so that reload and Back keep it; typing gets there after a pause. */
export function useFeatureFilter(place: ProjectPlace): [FeatureFilter, (filter: FeatureFilter) => void] {
  const { navigation } = useIde();
  const inAddress = filterOf(place);
  const { text, shown } = inAddress;
  const [filter, setFilter] = useState(inAddress);
  const known = useRef(inAddress);
  useEffect(() => {
    if (isSame(known.current, { text, shown })) return;
    known.current = { text, shown };
    setFilter(known.current);
  }, [text, shown]);
  useEffect(() => {
    if (isSame(known.current, filter)) return undefined;
    const timer = setTimeout(() => {
      const now = navigation.place();
      if (!isInProject(now) || now.tab !== 'features') return;
      known.current = filter;
      const asked = { filter: filter.text || undefined, shown: filter.shown === 'all' ? undefined : filter.shown };
      navigation.go({ ...now, ...asked }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filter, navigation]);
  return [filter, setFilter];
}
