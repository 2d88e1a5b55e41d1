import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { readTool } from '../../app/session.ts';
import type { Loaded } from '../../app/state.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { durationText, StateIcon } from '../shared/run-states.tsx';
import { ActionResults, FailureWords } from './action-results.tsx';
import { RunReply, type ShownTest } from './run-reply.ts';
import classes from './runs.module.css';
import { ScenarioResult } from './scenario-result.tsx';

/** More than this would keep the page from being drawn. */
const MOST_RESULTS = 5_000;

interface RunDetailsProps {
  runId: string;
  place: ProjectPlace;
}

/** Every test of a run with its actions, and every scenario with its steps; what did not pass comes first. */
export function RunDetails({ runId, place }: RunDetailsProps) {
  const { run, retry } = useRun(runId);
  if (run.phase === 'failed') return <Failure title="The run cannot be shown" message={run.message} onRetry={retry} />;
  if (run.phase === 'loading') return <SkeletonRows count={3} label="The run is being read" />;
  const { run: content, omitted } = run.value;
  return (
    <div className={classes.details}>
      {worstFirst(content.items).map((item, index) => (
        <TestResult key={`${item.testCode} ${item.row?.index ?? index}`} item={item} />
      ))}
      {worstFirst(content.scenarios ?? []).map(scenario => (
        <ScenarioResult key={`${scenario.scenario} ${scenario.row}`} scenario={scenario} place={place} />
      ))}
      {omitted !== undefined && <p className={classes.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
    </div>
  );
}

/** Read anew when the run goes on or ends. */
function useRun(runId: string) {
  const { session } = useIde();
  const [run, setRun] = useState<Loaded<RunReply>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const progress = useIdeState(state => (state.run.runId === runId ? `${state.run.state} ${state.run.done}` : ''));
  useEffect(() => {
    let isCurrent = progress !== undefined && tries >= 0;
    const take = (next: Loaded<RunReply>) => isCurrent && setRun(next);
    readTool(session, RunReply, { name: 'getRun', given: { runId, limit: MOST_RESULTS } }).then(
      reply => take({ phase: 'ready', value: reply }),
      (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, runId, progress, tries]);
  return { run, retry: () => setTries(tries + 1) };
}

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
