import { counted } from '../../model/names/counted.ts';
import { shownTree } from '../app/app-width.ts';
import { isUnsaved } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import type { ProjectPlace } from '../app/places.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { showFailure, showUndo } from '../app/toasts.tsx';
import { chosenTogether, shownItem } from '../app/tree-choice.ts';
import { type ChosenActions, chosenActions, createActions, withBlocks } from './action-edits.ts';
import { type Command, contentObstacle, onChosen, type Situation, situationOf } from './command.ts';
import { takeBack } from './edits.ts';
import { type FeatureTarget, featureTarget, isForeign } from './features.ts';
import { chosenTarget, moduleTarget, type Target } from './target.ts';
import { typingAhead } from './type-ahead.ts';

export type MadePlace = Pick<ProjectPlace, 'moduleId' | 'testId'>;

/** It is there at once; its name is asked for in the tree. */
export const makeAndName = (ide: Ide, make: () => Promise<MadePlace>): Promise<void> =>
  typingAhead(ide, async () => {
    const made = await make();
    ide.navigation.goWithin({ tab: 'modules', ...made });
    ide.store.setView({ ...shownTree(ide.store.getState()), renaming: made.testId ?? made.moduleId });
    return true;
  });

export const newModule: Command = {
  title: 'New module',
  obstacle: ({ state }) => contentObstacle(state),
  async run(ide) {
    const { state, place } = situationOf(ide);
    const isInModule = state.view.focusArea === 'tree' && state.view.treeFocus?.startsWith('m') === true;
    const parentModule = isInModule ? moduleTarget({ state, place }) : undefined;
    const given = { name: 'New module', parentModule };
    await makeAndName(ide, async () => {
      const { module } = await ide.editing.change('createModule', given);
      return { moduleId: module.moduleCode };
    });
  },
};

function moduleFor(situation: Situation): string | undefined {
  const modules = Object.values(snapshotOf(situation.state)?.modules ?? {});
  const first = modules.toSorted((left, right) => left.rank - right.rank)[0];
  return moduleTarget(situation) ?? first?.moduleCode;
}

const firstModule = async ({ editing }: Ide): Promise<string> =>
  (await editing.change('createModule', { name: 'Tests' })).module.moduleCode;

export const newTest: Command = {
  title: 'New test',
  obstacle: ({ state }) => contentObstacle(state),
  async run(ide) {
    await makeAndName(ide, () => makeTest(ide));
  },
};

/** In the chosen module, else in the first one, else in a new one. */
export async function makeTest(ide: Ide): Promise<MadePlace> {
  const moduleCode = moduleFor(situationOf(ide)) ?? (await firstModule(ide));
  const { test } = await ide.editing.change('createTest', { name: 'New test', moduleCode });
  return { moduleId: test.moduleCode, testId: test.testCode };
}

/** Features and scenarios are named in their files. */
function featureObstacle(state: IdeState, { feature, scenario }: FeatureTarget): string | undefined {
  if (scenario !== undefined) return 'Rename scenarios in the text of their feature';
  if (isForeign(state, feature)) return 'It comes from the server: rename it there';
  if (feature.errors !== undefined) return 'Its text cannot be read: fix that first';
  return isUnsaved(state, feature.featureCode) ? 'Save its text first' : undefined;
}

export const rename: Command = {
  title: 'Rename',
  shortcut: 'F2',
  obstacle(situation) {
    const found = featureTarget(situation);
    if (found !== undefined) return featureObstacle(situation.state, found);
    const target = chosenTarget(situation);
    if (target === undefined) return 'Choose a module, a test or a feature';
    return target.kind === 'action' ? 'Actions have no names' : undefined;
  },
  run(ide) {
    const { store } = ide;
    const situation = situationOf(ide);
    const found = featureTarget(situation);
    if (found !== undefined) return store.setView({ naming: { feature: found.feature.featureCode } });
    const target = chosenTarget(situation);
    if (target === undefined || target.kind === 'action') return;
    store.setView({
      ...shownTree(situation.state),
      renaming: target.kind === 'test' ? target.testCode : target.moduleCode,
    });
  },
};

