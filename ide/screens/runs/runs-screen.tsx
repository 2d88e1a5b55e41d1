import { NativeSelect, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { hasStatus, NO_FILTER, type RunFilter, statusOf } from '../../app/result-filter.ts';
import type { RunEntry } from '../../app/tool-replies.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../parts/run-states.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { PlayIcon } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { DeleteRun } from './delete-run.tsx';
import { FilterBar, NothingFits } from './filter-bar.tsx';
import { gitText } from './git-text.ts';
import { historiesOf, historyText } from './run-history.ts';
import classes from './runs.module.css';
import { useRuns } from './use-runs.ts';

/** The service is not asked while somebody is still typing. */
const SETTLED_MS = 300;
/** As many characters as the service takes. */
const MOST_CHARACTERS = 200;

export function RunsScreen({ place }: { place: ProjectPlace }) {
  const { store } = useIde();
  const filter = useIdeState(state => state.view.runFilter);
  const setFilter = (runFilter: RunFilter) => store.setView({ runFilter });
  const [text] = useDebouncedValue(filter.text.trim().slice(0, MOST_CHARACTERS), SETTLED_MS);
  const { reply: runs, again } = useRuns(text);
  if (runs.phase === 'failed')
    return <Failure title="The runs cannot be shown" message={runs.message} onRetry={again} isScreen />;
  if (runs.phase === 'loading') return <SkeletonPage label="Loading the runs" boxes={1} rows={14} />;
  const { runs: read, total } = runs.value;
  if (total === 0 && text === '')
    return (
      <Hint title="No runs" icon={<PlayIcon size={22} aria-hidden />} isScreen>
        Choose a test in Modules and run it with Ctrl+Enter.
      </Hint>
    );
  const shown = read.filter(run => isShown(filter, run));
  const histories = historiesOf(read);
  return (
    <div className={classes.screen}>
      <div className={`row wrap ${classes.screenHead}`}>
        <Title order={1} size="lg">
          Runs
        </Title>
        <FilterBar what="runs" filter={filter} onFilter={setFilter} counts={countsOf(shown.length, read.length, total)}>
          <Choice
            label="Branch"
            values={read.map(run => run.git?.branch)}
            chosen={filter.branch}
            onChoose={branch => setFilter({ ...filter, branch })}
          />
          <Choice
            label="Environment"
            values={read.map(run => run.environment)}
            chosen={filter.environment}
            onChoose={environment => setFilter({ ...filter, environment })}
          />
        </FilterBar>
      </div>
      {shown.length === 0 ? (
        <NothingFits what="run" onShowAll={() => setFilter(NO_FILTER)} />
      ) : (
        <ul className={classes.list}>
          {shown.map(run => (
            <Run key={run.runId} run={run} history={histories.get(run.runId) ?? []} place={place} />
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

const isShown = (filter: RunFilter, { state, git, environment }: RunEntry): boolean =>
  hasStatus(filter, state) &&
  (filter.branch === undefined || filter.branch === git?.branch) &&
  (filter.environment === undefined || filter.environment === environment);

interface FilterChoiceProps {
  label: string;
  values: readonly (string | undefined)[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

const ALL = '';

function Choice({ label, values, chosen, onChoose }: FilterChoiceProps) {
  const known = [...new Set([...values, chosen].filter(value => value !== undefined))].sort();
  if (chosen === undefined && new Set(values).size < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={chosen ?? ALL}
      onChange={event => onChoose(event.currentTarget.value === ALL ? undefined : event.currentTarget.value)}
      data={[{ value: ALL, label: `${label}: all` }, ...known]}
    />
  );
}

interface RunProps {
  run: RunEntry;
  /** Up to this run, oldest first. */
  history: readonly string[];
  place: ProjectPlace;
}

function Run({ run, history, place: { projectId, versionId } }: RunProps) {
  const {
    runId,
    state,
    title,
    startedAt,
    startedBy,
    elapsedMs,
    items,
    passed,
    flaky,
    repaired,
    environment,
    git,
    ci,
    shard,
    firstFailure,
  } = run;
  const { word, color } = lookOf(state);
  const part = shard && `part ${shard.index} of ${shard.count}`;
  const facts = [durationText(elapsedMs), part, environment, gitText(git), ci, startedBy].filter(
    fact => fact !== undefined,
  );
  return (
    <li className={`row ${classes.run}`}>
      <PlaceLink className={`stack plain-link ${classes.link}`} place={{ tab: 'runs', projectId, versionId, runId }}>
        <StateIcon state={state} size={17} />
        <span className="dim numbers">{runId}</span>
        <span className="medium ellipsis" dir="auto">
          {title}
        </span>
        <HistoryBars states={history} />
        <span className={classes.outcome} style={{ color }}>
          {items > 1 ? `${passed} of ${items} passed` : word}
          {flaky !== undefined && (
            <span className="warning" title="Passed only when run again">
              {items > 1 ? ` · ${flaky} flaky` : ' · flaky'}
            </span>
          )}
          {repaired !== undefined && (
            <span className="warning" title="Fallbacks stood in for locators that found nothing">
              {` · ${repaired} repaired`}
            </span>
          )}
        </span>
        <Text component="span" size="xs" c="dimmed" className={classes.facts}>
          <RelativeTime at={startedAt} />
          {facts.map(fact => (
            <span key={fact} dir="auto">
              {' · '}
              {fact}
            </span>
          ))}
        </Text>
        {firstFailure !== undefined && (
          <span className={`small ellipsis ${classes.reason}`} dir="auto" title={firstFailure.message}>
            {items > 1 && <span className="medium">{firstFailure.title}: </span>}
            {firstFailure.message}
          </span>
        )}
      </PlaceLink>
      <DeleteRun runId={runId} />
    </li>
  );
}

function HistoryBars({ states }: { states: readonly string[] }) {
  if (states.length < 2) return <span />;
  const bars = states.map((state, index) => ({ key: `${index} ${state}`, status: statusOf(state) }));
  return (
    <span className={classes.bars} role="img" aria-label={historyText(states)} title={historyText(states)}>
      {bars.map(({ key, status }) => (
        <span key={key} data-status={status} />
      ))}
    </span>
  );
}
