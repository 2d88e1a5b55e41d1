import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { attempt } from '../../commands/command.ts';
import { fileUrl, saveFile } from '../runs/run-files.ts';
import type { ShownAction, ShownRun } from '../runs/run-reply.ts';
import classes from './node-details.module.css';

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
  const { dialogs = [], wrote, file, branch, round, actionId } = action;
  return (
    <dl className={classes.facts}>
      {dialogs.map(({ type, message, answer = 'left open' }) => (
        <Fact key={`${type} ${message}`} name={`Dialog (${type})`}>
          {message} · {answer}
        </Fact>
      ))}
      <Fact name="Wrote">{wrote}</Fact>
      <Fact name="Ran">{branch && BRANCHES.get(branch)}</Fact>
      <Fact name="Round">{round}</Fact>
      <Fact name="File">
        {file !== undefined && <SavedFile url={fileUrl(place, run.runId, file)} name={file.replace(/^.*\//, '')} />}
      </Fact>
      <Fact name="Action id">{actionId}</Fact>
    </dl>
  );
}

/** What the page had the browser save. */
function SavedFile({ url, name }: { url: string; name: string }) {
  const { session } = useIde();
  const save = () => attempt(`Download ${name}`, () => saveFile(session, url, name));
  return (
    <Anchor component="button" type="button" inherit onClick={() => void save()}>
      {name}
    </Anchor>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === undefined || children === false ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
