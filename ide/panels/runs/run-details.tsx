import type { ProjectPlace } from '../../app/places.ts';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import { ActionResults, FailureWords } from './action-results.tsx';
import type { RunReply, ShownTest } from './run-reply.ts';
import classes from './runs.module.css';
import { ScenarioResult } from './scenario-result.tsx';

interface RunDetailsProps {
  reply: RunReply;
  place: ProjectPlace;
}

/** Every test of a run with its actions, and every scenario with its steps; what did not pass comes first. */
export const RunDetails = ({ reply: { run, omitted }, place }: RunDetailsProps) => (
  <div className={classes.details}>
    {worstFirst(run.items).map((item, index) => (
      <TestResult key={`${item.testCode} ${item.row?.index ?? index}`} item={item} />
    ))}
    {worstFirst(run.scenarios).map(scenario => (
      <ScenarioResult key={`${scenario.scenario} ${scenario.row}`} scenario={scenario} place={place} />
    ))}
    {omitted !== undefined && <p className={classes.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
  </div>
);

const RANKS = ['failed', 'error', 'notImplemented'];

/** Otherwise in the order in which they ran. */
function worstFirst<Result extends { state: string }>(results: readonly Result[]): Result[] {
  const rankOf = ({ state }: Result) => (RANKS.includes(state) ? RANKS.indexOf(state) : RANKS.length);
  return results.toSorted((left, right) => rankOf(left) - rankOf(right));
}

const TestResult = ({ item: { title, state, ms, error, actions } }: { item: ShownTest }) => (
  <section className={classes.item} aria-label={`Test ${title}`}>
    <h2 className={classes.itemTitle}>
      <StateIcon state={state} /> <span className="foreign">{title}</span>
      <span className={classes.ms}>{durationText(ms)}</span>
    </h2>
    {error !== undefined && <FailureWords failure={error} />}
    <ActionResults actions={actions} />
  </section>
);
