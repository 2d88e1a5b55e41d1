import type { Ide } from '../app/ide.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { showDone } from '../app/toasts.tsx';
import { type Command, contentObstacle, onChosen, situationOf } from './command.ts';
import { featureTarget } from './features.ts';
import { type MadePlace, makeAndName } from './tree-edits.ts';

const MODULE_NAME = 'Suites';
export const NEW_SUITE = 'New suite';

export const newSuite: Command = {
  title: NEW_SUITE,
  obstacle: ({ state }) => contentObstacle(state),
  run: ide => makeAndName(ide, () => makeSuite(ide)),
};

/** Asks into which suite a feature or a scenario goes. */
export const addToSuite = onChosen({
  title: 'Add to suite…',
  otherwise: 'Choose a feature or a scenario',
  chosen: featureTarget,
  act: ({ store }, { feature, scenario }) =>
    store.setView({ addingToSuite: scenario?.scenario ?? feature.featureCode }),
});

/** Adds a feature or a scenario to the end of a suite, by their codes; without one to a new suite. */
export async function plugIntoSuite(ide: Ide, code: string, suite: string | undefined): Promise<void> {
  const { tests = {} } = snapshotOf(ide.store.getState()) ?? {};
  const known = suite === undefined ? undefined : tests[suite];
  const made = known === undefined ? await makeSuite(ide) : undefined;
  const moduleCode = known?.moduleCode ?? made?.moduleId;
  const testCode = known?.testCode ?? made?.testId;
  if (moduleCode === undefined || testCode === undefined) return;
  const isScenario = code.includes('.');
  const type = isScenario ? 'plugScenario' : 'plugFeature';
  const what = isScenario ? { scenario: code } : { feature: code };
  await ide.session.call('createAction', { moduleCode, testCode, type, ...what });
  showDone(`Added to the suite “${known?.name ?? NEW_SUITE}”`);
}

/** Where suites are already, else in a module for them. */
async function makeSuite(ide: Ide): Promise<MadePlace | undefined> {
  const moduleCode =
    suitesModule(situationOf(ide).state) ??
    (await ide.editing.change('createModule', { name: MODULE_NAME }))?.module.moduleCode;
  if (moduleCode === undefined) return undefined;
  const made = (await ide.editing.change('createTest', { name: NEW_SUITE, moduleCode, type: 'suite' }))?.test;
  return made && { moduleId: made.moduleCode, testId: made.testCode };
}

function suitesModule(state: IdeState): string | undefined {
  const { modules = {}, tests = {} } = snapshotOf(state) ?? {};
  const all = Object.values(modules);
  const named = all.find(({ name }) => name.toLowerCase() === MODULE_NAME.toLowerCase());
  const holding = all.find(module => module.tests.some(code => tests[code]?.type === 'suite'));
  return (named ?? holding)?.moduleCode;
}
