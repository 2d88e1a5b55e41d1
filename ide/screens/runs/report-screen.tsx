import { useMemo, useState } from 'react';
import { itemKey } from '../../../model/run/item-title.ts';
import { isUnderWay } from '../../../model/run/state.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { useRead } from '../../app/queries.ts';
import { NO_FILTER } from '../../app/result-filter.ts';
import type { Session } from '../../app/session.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { CompareChoice, Comparison } from './comparison.tsx';
import { FailureCauses } from './failure-causes.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countsText, resultsOf } from './report-results.ts';
import { RunDetails } from './run-details.tsx';
import { RunFrame } from './run-frame.tsx';
import { nodesOf } from './run-nodes.ts';
import type { Histories, RunReply, ShownHistory, ShownRun } from './run-reply.ts';
import { PAGE_RESULTS } from './use-run.ts';

interface ReportScreenProps {
  place: ProjectPlace;
  reply: RunReply;
  onUploaded(): void;
}

export function ReportScreen({ reply, place, onUploaded }: ReportScreenProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const { run } = reply;
  const histories = useHistories(run);
  const nodes = useMemo(() => nodesOf(run), [run]);
  const execution = { ...place, isReport: undefined, compare: undefined };
  const results = resultsOf(nodes, filter, histories);
  const bar = (
    <FilterBar what="results" filter={filter} onFilter={setFilter} counts={countsText(nodes)}>
      <CompareChoice run={run} place={place} />
    </FilterBar>
  );
  return (
    <RunFrame reply={reply} place={place} onUploaded={onUploaded} tools={bar}>
      {place.compare !== undefined && <Comparison run={run} otherId={place.compare} place={place} />}
      <FailureCauses run={run} nodes={nodes} place={execution} />
      <RunDetails
        histories={histories}
        results={results}
        view={`${filter.status} ${filter.text}`}
        omitted={reply.omitted}
        place={execution}
        onShowAll={() => setFilter(NO_FILTER)}
      />
    </RunFrame>
  );
}

const NONE: Histories = new Map();

/** Read apart from the run, and only once that has ended: they take long where there are many runs. */
function useHistories({ runId, state }: ShownRun): Histories {
  const { reply } = useRead(
    async (session, { signal }) => ({ runId, histories: await readHistories(session, runId, signal) }),
    [runId],
    { isWanted: !isUnderWay(state), isKept: true },
  );
  // Without them the report only lacks a mark.
  return reply.phase === 'ready' && reply.value.runId === runId ? reply.value.histories : NONE;
}

async function readHistories(session: Session, runId: string, signal: AbortSignal): Promise<Histories> {
  const histories = new Map<string, ShownHistory>();
  for (let cursor: string | undefined = '0'; cursor !== undefined && !signal.aborted; ) {
    const given = { runId, limit: PAGE_RESULTS, cursor, withHistory: true };
    const reply: ReplyOf<'getRun'> = await session.call('getRun', given);
    for (const result of [...reply.run.items, ...(reply.run.scenarios ?? [])])
      if (result.history !== undefined) histories.set(itemKey(result), result.history);
    cursor = reply.nextCursor;
  }
  return histories;
}
