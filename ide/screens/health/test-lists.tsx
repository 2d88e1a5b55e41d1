import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ModuleCode, TestCode } from '../../../model/names/codes.ts';
import { flakyWords } from '../../../model/run/flaky.ts';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, StateIcon } from '../../parts/run-states.tsx';
import { Card } from '../../ui/card.tsx';
import { WarningIcon } from '../../ui/icons.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { anchorOf } from './facts.tsx';
import classes from './health.module.css';
import type { ShownHealth, ShownRepairs } from './use-health.ts';

interface ListProps<Kind extends 'failing' | 'flaky' | 'slow'> {
  tests: ShownHealth[Kind];
  place: ProjectPlace;
}

export function Failing({ tests, count, place }: ListProps<'failing'> & { count: number }) {
  if (count === 0) return null;
  return (
    <Card
      title="Last failures"
      aside={count > tests.length && <span className={classes.quiet}>{`The last ${tests.length} of ${count}`}</span>}
    >
      <ul className="plain-list" aria-label="Last failures">
        {tests.map(test => (
          <FailingRow key={'testCode' in test ? test.testCode : test.scenario} failure={test} place={place} />
        ))}
      </ul>
    </Card>
  );
}

type Failure = ShownHealth['failing'][number];

function FailingRow({ failure, place }: { failure: Failure; place: ProjectPlace }) {
  const row = { place, icon: <StateIcon state="failed" size={17} />, children: <When {...failure} place={place} /> };
  return 'testCode' in failure ? <TestRow {...row} test={failure} /> : <ScenarioRow {...row} scenario={failure} />;
}

/** A run that was pruned leads nowhere. */
function When({
  runId,
  startedAt,
  message,
  place: { projectId, versionId },
}: Pick<Failure, 'runId' | 'startedAt' | 'message'> & { place: ProjectPlace }) {
  return (
    <>
      {runId === undefined ? (
        <span className={classes.quiet}>
          <RelativeTime at={startedAt} />
        </span>
      ) : (
        <PlaceLink className={classes.fact} place={{ tab: 'runs', projectId, versionId, runId }}>
          <VisuallyHidden>Run </VisuallyHidden>
          {runId} · <RelativeTime at={startedAt} />
        </PlaceLink>
      )}
      {message !== undefined && (
        <p className={classes.message} dir="auto" title={message}>
          {message}
        </p>
      )}
    </>
  );
}

/** Tests that pass with another locator; each leads to the run in which that is decided. */
export function Repairs({ repairs, total, place }: ShownRepairs & Pick<ListProps<'failing'>, 'place'>) {
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  if (repairs.length === 0) return null;
  const { projectId, versionId } = place;
  return (
    <Card
      title="Repairs to decide on"
      aside={
        total > repairs.length && <span className={classes.quiet}>{`The last ${repairs.length} of ${total}`}</span>
      }
    >
      <ul id={anchorOf('Repairs to decide on')} className="plain-list" aria-label="Repairs to decide on">
        {repairs.map(({ runId, testCode, actionId, title }) => {
          const { moduleCode, name = testCode } = tests?.[testCode] ?? {};
          return (
            <TestRow
              key={`${testCode} ${actionId}`}
              test={{ testCode, moduleCode, name }}
              place={place}
              icon={<WarningIcon size={17} color="var(--st-warning)" aria-hidden />}
            >
              <PlaceLink className={classes.fact} place={{ tab: 'runs', projectId, versionId, runId }}>
                <VisuallyHidden>Decide in run </VisuallyHidden>
                {runId}
              </PlaceLink>
              <p className={classes.message} dir="auto">
                The locator of “{title}” found nothing; a fallback stood in for it.
              </p>
            </TestRow>
          );
        })}
      </ul>
    </Card>
  );
}

export const Flaky = ({ tests, place }: ListProps<'flaky'>) => (
  <ul id={anchorOf('Flaky tests')} className="plain-list" aria-label="Flaky tests">
    {tests.map(test => (
      <TestRow key={test.testCode} test={test} place={place}>
        <span className={classes.mark} title={`Lately ${flakyWords(test)}`}>
          flaky {test.failed + test.again}/{test.runs}
        </span>
      </TestRow>
    ))}
  </ul>
);

export const Slow = ({ tests, place }: ListProps<'slow'>) => (
  <ul id={anchorOf('Slow tests')} className="plain-list" aria-label="Slow tests">
    {tests.map(test => (
      <TestRow key={test.testCode} test={test} place={place}>
        <span className={classes.mark} title="The usual time of a pass">
          slow {durationText(test.ms)}
        </span>
      </TestRow>
    ))}
  </ul>
);

interface TestRowProps extends Pick<ListedRowProps, 'icon' | 'children'> {
  test: { testCode: TestCode; moduleCode: ModuleCode | undefined; name: string };
  place: ProjectPlace;
}

function TestRow({ test: { testCode, moduleCode, name }, place: { projectId, versionId }, ...row }: TestRowProps) {
  const module = useIdeState(state => moduleCode && snapshotOf(state)?.modules[moduleCode]?.name);
  const within = moduleCode && { moduleId: moduleCode, testId: testCode };
  return <ListedRow {...row} name={name} holder={module} place={{ tab: 'modules', projectId, versionId, ...within }} />;
}

interface ScenarioRowProps extends Pick<ListedRowProps, 'icon' | 'children'> {
  scenario: Extract<Failure, { scenario: unknown }>;
  place: ProjectPlace;
}

function ScenarioRow({ scenario: one, place: { projectId, versionId }, ...row }: ScenarioRowProps) {
  const { scenario, featureCode, feature, name } = one;
  const place = { tab: 'features', projectId, versionId, feature: featureCode, scenario } as const;
  return <ListedRow {...row} name={name} holder={feature} place={place} />;
}

interface ListedRowProps {
  name: string;
  /** The module or feature that it is in. */
  holder: string | undefined;
  place: ProjectPlace;
  icon?: ReactNode;
  children: ReactNode;
}

const ListedRow = ({ name, holder, place, icon, children }: ListedRowProps) => (
  <li className={classes.test}>
    {icon}
    <PlaceLink className={`plain-link medium ellipsis ${classes.name}`} place={place}>
      {holder !== undefined && (
        <span className={classes.quiet} dir="auto">
          {holder} ›{' '}
        </span>
      )}
      <span dir="auto">{name}</span>
    </PlaceLink>
    {children}
  </li>
);
