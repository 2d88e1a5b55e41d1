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
import classes from './health.module.css';
import type { ShownHealth, ShownRepairs } from './use-health.ts';

interface ListProps<Kind extends 'failing' | 'flaky' | 'slow'> {
  tests: ShownHealth[Kind];
  place: ProjectPlace;
}

export function Failing({ tests, count, place }: ListProps<'failing'> & { count: number }) {
  if (count === 0) return null;
  const { projectId, versionId } = place;
  return (
    <Card
      title="Last failures"
      aside={count > tests.length && <span className={classes.quiet}>{`The last ${tests.length} of ${count}`}</span>}
    >
      <ul className="plain-list" aria-label="Last failures">
        {tests.map(test => (
          <TestRow key={test.testCode} test={test} place={place} icon={<StateIcon state="failed" size={17} />}>
            <PlaceLink className={classes.fact} place={{ tab: 'runs', projectId, versionId, runId: test.runId }}>
              <VisuallyHidden>Run </VisuallyHidden>
              {test.runId} · <RelativeTime at={test.startedAt} />
            </PlaceLink>
            {test.message !== undefined && (
              <p className={classes.message} dir="auto" title={test.message}>
                {test.message}
              </p>
            )}
          </TestRow>
        ))}
      </ul>
    </Card>
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
      <ul className="plain-list" aria-label="Repairs to decide on">
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
  <ul className="plain-list" aria-label="Flaky tests">
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
  <ul className="plain-list" aria-label="Slow tests">
    {tests.map(test => (
      <TestRow key={test.testCode} test={test} place={place}>
        <span className={classes.mark} title="The usual time of a pass">
          slow {durationText(test.ms)}
        </span>
      </TestRow>
    ))}
  </ul>
);

interface TestRowProps {
  test: { testCode: TestCode; moduleCode: ModuleCode | undefined; name: string };
  place: ProjectPlace;
  icon?: ReactNode;
  children: ReactNode;
}

function TestRow({ test: { testCode, moduleCode, name }, place, icon, children }: TestRowProps) {
  const module = useIdeState(state => moduleCode && snapshotOf(state)?.modules[moduleCode]?.name);
  const { projectId, versionId } = place;
  return (
    <li className={classes.test}>
      {icon}
      <PlaceLink
        className={`plain-link medium ellipsis ${classes.name}`}
        place={{ tab: 'modules', projectId, versionId, ...(moduleCode && { moduleId: moduleCode, testId: testCode }) }}
      >
        {module !== undefined && (
          <span className={classes.quiet} dir="auto">
            {module} ›{' '}
          </span>
        )}
        <span dir="auto">{name}</span>
      </PlaceLink>
      {children}
    </li>
  );
}
