import { useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { NO_FILTER } from '../../app/result-filter.ts';
import { CompareChoice } from './compare-choice.tsx';
import { Comparison } from './comparison.tsx';
import { FilterBar } from './filter-bar.tsx';
import { countsText, resultsOf } from './report-results.ts';
import { RunDetails } from './run-details.tsx';
import { RunFrame } from './run-frame.tsx';
import type { RunReply } from './run-reply.ts';
import { useHistories } from './use-histories.ts';

interface ReportScreenProps {
  place: ProjectPlace;
  reply: RunReply;
  /** What is kept with the run may have changed. */
  onUploaded(): void;
}

/** What became of a run, what did not pass first. */
export function ReportScreen({ reply, place, onUploaded }: ReportScreenProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const { run } = reply;
  const histories = useHistories(run);
  const results = resultsOf(run, filter, histories);
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
        histories={histories}
        results={results}
        view={`${filter.status} ${filter.text}`}
        omitted={reply.omitted}
        place={place}
        onShowAll={() => setFilter(NO_FILTER)}
      />
    </RunFrame>
  );
}
