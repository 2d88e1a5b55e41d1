import type { Ide } from '../app/ide.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { createActions } from './action-edits.ts';
import { situationOf } from './command.ts';
import { takeBack } from './edits.ts';
import type { MadePlace } from './tree-edits.ts';

const MODULE_NAME = 'Suites';
export const NEW_SUITE = 'New suite';

/** `what`: codes of tests, features and scenarios, or a tag; all or none. Without a suite, makes one. */
export async function plugIntoSuite(ide: Ide, what: readonly string[], suite: string | undefined): Promise<void> {
  const { tests = {} } = snapshotOf(ide.store.getState()) ?? {};
  const known = suite === undefined ? undefined : tests[suite];
  const made = known === undefined ? await makeSuite(ide) : undefined;
  const moduleCode = known?.moduleCode ?? made?.moduleId;
  const testCode = known?.testCode ?? made?.testId;
  if (moduleCode === undefined || testCode === undefined) return;
  await ide.editing.change('createActions', { moduleCode, testCode, actions: what.map(plugOf) });
  keepChoice(ide, testCode);
  showUndo(`Added to the suite “${known?.name ?? NEW_SUITE}”`, () => void takeBack(ide));
}

interface SuitePlace {
  suite: string;
  /** Undefined: at the start. */
  after: string | undefined;
}

/** Inserts into the open suite, and chooses what is new. */
export async function plugBehind(ide: Ide, what: readonly string[], { suite, after }: SuitePlace): Promise<void> {
  const known = snapshotOf(ide.store.getState())?.tests[suite];
  if (known === undefined) return;
  const { moduleCode, testCode } = known;
  keepChoice(ide, testCode);
  await createActions(ide, { moduleCode, testCode, after, actions: what.map(plugOf) });
}

function keepChoice({ store }: Ide, suite: string): void {
  const { project, view } = store.getState();
  if (project !== undefined) store.setView({ lastSuites: { ...view.lastSuites, [project.projectId]: suite } });
}

function plugOf(what: string) {
  if (what.startsWith('@')) return { type: 'plugTags', tags: what } as const;
  if (what.startsWith('t')) return { type: 'plugTest', test: what } as const;
  return what.includes('.')
    ? ({ type: 'plugScenario', scenario: what } as const)
    : ({ type: 'plugFeature', feature: what } as const);
}

interface SuiteGiven {
  name?: string;
  /** Codes of tests, features and scenarios. */
  holds?: readonly string[];
}

/** Next to the suites that there are, else in a module for them. */
export async function makeSuite(ide: Ide, { name = NEW_SUITE, holds = [] }: SuiteGiven = {}): Promise<MadePlace> {
  const moduleCode =
    suitesModule(situationOf(ide).state) ??
    (await ide.editing.change('createModule', { name: MODULE_NAME })).module.moduleCode;
  const given = { name, actions: holds.map(plugOf) };
  const { test } = await ide.editing.change('createTest', { ...given, moduleCode, type: 'suite' });
  return { moduleId: test.moduleCode, testId: test.testCode };
}

function suitesModule(state: IdeState): string | undefined {
  const { modules = {}, tests = {} } = snapshotOf(state) ?? {};
  const all = Object.values(modules);
  const named = all.find(({ name }) => name.toLowerCase() === MODULE_NAME.toLowerCase());
  const holding = all.find(module => module.tests.some(code => tests[code]?.type === 'suite'));
  return (named ?? holding)?.moduleCode;
}
