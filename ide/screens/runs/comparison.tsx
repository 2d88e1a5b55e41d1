import { CloseButton, NativeSelect } from '@mantine/core';
import { codeNumber } from '../../../model/names/codes.ts';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { RunEntry } from '../../app/tool-replies.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../parts/run-states.tsx';
import { agoText } from '../../ui/ago-text.ts';
import { Failure } from '../../ui/failure.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { compareRuns, type Difference } from './compare-runs.ts';
import classes from './comparison.module.css';
import { subjectOf } from './run-history.ts';
import type { ShownRun } from './run-reply.ts';
import { useRun } from './use-run.ts';
import { useRuns } from './use-runs.ts';

interface ComparisonProps {
  run: ShownRun;
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

interface OrderedTitleProps {
  runId: string;
  otherId: string;
  there: ProjectPlace;
}

/** From the older to the newer run. */
function Title({ runId, otherId, there }: OrderedTitleProps) {
  const other = <PlaceLink place={there}>{otherId}</PlaceLink>;
  return codeNumber(runId) > codeNumber(otherId) ? (
    <>
      From {other} to {runId}
    </>
  ) : (
    <>
      From {runId} to {other}
    </>
  );
}

const KINDS = ['newFailures', 'fixed', 'slower', 'added', 'removed'] as const;

export function Comparison({ run, otherId, place }: ComparisonProps) {
  const { navigation } = useIde();
  const { run: other, retry, isGone } = useRun(otherId);
  const there = { ...place, runId: otherId, compare: undefined };
  return (
    <section className={classes.comparison} aria-label={`Compared with ${otherId}`}>
      <header className="row gap-md">
        <h2 className={classes.title}>
          <Title runId={run.runId} otherId={otherId} there={there} />
        </h2>
        <CloseButton
          size="sm"
          aria-label="Stop comparing"
          onClick={() => {
            document.getElementById(CHOOSES_COMPARED)?.focus();
            navigation.go({ ...place, compare: undefined }, { replace: true });
          }}
        />
      </header>
      {isGone && (
        <p className={`flush ${classes.none}`} role="status">
          Run {otherId} was deleted: choose another one to compare with.
        </p>
      )}
      {!isGone && other.phase === 'failed' && (
        <Failure title={`Run ${otherId} cannot be read`} message={other.message} onRetry={retry} />
      )}
      {(other.phase === 'loading' || (other.phase === 'ready' && other.value.omitted !== undefined)) && (
        <SkeletonRows count={3} label={`Run ${otherId} is loading`} />
      )}
      {!isGone && other.phase === 'ready' && other.value.omitted === undefined && (
        <Lists {...inOrder(run, other.value.run)} />
      )}
    </section>
  );
}

/** In order of time, whichever was chosen first. */
function inOrder(one: ShownRun, other: ShownRun): { before: ShownRun; after: ShownRun } {
  const isLater = codeNumber(one.runId) > codeNumber(other.runId);
  return isLater ? { before: other, after: one } : { before: one, after: other };
}

function Lists({ before, after }: { before: ShownRun; after: ShownRun }) {
  const differences = compareRuns(before, after);
  const found = KINDS.filter(kind => differences[kind].length > 0);
  if (found.length === 0)
    return (
      <p className={`flush ${classes.none}`}>
        No new failures, nothing fixed, nothing slower, the same tests and scenarios.
      </p>
    );
  return found.map(kind => <List key={kind} title={TITLES[kind]} differences={differences[kind]} />);
}

/** The results below have the rest. */
const MOST = 50;

const List = ({ title, differences }: { title: string; differences: readonly Difference[] }) => (
  <section>
    <h3 className={classes.sub}>
      {title} <span className={classes.count}>{differences.length}</span>
    </h3>
    <ul className="plain-list" aria-label={title}>
      {differences.slice(0, MOST).map(difference => (
        <Row key={difference.key} difference={difference} />
      ))}
    </ul>
    {differences.length > MOST && <p className={`flush ${classes.none}`}>and {differences.length - MOST} more</p>}
  </section>
);

const Row = ({ difference: { title, before, after } }: { difference: Difference }) => (
  <li className={`row gap-md ${classes.row}`}>
    <StateIcon state={(after ?? before)?.state ?? ''} />
    <span className="may-shrink break-words" dir="auto">
      {title}
    </span>
    <span className={`fixed-size small ${classes.change}`}>
      {[before, after].flatMap(ended => (ended ? [wordOf(ended)] : [])).join(' → ')}
    </span>
  </li>
);

const wordOf = ({ state, ms }: NonNullable<Difference['after']>): string =>
  state === 'passed' ? `passed ${durationText(ms)}` : lookOf(state).word;

interface CompareChoiceProps {
  run: ShownRun;
  place: ProjectPlace;
}

/** Where the focus goes when a comparison ends. */
const CHOOSES_COMPARED = 'chooses-compared-run';

export function CompareChoice({ run, place }: CompareChoiceProps) {
  const { navigation } = useIde();
  const { reply: runs } = useRuns('');
  const others = runs.phase === 'ready' ? runs.value.runs.filter(({ runId }) => runId !== run.runId) : [];
  const same = others.filter(other => subjectOf(other) === subjectOf(run));
  const rest = others.filter(other => subjectOf(other) !== subjectOf(run));
  const groups = [
    { group: 'Runs of the same tests', items: same.map(entry => ({ value: entry.runId, label: labelOf(entry) })) },
    {
      group: 'Other runs',
      items: rest.map(entry => ({ value: entry.runId, label: `${labelOf(entry)} · ${entry.title}` })),
    },
  ];
  return (
    <NativeSelect
      id={CHOOSES_COMPARED}
      size="xs"
      aria-label="Compare with"
      value={place.compare ?? ''}
      disabled={others.length === 0}
      title={others.length === 0 ? 'There are no other runs' : undefined}
      onChange={event => {
        const compare = event.currentTarget.value === '' ? undefined : event.currentTarget.value;
        navigation.go({ ...place, compare }, { replace: true });
      }}
      data={[{ value: '', label: 'Compare with…' }, ...groups.filter(({ items }) => items.length > 0)]}
    />
  );
}

function labelOf({ runId, state, items, passed, startedAt }: RunEntry): string {
  const outcome = items > 1 ? `${passed} of ${items} passed` : lookOf(state).word;
  const at = new Date(startedAt);
  return `${runId} · ${outcome} · ${agoText(Date.now() - at.getTime()) ?? at.toLocaleDateString()}`;
}
