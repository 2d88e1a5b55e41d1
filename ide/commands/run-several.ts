import type { ModuleCode } from '../../model/names/codes.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { snapshotOf } from '../app/state.ts';
import type { ArgumentsOf } from '../app/tool-replies.ts';
import { type Command, contentObstacle, runObstacle, type Situation } from './command.ts';
import { howToRun } from './run-how.ts';
import { startRun } from './start-run.ts';
import { chosenItems } from './tree-edits.ts';

type SeveralTests = Pick<ArgumentsOf<'runTests'>, 'modules' | 'tests' | 'failed' | 'changedSince'>;

/** A module, or several chosen items of the tree. */
export function severalToRun(situation: Situation): SeveralTests | undefined {
  const { state, place } = situation;
  const { modules = {} } = snapshotOf(state) ?? {};
  const chosen = chosenItems(situation);
  const isModule = (code: string) => Object.hasOwn(modules, code);
  if (chosen.length > 1 || chosen.some(isModule))
    return { modules: chosen.filter(isModule), tests: chosen.filter(code => !isModule(code)) };
  if (chosen.length === 1 || !isInProject(place) || place.testId !== undefined) return undefined;
  const { moduleId } = place;
  return moduleId !== undefined && isModule(moduleId) ? { modules: [moduleId] } : undefined;
}

export async function runTests(ide: Ide, what: SeveralTests): Promise<void> {
  await startRun(ide, { name: 'runTests', given: { ...what, ...howToRun(ide.store.getState()) } });
}

interface NamedModule {
  moduleCode: ModuleCode;
  name: string;
}

export const runModule = ({ moduleCode, name }: NamedModule): Command => ({
  title: `Run ${name}`,
  obstacle: ({ state }) => runObstacle(state),
  run: ide => runTests(ide, { modules: [moduleCode] }),
});

const obstacleOfAll = ({ state }: Situation): string | undefined => {
  const hasTests = Object.keys(snapshotOf(state)?.tests ?? {}).length > 0;
  return contentObstacle(state) ?? runObstacle(state) ?? (hasTests ? undefined : 'There are no tests yet');
};

/** Leaves out suites and tests that are skipped in runs. */
export const runAll: Command = {
  title: 'Run all tests',
  obstacle: obstacleOfAll,
  run: ide => runTests(ide, {}),
};

export const runFailed: Command = {
  title: 'Run failed tests',
  obstacle: obstacleOfAll,
  run: ide => runTests(ide, { failed: true }),
};
