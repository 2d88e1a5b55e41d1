import type { ReactNode } from 'react';
import type { ProjectPlace } from '../../app/places.ts';
import type { ShownAction, ShownRun } from '../runs/run-reply.ts';
import classes from './node-details.module.css';
import { fileUrl } from './run-files.ts';

interface ActionFactsProps {
  run: ShownRun;
  place: ProjectPlace;
  action: ShownAction;
}

const BRANCHES = new Map([
  ['then', 'what was to be done'],
  ['else', 'the other part'],
  ['none', 'nothing'],
]);

/** What else an action brought with it. */
export function ActionFacts({ run, place, action }: ActionFactsProps) {
  const { repaired, dialogs = [], wrote, file, branch, round, actionId } = action;
  return (
    <dl className={classes.facts}>
      <Fact name="Stand-in">
        {repaired && (
          <>
            <code>{repaired.to}</code> found the element, <code>{repaired.from}</code> did not
          </>
        )}
      </Fact>
      {dialogs.map(({ type, message, answer = 'left open' }) => (
        <Fact key={`${type} ${message}`} name={`Dialog (${type})`}>
          {message} · {answer}
        </Fact>
      ))}
      <Fact name="Wrote">{wrote}</Fact>
      <Fact name="Ran">{branch && BRANCHES.get(branch)}</Fact>
      <Fact name="Round">{round}</Fact>
      <Fact name="File">
        {file !== undefined && (
          <a href={fileUrl(place, run.runId, file)} download>
            {file.replace(/^.*\//, '')}
          </a>
        )}
      </Fact>
      <Fact name="Action id">{actionId}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === undefined || children === false ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
