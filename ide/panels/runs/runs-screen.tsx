import { Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { readTool } from '../../app/session.ts';
import type { Loaded } from '../../app/state.ts';
import { type RunEntry, RunsReply } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { PlayIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import classes from './runs.module.css';

const MOST_RUNS = 200;

/** The stored runs, newest first, and what became of the chosen one. */
export function RunsScreen({ place }: { place: ProjectPlace }) {
  const { runs, retry } = useRuns();
  if (runs.phase === 'failed')
    return <Failure title="The runs cannot be shown" message={runs.message} onRetry={retry} />;
  if (runs.phase === 'loading') return <SkeletonPage label="The runs are being read" boxes={1} rows={6} />;
  if (runs.value.length === 0)
    return (
      <Hint title="No runs" icon={<PlayIcon size={22} aria-hidden />}>
        Choose a test in Modules and run it with Ctrl+Enter.
      </Hint>
    );
  return (
    <div className={classes.screen}>
      <Title order={1} size="lg">
        Runs
      </Title>
      <ul className={classes.list}>
        {runs.value.map(run => (
          <Run key={run.runId} run={run} place={place} />
        ))}
      </ul>
    </div>
  );
}

/** Read anew whenever a run begins or ends. */
function useRuns() {
  const { session } = useIde();
  const [runs, setRuns] = useState<Loaded<readonly RunEntry[]>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const cause = useIdeState(({ run, connection }) => `${connection.phase} ${run.runId} ${run.state}`);
  useEffect(() => {
    let isCurrent = true;
    const call = { name: 'getRuns', given: { limit: MOST_RUNS } };
    const take = (next: Loaded<readonly RunEntry[]>) => isCurrent && setRuns(next);
    if (cause.startsWith('open') && tries >= 0)
      readTool(session, RunsReply, call).then(
        reply => take({ phase: 'ready', value: reply.runs }),
        (error: unknown) => take({ phase: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [session, cause, tries]);
  return { runs, retry: () => setTries(tries + 1) };
}

function Run({ run, place: { projectId, versionId } }: { run: RunEntry; place: ProjectPlace }) {
  const { runId, state, title, startedAt, startedBy, elapsedMs, items, passed } = run;
  const { word, color } = lookOf(state);
  const started = new Date(startedAt);
  return (
    <li className={classes.run}>
      <PlaceLink className={classes.link} place={{ tab: 'runs', projectId, versionId, runId, isReport: true }}>
        <StateIcon state={state} size={17} />
        <span className={classes.id}>{runId}</span>
        <span className={`${classes.title} foreign`}>{title}</span>
        <span style={{ color }}>{items > 1 ? `${passed} of ${items} passed` : word}</span>
        <Text component="span" size="xs" c="dimmed" className={classes.facts}>
          <time dateTime={startedAt}>{started.toLocaleString()}</time> · {durationText(elapsedMs)} ·{' '}
          <span className="foreign">{startedBy}</span>
        </Text>
      </PlaceLink>
    </li>
  );
}
