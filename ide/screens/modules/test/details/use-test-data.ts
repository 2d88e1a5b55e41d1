import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../../../app/context.tsx';
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
  /** Where the run shows it: its node there, e.g. `3`. */
  runId: string;
  step: string;
}

export type RowResults = ReadonlyMap<number, RowResult>;

export const NO_RESULTS: RowResults = new Map();

/** Of the last run, by the index of the row. */
export function useRowResults({ testCode }: TestHeader): RowResults {
  const stage = useIdeState(({ run }) =>
    run.testId === testCode ? `${run.runId} ${run.state} ${run.item?.index}` : '',
  );
  // Looking for runs of a test means to look at all runs.
  const hasRun = useIdeState(({ run, results }) => run.testId === testCode || results.tests[testCode] !== undefined);
  const readResults = async (session: Session): Promise<RowResults> => {
    const { runs } = await session.call('getRuns', { testCode, limit: 1 });
    const [last] = runs;
    if (last === undefined) return NO_RESULTS;
    const { run } = await session.call('getRun', { runId: last.runId });
    const rows = run.items.flatMap(({ row, state, ms, testCode: code }, index) =>
      row === undefined || code !== testCode
        ? []
        : [[row.index, { state, ms, runId: last.runId, step: String(index + 1) }] as const],
    );
    return new Map(rows);
  };
  const { reply } = useRead(readResults, [testCode, stage], { isKept: true, isWanted: hasRun });
  // The rows can be edited without their results.
  return reply.phase === 'ready' ? reply.value : NO_RESULTS;
}
