import { useCallback, useState } from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import { snapshotOf } from '../app/state.ts';

type Codes = readonly string[];
export type CodesUpdate = Codes | ((old: Codes) => Codes);

/** Kept while other screens are shown. */
export function useKeptCodes(what: string, initial: () => Codes): [Codes, (update: CodesUpdate) => void] {
  const { store } = useIde();
  const key = useIdeState(state => {
    const snapshot = snapshotOf(state);
    return `${snapshot?.project.projectId}/${snapshot?.versionId}/${what}`;
  });
  const [first] = useState(initial);
  const kept = useIdeState(({ view }) => view.keptCodes[key]);
  const set = useCallback(
    (update: CodesUpdate) => {
      const { keptCodes } = store.getState().view;
      const next = typeof update === 'function' ? update(keptCodes[key] ?? first) : update;
      if (next !== keptCodes[key]) store.setView({ keptCodes: { ...keptCodes, [key]: next } });
    },
    [store, key, first],
  );
  return [kept ?? first, set];
}
