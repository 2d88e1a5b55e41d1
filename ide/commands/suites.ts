import type { Ide } from '../app/ide.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { type Command, contentObstacle, situationOf } from './command.ts';
import { type MadePlace, makeAndName } from './tree-edits.ts';

const MODULE_NAME = 'Suites';

export const newSuite: Command = {
  title: 'New suite',
  obstacle: ({ state }) => contentObstacle(state),
  run: ide => makeAndName(ide, () => makeSuite(ide)),
};

/** Where suites are already, else in a module for them. */
async function makeSuite(ide: Ide): Promise<MadePlace | undefined> {
  const moduleCode =
    suitesModule(situationOf(ide).state) ??
    (await ide.editing.change('createModule', { name: MODULE_NAME }))?.module.moduleCode;
  if (moduleCode === undefined) return undefined;
  const made = (await ide.editing.change('createTest', { name: 'New suite', moduleCode, type: 'suite' }))?.test;
  return made && { moduleId: made.moduleCode, testId: made.testCode };
}

function suitesModule(state: IdeState): string | undefined {
  const { modules = {}, tests = {} } = snapshotOf(state) ?? {};
  const all = Object.values(modules);
  const named = all.find(({ name }) => name.toLowerCase() === MODULE_NAME.toLowerCase());
  const holding = all.find(module => module.tests.some(code => tests[code]?.type === 'suite'));
  return (named ?? holding)?.moduleCode;
}
