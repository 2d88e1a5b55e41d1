import type { ProjectPlace } from '../../app/places.ts';
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

/** Every test of a run with its actions, and every scenario with its steps. */
export const RunDetails = ({ results, omitted, place, onShowAll }: RunDetailsProps) => (
  <div className={classes.details}>
    {results.isFiltered && results.tests.length + results.scenarios.length === 0 && (
      <NothingFits what="result" onShowAll={onShowAll} />
    )}
    {results.tests.map((item, index) => (
      <TestResult key={`${item.testCode} ${item.row?.index ?? index}`} item={item} />
    ))}
    {results.scenarios.map(scenario => (
      <ScenarioResult key={`${scenario.scenario} ${scenario.row}`} scenario={scenario} place={place} />
    ))}
    {omitted !== undefined && <p className={classes.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
  </div>
);

const TestResult = ({ item: { title, state, ms, error, actions } }: { item: ShownTest }) => (
  <FoldingResult label={`Test ${title}`} title={<span dir="auto">{title}</span>} state={state} ms={ms}>
    {error !== undefined && <FailureWords failure={error} />}
    <ActionResults actions={actions} />
  </FoldingResult>
);