export const duplicate: Command = {
  title: 'Duplicate',
  shortcut: '$mod+d',
  obstacle(situation) {
    const target = chosenTarget(situation);
    if (target === undefined) return 'Choose a test or an action';
    return target.kind === 'module' ? 'Modules cannot be duplicated' : undefined;
  },
  async run(ide) {
    const target = chosenTarget(situationOf(ide));
    const actions = chosenActions(situationOf(ide));
    if (target?.kind === 'action' && actions !== undefined) await duplicateActions(ide, actions);
    if (target?.kind === 'test') await duplicateTest(ide, target);
  },
};

async function duplicateTest({ editing, navigation }: Ide, { moduleCode, testCode }: Target & { kind: 'test' }) {
  const { test } = await editing.change('duplicateTest', { moduleCode, testCode });
  navigation.goWithin({ tab: 'modules', moduleId: test.moduleCode, testId: test.testCode });
}

async function duplicateActions(ide: Ide, given: ChosenActions) {
  const { moduleCode, testCode, chosen } = withBlocks(given);
  if (chosen.every(({ action }) => action.type === 'else'))
    return showFailure('Not duplicated', 'An If block has one Else only.');
  const actions = chosen.map(({ action: { actionId: _id, ...fields } }) => ({ ...fields, type: fields.type }));
  await createActions(ide, { moduleCode, testCode, after: chosen.at(-1)?.key, actions });
}

export const moveTo = onChosen({
  title: 'Move to…',
  otherwise: 'Choose modules or tests',
  chosen(situation) {
    const moving = chosenItems(situation);
    return moving.length === 0 ? undefined : moving;
  },
  act: ({ store }, moving) => store.setView({ moving }),
});

export const importTests: Command = {
  title: 'Import tests…',
  obstacle: ({ state }) => contentObstacle(state),
  run(ide) {
    const target = chosenTarget(situationOf(ide));
    ide.store.setView({ exchange: { into: target?.moduleCode } });
  },
};

export const exportTest = onChosen({
  title: 'Export…',
  otherwise: 'Choose a test',
  chosen(situation) {
    const target = chosenTarget(situation);
    return target?.kind === 'module' ? undefined : target;
  },
  act: ({ store }, { testCode }) => store.setView({ exchange: { testCode } }),
});

export interface ItemPlace {
  /** Undefined: above all modules. */
  parent: string | undefined;
  /** Index among the modules, or the tests, that are there; left out: at the end. */
  order?: number | undefined;
}

/** Keeps their order, and puts them side by side. */
export async function moveItems(ide: Ide, codes: readonly string[], { parent, order }: ItemPlace): Promise<void> {
  const { modules = {}, tests = {} } = snapshotOf(ide.store.getState()) ?? {};
  const moved = { module: 0, test: 0 };
  for (const code of codes) {
    const test = tests[code];
    const kind = test === undefined ? 'module' : 'test';
    const place = order === undefined ? {} : { order: order + moved[kind] };
    if (test !== undefined) {
      const { moduleCode } = test;
      await ide.editing.change('editTest', { testCode: code, moduleCode, newModuleCode: parent, ...place });
    } else await ide.editing.change('editModule', { moduleCode: code, parentModule: parent ?? null, ...place });
    moved[kind] += 1;
  }
  const [only = ''] = codes;
  const what = codes.length === 1 ? `“${(modules[only] ?? tests[only])?.name}”` : counted(codes.length, 'item');
  showUndo(`${what} moved`, () => void takeBack(ide, codes.length));
}

/** Without items that are below another chosen one. */
export function chosenItems({ state, place }: Situation): string[] {
  const { focusArea, treeFocus } = state.view;
  const snapshot = snapshotOf(state);
  if (focusArea !== 'tree' || treeFocus === undefined || snapshot === undefined) return [];
  const { modules, tests } = snapshot;
  const chosen = chosenTogether(state, shownItem(place));
  const codes = chosen.includes(treeFocus) ? chosen : [treeFocus];
  const parentOf = (code: string) => tests[code]?.moduleCode ?? modules[code]?.parentModule;
  const isBelow = (code: string): boolean => {
    const parent = parentOf(code);
    return parent !== undefined && (codes.includes(parent) || isBelow(parent));
  };
  const isThere = (code: string) => Object.hasOwn(modules, code) || Object.hasOwn(tests, code);
  return codes.filter(code => isThere(code) && !isBelow(code));
}
