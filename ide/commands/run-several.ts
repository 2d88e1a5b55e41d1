/** Runs of more than one test: of modules, of what is chosen in the tree, of the whole project. */
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { snapshotOf } from '../app/state.ts';
import type { ArgumentsOf } from '../app/tool-replies.ts';
import { type Command, contentObstacle, runObstacle, type Situation } from './command.ts';
import { howToRun } from './run-how.ts';
import { tellWarnings } from './tell-warnings.ts';
import { chosenItems } from './tree-edits.ts';

type SeveralTests = Pick<ArgumentsOf<'runTests'>, 'modules' | 'tests' | 'failed' | 'changedSince'>;

/** A module, or several items of the tree, where such are chosen. */
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

/** Runs tests in the environment that is chosen. */
export async function runTests({ store, session }: Ide, what: SeveralTests): Promise<void> {
  await tellWarnings(session.call('runTests', { ...what, ...howToRun(store.getState()) }));
}

const obstacleOfAll = ({ state }: Situation): string | undefined => {
  const hasTests = Object.keys(snapshotOf(state)?.tests ?? {}).length > 0;
  return contentObstacle(state) ?? runObstacle(state) ?? (hasTests ? undefined : 'There are no tests yet');
};

/** Suites and tests that are skipped in runs are left out. */
export const runAll: Command = {
  title: 'Run all',
  obstacle: obstacleOfAll,
  run: ide => runTests(ide, {}),
};

export const runFailed: Command = {
  title: 'Run failed',
  obstacle: obstacleOfAll,
  run: ide => runTests(ide, { failed: true }),
};
