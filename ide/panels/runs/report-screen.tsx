import { useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { NO_FILTER } from '../../app/result-filter.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { CompareChoice } from './compare-choice.tsx';
import { Comparison } from './comparison.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GoneRun } from './gone-run.tsx';
import { countsText, resultsOf } from './report-results.ts';
import { RunDetails } from './run-details.tsx';
import { RunFrame } from './run-frame.tsx';
import type { RunReply } from './run-reply.ts';
import { useRun } from './use-run.ts';

interface ReportScreenProps {
  place: ProjectPlace;
  runId: string;
}

/** What became of a run, what did not pass first. */
export function ReportScreen({ place, runId }: ReportScreenProps) {
  const { run, retry, isGone } = useRun(runId, { withHistory: true });
  if (isGone) return <GoneRun runId={runId} wasShown={run.phase === 'ready'} place={place} />;
  if (run.phase === 'failed') return <Failure title="The run cannot be shown" message={run.message} onRetry={retry} />;
  if (run.phase === 'loading') return <SkeletonPage label="The run is being read" boxes={1} rows={8} />;
  return <Report key={runId} reply={run.value} place={place} onUploaded={retry} />;
}

interface ReportProps {
  reply: RunReply;
  place: ProjectPlace;
  onUploaded(): void;
}

function Report({ reply, place, onUploaded }: ReportProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const results = resultsOf(reply.run, filter);
  const { run } = reply;
  const counts = countsText([...run.items, ...run.scenarios]);
  const bar = (
    <FilterBar what="results" filter={filter} onFilter={setFilter} counts={counts}>
      <CompareChoice run={run} place={place} />
    </FilterBar>
  );
  return (
    <RunFrame reply={reply} place={place} onUploaded={onUploaded} tools={bar}>
      {place.compare !== undefined && <Comparison run={run} otherId={place.compare} place={place} />}
      <RunDetails
        run={run}
        results={results}
        view={`${filter.status} ${filter.text}`}
        omitted={reply.omitted}
        place={place}
        onShowAll={() => setFilter(NO_FILTER)}
      />
    </RunFrame>
  );
}
