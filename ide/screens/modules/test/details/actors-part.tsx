import { Button } from '@mantine/core';
import { z } from 'zod';
import { ACTOR_COLOURS, MOST_ACTORS, type TestActors } from '../../../../../model/project/actor.ts';
import { renamedActors } from '../../../../../model/project/edits/rename-actors.ts';
import { colourOf } from '../../../../../model/project/shown-actor.ts';
import { useIdeState } from '../../../../app/context.tsx';
import type { Problem } from '../../../../app/queries.ts';
import { openTestOf } from '../../../../app/state.ts';
import { AddIcon } from '../../../../ui/icons.ts';
import { ActorEntry, ActorTexts } from './actor-entry.tsx';
import classes from './actors-part.module.css';
import { PartForm } from './part-form.tsx';
import type { TestPartProps } from './part-props.ts';
import { usePart } from './use-part.ts';

/** With the colours that are shown, which stay when actors come, go and move. */
const textsOf = (actors: TestActors): ActorTexts[] =>
  actors.map(({ name, role = '', device = '' }) => ({ name, colour: colourOf(actors, name), role, device }));

const newAmong = (rows: readonly ActorTexts[]): ActorTexts => ({
  name: '',
  colour: ACTOR_COLOURS.find(colour => !rows.some(row => row.colour === colour)) ?? 'blue',
  role: '',
  device: '',
});

/** What is left blank is as the test has it. */
const actorsOf = (rows: readonly ActorTexts[]): TestActors =>
  rows.map(({ name, colour, role, device }) => ({
    name: name.trim(),
    colour,
    ...(role !== '' && { role }),
    ...(device.trim() !== '' && { device: device.trim() }),
  }));

/** A refusal names its field as `actors[1].name`. */
function faultOf(problem: Problem | undefined): { row: number; field: string; message: string } | undefined {
  const found = /^actors\[(\d+)\](?:\.(\w+))?/.exec(problem?.field ?? '');
  if (problem === undefined || found === null) return undefined;
  return { row: Number(found[1]), field: found[2] ?? 'name', message: problem.message };
}

export function ActorsPart({ test, onClose }: TestPartProps) {
  const before = test.actors ?? [];
  const part = usePart({
    part: 'actors',
    test,
    schema: z.object({ rows: z.array(ActorTexts) }),
    stored: { rows: textsOf(before) },
    fieldsOf: ({ rows }) => ({ actors: rows.length === 0 ? null : actorsOf(rows) }),
  });
  const { rows } = part.value;
  const named = useRowsByActor(test.testCode);
  const wrong = faultOf(part.problem);
  const change = (changed: ActorTexts[]) => part.change({ rows: changed });
  const move = (at: number, to: number) => {
    const [moved] = rows.slice(at, at + 1);
    if (moved !== undefined) change(rows.toSpliced(at, 1).toSpliced(to, 0, moved));
  };
  const add = rows.length < MOST_ACTORS && <AddButton onClick={() => change([...rows, newAmong(rows)])} />;
  return (
    <PartForm label="Actors" part={part} isProblemInField={wrong !== undefined} aside={add} onClose={onClose}>
      <p className="flush note">
        {rows.length === 0
          ? 'Several people in one test, each in a browser window of their own: a seller who answers what a buyer asks.'
          : 'The first one acts in rows that name nobody.'}
      </p>
      {rows.length > 0 && (
        <ol className={`plain-list ${classes.list}`} aria-label="Actors">
          {rows.map((row, at) => (
            <ActorEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
              key={at}
              actor={row}
              at={at}
              count={rows.length}
              rowsNaming={named.get(row.name) ?? 0}
              wrong={wrong?.row === at ? wrong : undefined}
              onChange={changed => change(rows.with(at, { ...row, ...changed }))}
              onMove={to => move(at, to)}
              onRemove={() => change(rows.toSpliced(at, 1))}
            />
          ))}
        </ol>
      )}
      <Removed before={before} after={actorsOf(rows)} named={named} />
    </PartForm>
  );
}

const AddButton = ({ onClick }: { onClick(): void }) => (
  <Button size="compact-sm" variant="subtle" leftSection={<AddIcon size={14} aria-hidden />} onClick={onClick}>
    Add actor
  </Button>
);

/** How many rows of the test name each. */
function useRowsByActor(testCode: string): ReadonlyMap<string, number> {
  const actions = useIdeState(state => openTestOf(state, testCode)?.actions) ?? [];
  const counts = new Map<string, number>();
  for (const { actor } of actions) if (actor !== undefined) counts.set(actor, (counts.get(actor) ?? 0) + 1);
  return counts;
}

interface RemovedProps {
  before: TestActors;
  after: TestActors;
  named: ReadonlyMap<string, number>;
}

/** Said before it is saved: rows go on naming who is gone. */
function Removed({ before, after, named }: RemovedProps) {
  const renamed = renamedActors(before, after);
  const isLeft = (name: string) => renamed.has(name) || after.some(actor => actor.name === name);
  const gone = before.filter(({ name }) => !isLeft(name) && named.has(name));
  return gone.map(({ name }) => (
    <p key={name} className="flush small warning" role="status" dir="auto">
      {named.get(name) === 1 ? `1 row names “${name}” and becomes a problem` : problemsOf(name, named.get(name) ?? 0)}
    </p>
  ));
}

const problemsOf = (name: string, count: number): string => `${count} rows name “${name}” and become problems`;
