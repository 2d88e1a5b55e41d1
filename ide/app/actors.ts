/** Who acts, and in which colour the page shows them. */
import type { ActorColour, TestActors } from '../../model/project/actor.ts';
import { colourOf } from '../../model/project/shown-actor.ts';
import type { ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import { type IdeState, snapshotOf } from './state.ts';

const NOBODY: TestActors = [];

/** Empty for a test that names none; the same list as long as the test keeps it. */
export const actorsOf = (state: IdeState, testCode: string | undefined): TestActors =>
  (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]?.actors) ?? NOBODY;

const coloursByTests = new WeakMap<ProjectSnapshot['tests'], ReadonlyMap<string, ActorColour>>();

/** By the names of all actors of a version. */
function coloursIn(tests: ProjectSnapshot['tests']): ReadonlyMap<string, ActorColour> {
  const known = coloursByTests.get(tests);
  if (known !== undefined) return known;
  const found = new Map<string, ActorColour>();
  for (const { actors = NOBODY } of Object.values(tests))
    for (const { name } of actors) if (!found.has(name)) found.set(name, colourOf(actors, name));
  coloursByTests.set(tests, found);
  return found;
}

/** As the test has it, else, as for an actor of the test that plugs it in, any test; undefined when none does. */
export function shownColour(state: IdeState, name: string, testCode?: string): ActorColour | undefined {
  const own = actorsOf(state, testCode);
  if (own.some(actor => actor.name === name)) return colourOf(own, name);
  const tests = snapshotOf(state)?.tests;
  return tests && coloursIn(tests).get(name);
}
