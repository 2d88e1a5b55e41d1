import { useMemo } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon } from '../../parts/run-states.tsx';
import classes from './failure-causes.module.css';
import { type FailureGroup, failureGroups } from './failure-groups.ts';
import type { RunNode } from './run-nodes.ts';
import type { ShownRun } from './run-reply.ts';

interface FailureCausesProps {
  run: ShownRun;
  nodes: readonly RunNode[];
  /** The execution view of the run. */
  place: ProjectPlace;
}

export function FailureCauses({ run, nodes, place }: FailureCausesProps) {
  const groups = useMemo(() => failureGroups(nodes), [nodes]);
  if (groups.length === 0) return null;
  return (
    <section className={classes.causes} aria-label="Failures by cause">
      <ul className={classes.list}>
        {groups.map(group => (
          <li key={group.key}>
            <Group group={group} place={place} what={whatOf(run)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function whatOf({ items, scenarios }: ShownRun): readonly [string, string] {
  if (scenarios.length === 0) return ['test', 'tests'];
  return items.length === 0 ? ['scenario', 'scenarios'] : ['result', 'results'];
}

/** The results below have the rest. */
const MOST = 50;

interface CauseGroupProps {
  group: FailureGroup;
  place: ProjectPlace;
  what: readonly [string, string];
}

const Group = ({ group: { message, failures }, place, what: [one, several] }: CauseGroupProps) => (
  <details className={classes.group}>
    <summary className={`row gap-md ${classes.head}`}>
      <StateIcon state="failed" />
      <b className="fixed-size bold">
        {failures.length} {failures.length === 1 ? one : several} failed:
      </b>
      <span className={`failed ellipsis ${classes.message}`} dir="auto" title={message}>
        {message}
      </span>
    </summary>
    <ul className={classes.failures}>
      {failures.slice(0, MOST).map(({ key, title, at }) => (
        <li key={key}>
          <PlaceLink className="accent" place={{ ...place, step: at }}>
            <span dir="auto">{title}</span>
          </PlaceLink>
        </li>
      ))}
      {failures.length > MOST && <li className="quiet">and {failures.length - MOST} more</li>}
    </ul>
  </details>
);
