import { findActor } from '../../../model/project/find-actor.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedActor, PlannedItem } from '../../../model/protocol/bridge.ts';
import { performedTests } from './performed-tests.ts';

/** Those who act in the item beside the first one. What the test itself says of an actor goes before what plugged ones say. */
export function actorsOf(content: VersionContent, { test, isSkipped }: PlannedItem): PlannedActor[] {
  if (isSkipped || test.type === 'suite') return [];
  const [first] = test.actors ?? [];
  const found = new Map<string, PlannedActor>();
  for (const performed of performedTests(content, test))
    for (const name of namedIn(performed)) {
      if (name === first?.name || found.has(name)) continue;
      const { colour: _colour, ...actor } = findActor(content, name, [test, performed]) ?? { name };
      found.set(name, actor);
    }
  return [...found.values()];
}

const namedIn = ({ actions }: Test): string[] =>
  actions.flatMap(({ actor, disabled = false }) => (actor === undefined || disabled ? [] : [actor]));
