import { useEffect, useRef, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';

/** Chooses the row that failed: after each run of the test, and on opening it without a chosen row. */
export function useFailedRow(testCode: string, place: ProjectPlace): void {
  const { navigation, store } = useIde();
  const last = useIdeState(({ results }) => results.last[testCode]);
  const known = useRef<string>(undefined);
  const [runAtFirst] = useState(() => store.getState().results.runId);
  useEffect(() => {
    if (last === undefined || last.runId === known.current) return;
    const { results, view } = store.getState();
    const hasRunHere = results.begun[testCode] === true && results.runId === last.runId && last.runId !== runAtFirst;
    known.current = last.runId;
    const { path: [failed] = [], hook } = last.failure ?? {};
    const isOfTest = failed?.testCode === testCode && hook === undefined;
    if (!isOfTest || last.outdated || view.editing !== undefined) return;
    if (!hasRunHere && place.actionId !== undefined) return;
    navigation.go({ ...place, actionId: failed.actionId }, { replace: true });
    store.setView({ rowChoice: undefined, momentOf: `${testCode}/${failed.actionId}` });
  }, [last, navigation, store, testCode, place, runAtFirst]);
}
