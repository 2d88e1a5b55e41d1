import { useState } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { ActionResults, FailureWords } from './action-results.tsx';
import { NothingFits } from './filter-bar.tsx';
import { FoldingResult } from './folding-result.tsx';
import type { ReportResults } from './report-results.ts';
import type { ShownTest } from './run-reply.ts';
import classes from './runs.module.css';
import { ScenarioResult } from './scenario-result.tsx';

interface RunDetailsProps {
  results: ReportResults;
  omitted: string | undefined;
  place: ProjectPlace;
  onShowAll(): void;
}

/** A run may have thousands. */
const SHOWN_AT_ONCE = 200;

/** Every test of a run with its actions, and every scenario with its steps. */
export function RunDetails({ results, omitted, place, onShowAll }: RunDetailsProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const { tests, scenarios } = results;
  const total = tests.length + scenarios.length;
  const left = total - shown;
  return (
    <div className={classes.details}>
      {results.isFiltered && total === 0 && <NothingFits what="result" onShowAll={onShowAll} />}
      {tests.slice(0, shown).map((item, index) => (
        <TestResult key={`${item.testCode} ${item.row?.index ?? index}`} item={item} />
      ))}
      {scenarios.slice(0, Math.max(0, shown - tests.length)).map(scenario => (
        <ScenarioResult key={`${scenario.scenario} ${scenario.row}`} scenario={scenario} place={place} />
      ))}
      {left > 0 && (
        <MoreButton
          className={classes.more}
          label={`Show ${Math.min(left, SHOWN_AT_ONCE)} more of ${left}`}
          onMore={() => setShown(shown + SHOWN_AT_ONCE)}
        />
      )}
      {omitted !== undefined && <p className={classes.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
    </div>
  );
}

const TestResult = ({ item: { title, state, ms, error, actions } }: { item: ShownTest }) => (
  <FoldingResult label={`Test ${title}`} title={<span dir="auto">{title}</span>} state={state} ms={ms}>
    {error !== undefined && <FailureWords failure={error} />}
    <ActionResults actions={actions} />
  </FoldingResult>
);
