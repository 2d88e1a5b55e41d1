import { useIdeState } from '../../app/context.tsx';
import { useAnswer } from '../../app/queries.ts';

const MOST_RUNS = 200;

export function useRuns(text: string) {
  const cause = useIdeState(({ run, results }) => `${run.runId} ${run.state} ${JSON.stringify(results.changed)}`);
  const given = { limit: MOST_RUNS, ...(text === '' ? {} : { filter: text }) };
  return useAnswer('getRuns', given, { causes: [cause] });
}
