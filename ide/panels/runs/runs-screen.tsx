import { Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { hasStatus, NO_FILTER, type ResultFilter } from '../../app/result-filter.ts';
import type { RunEntry } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { PlayIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import { FilterBar, NothingFits } from './filter-bar.tsx';
import classes from './runs.module.css';
import { useRuns } from './use-runs.ts';

/** Nobody has ended a word yet who is still typing. */
const SETTLED_MS = 300;
/** As many characters as the service takes. */
const MOST_CHARACTERS = 200;

/** The stored runs, newest first: those that fit the filter. */
export function RunsScreen({ place }: { place: ProjectPlace }) {
  const { store } = useIde();
  const filter = useIdeState(state => state.view.runFilter);
  const setFilter = (runFilter: ResultFilter) => store.setView({ runFilter });
  const [text] = useDebouncedValue(filter.text.trim().slice(0, MOST_CHARACTERS), SETTLED_MS);
  const { runs, retry } = useRuns(text);
  if (runs.phase === 'failed')
    return <Failure title="The runs cannot be shown" message={runs.message} onRetry={retry} />;
  if (runs.phase === 'loading') return <SkeletonPage label="The runs are being read" boxes={1} rows={6} />;
  const { runs: read, total } = runs.value;
  if (total === 0 && text === '')
    return (
      <Hint title="No runs" icon={<PlayIcon size={22} aria-hidden />}>
        Choose a test in Modules and run it with Ctrl+Enter.
      </Hint>
    );
  const shown = read.filter(({ state }) => hasStatus(filter, state));
  return (
    <div className={classes.screen}>
      <div className={classes.screenHead}>
        <Title order={1} size="lg">
          Runs
        </Title>
        <FilterBar
          what="runs"
          filter={filter}
          onFilter={setFilter}
          counts={countsOf(shown.length, read.length, total)}
        />
      </div>
      {shown.length === 0 ? (
        <NothingFits what="run" onShowAll={() => setFilter(NO_FILTER)} />
      ) : (
        <ul className={classes.list}>
          {shown.map(run => (
            <Run key={run.runId} run={run} place={place} />
          ))}
        </ul>
      )}
    </div>
  );
}

function countsOf(shown: number, read: number, total: number): string {
  const all = total > read ? `the newest ${read} of ${total}` : String(total);
  return shown === read ? all : `${shown} of ${all}`;
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
        <span className={classes.title} dir="auto">
          {title}
        </span>
        <span style={{ color }}>{items > 1 ? `${passed} of ${items} passed` : word}</span>
        <Text component="span" size="xs" c="dimmed" className={classes.facts}>
          <time dateTime={startedAt}>{started.toLocaleString()}</time> · {durationText(elapsedMs)} ·{' '}
          <span dir="auto">{startedBy}</span>
        </Text>
      </PlaceLink>
    </li>
  );
}
