import { CloseButton } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../shared/run-states.tsx';
import { CHOOSES_COMPARED } from './compare-choice.tsx';
import { compareRuns, type Difference } from './compare-runs.ts';
import classes from './comparison.module.css';
import type { ShownRun } from './run-reply.ts';
import { useRun } from './use-run.ts';

interface ComparisonProps {
  run: ShownRun;
  /** The run that it is held against. */
  otherId: string;
  place: ProjectPlace;
}

const TITLES = {
  newFailures: 'New failures',
  fixed: 'Fixed',
  slower: 'Slower',
  added: 'Added',
  removed: 'Removed',
} as const;

const KINDS = ['newFailures', 'fixed', 'slower', 'added', 'removed'] as const;

/** What differs from another run. */
export function Comparison({ run, otherId, place }: ComparisonProps) {
  const { navigation } = useIde();
  const { run: other, retry, isGone } = useRun(otherId);
  const there = { ...place, runId: otherId, compare: undefined };
  return (
    <section className={classes.comparison} aria-label={`Compared with ${otherId}`}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          Compared with <PlaceLink place={there}>{otherId}</PlaceLink>
        </h2>
        <CloseButton
          size="sm"
          aria-label="End the comparison"
          onClick={() => {
            document.getElementById(CHOOSES_COMPARED)?.focus();
            navigation.go({ ...place, compare: undefined }, { replace: true });
          }}
        />
      </header>
      {isGone && (
        <p className={classes.none} role="status">
          Run {otherId} was deleted: choose another one to compare with.
        </p>
      )}
      {!isGone && other.phase === 'failed' && (
        <Failure title={`Run ${otherId} cannot be read`} message={other.message} onRetry={retry} />
      )}
      {(other.phase === 'loading' || (other.phase === 'ready' && other.value.omitted !== undefined)) && (
        <SkeletonRows count={3} label={`Run ${otherId} is being read`} />
      )}
      {!isGone && other.phase === 'ready' && other.value.omitted === undefined && (
        <Lists before={other.value.run} after={run} />
      )}
    </section>
  );
}

function Lists({ before, after }: { before: ShownRun; after: ShownRun }) {
  const differences = compareRuns(before, after);
  const told = KINDS.filter(kind => differences[kind].length > 0);
  if (told.length === 0)
    return (
      <p className={classes.none}>No new failures, nothing fixed, nothing slower, the same tests and scenarios.</p>
    );
  return told.map(kind => <List key={kind} title={TITLES[kind]} differences={differences[kind]} />);
}

/** More are found in the results below. */
const MOST = 50;

const List = ({ title, differences }: { title: string; differences: readonly Difference[] }) => (
  <section>
    <h3 className={classes.sub}>
      {title} <span className={classes.count}>{differences.length}</span>
    </h3>
    <ul className={classes.list} aria-label={title}>
      {differences.slice(0, MOST).map(difference => (
        <Row key={difference.key} difference={difference} />
      ))}
    </ul>
    {differences.length > MOST && <p className={classes.none}>and {differences.length - MOST} more</p>}
  </section>
);

const Row = ({ difference: { title, before, after } }: { difference: Difference }) => (
  <li className={classes.row}>
    <StateIcon state={(after ?? before)?.state ?? ''} />
    <span className={classes.name} dir="auto">
      {title}
    </span>
    <span className={classes.change}>
      {[before, after].flatMap(ended => (ended ? [wordOf(ended)] : [])).join(' → ')}
    </span>
  </li>
);

const wordOf = ({ state, ms }: NonNullable<Difference['after']>): string =>
  state === 'passed' ? `passed ${durationText(ms)}` : lookOf(state).word;
