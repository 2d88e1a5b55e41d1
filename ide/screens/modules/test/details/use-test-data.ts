import { useEffect, useState } from 'react';
import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../../app/context.tsx';
import { useRead } from '../../../../app/queries.ts';
import type { Session } from '../../../../app/session.ts';
import { openTestOf } from '../../../../app/state.ts';
import type { StoredData } from './test-data.ts';

/** The filter also finds tests whose code begins with this one. */
const MOST_ALIKE = 1_000;

export function useTestData({ testCode, moduleCode }: TestHeader) {
  const revision = useIdeState(state => openTestOf(state, testCode)?.revision);
  const readData = async (session: Session): Promise<StoredData | undefined> => {
    const { tests } = await session.call('getTests', { moduleCode, filter: testCode, limit: MOST_ALIKE });
    return tests.find(one => one.testCode === testCode)?.data;
  };
  return useRead(readData, [testCode, moduleCode, revision]);
}

export interface RowResult {
  state: string;
  ms: number;
}

/** Of the last run, by the index of the row. */
export function useRowResults({ testCode }: TestHeader): ReadonlyMap<number, RowResult> {
  const { session } = useIde();
  const stage = useIdeState(({ run }) =>
    run.testId === testCode ? `${run.runId} ${run.state} ${run.item?.index}` : '',
  );
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map());
  useEffect(() => {
    let isOver = false;
    void stage;
    const read = async () => {
      const { runs } = await session.call('getRuns', { testCode, limit: 1 });
      const [last] = runs;
      if (last === undefined) return;
      const { run } = await session.call('getRun', { runId: last.runId });
      const rows = run.items.flatMap(({ row, state, ms, testCode: code }) =>
        row === undefined || code !== testCode ? [] : [[row.index, { state, ms }] as const],
      );
      if (!isOver) setResults(new Map(rows));
    };
    // The rows can be edited without their results.
    read().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [session, testCode, stage]);
  return results;
}
