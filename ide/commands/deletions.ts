import { isAppError } from '../../model/errors/errors.ts';
import { ConnectionLost } from '../app/bridge-client.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { chosenActions, deleteActions } from './action-edits.ts';
import { type Command, type Situation, situationOf } from './command.ts';
import { takeBack } from './edits.ts';
import { deleteFeature } from './feature-edits.ts';
import { type FeatureTarget, featureTarget, isForeign } from './feature-target.ts';
import { focusedTarget } from './target.ts';
import { chosenItems } from './tree-edits.ts';

/** In their tree only: elsewhere keys may mean something else. */
const focusedFeature = (situation: Situation): FeatureTarget | undefined =>
  situation.state.view.focusArea === 'tree' ? featureTarget(situation) : undefined;

export const deleteItem: Command = {
  title: 'Delete',
  shortcut: 'Delete',
  obstacle(situation) {
    const found = focusedFeature(situation);
    if (found?.scenario !== undefined) return 'Scenarios are deleted in the text of their feature';
    if (found !== undefined)
      return isForeign(situation.state, found.feature) ? 'It comes from the server and is deleted there' : undefined;
    return focusedTarget(situation) === undefined ? 'Choose what to delete' : undefined;
  },
  async run(ide) {
    const situation = situationOf(ide);
    const found = focusedFeature(situation);
    if (found !== undefined) return await deleteFeature(ide, found.feature);
    const actions = chosenActions(situation);
    if (situation.state.view.focusArea === 'tree') await askAndDelete(ide, chosenItems(situation));
    else if (actions !== undefined) await deleteActions(ide, actions);
  },
};

/** Asks first where modules have tests, and says with it who uses them. */
export async function askAndDelete(ide: Ide, codes: readonly string[]): Promise<void> {
  const modules = codes.filter(code => Object.hasOwn(snapshotOf(ide.store.getState())?.modules ?? {}, code));
  const tests = modules.reduce((sum, code) => sum + testsBelow(ide, code), 0);
  if (tests === 0) return await deleteRecords(ide, codes);
  const uses = await usersOf(ide, modules);
  const message = uses.length === 0 ? undefined : await inWords(ide, uses, tests);
  ide.store.setView({ question: { kind: 'delete-modules', codes, tests, ...(message && { message }) } });
}

/** Nobody, as far as one knows, while the connection is lost. */
async function usersOf({ session }: Ide, modules: readonly string[]): Promise<unknown[]> {
  const uses: unknown[] = [];
  try {
    for (const moduleCode of modules) {
      const users = await usersInTheWay(() => session.call('deleteModule', { moduleCode, dryRun: true }));
      uses.push(...(users ?? []));
    }
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
  return uses;
}

async function inWords({ store }: Ide, uses: readonly unknown[], tests: number): Promise<string> {
  const { usesInWords } = await import('./uses-in-words.ts');
  return usesInWords(store.getState(), uses, tests);
}

function testsBelow({ store }: Ide, moduleCode: string): number {
  const modules = Object.values(snapshotOf(store.getState())?.modules ?? {});
  const count = (code: string): number =>
    modules
      .filter(module => module.parentModule === code)
      .reduce(
        (sum, child) => sum + count(child.moduleCode),
        modules.find(one => one.moduleCode === code)?.tests.length ?? 0,
      );
  return count(moduleCode);
}

/** Deletes modules and tests at once; about those that others use the person is asked. */
export async function deleteRecords(ide: Ide, codes: readonly string[], { force = false } = {}): Promise<void> {
  const { store } = ide;
  const snapshot = snapshotOf(store.getState());
  const deleted: string[] = [];
  const used: { code: string; uses: readonly unknown[] }[] = [];
  for (const code of codes) {
    const name = (snapshot?.modules[code] ?? snapshot?.tests[code])?.name;
    if (name === undefined) continue;
    const uses = await deleteRecord(ide, code, force);
    if (uses === undefined) deleted.push(name);
    else used.push({ code, uses });
  }
  const what = deleted.length === 1 ? `“${deleted[0]}”` : `${deleted.length} items`;
  if (deleted.length > 0) showUndo(`${what} deleted`, () => void takeBack(ide, deleted.length));
  if (used.length === 0) return;
  const uses = used.flatMap(one => one.uses);
  const message = await inWords(ide, uses, used.length);
  store.setView({ question: { kind: 'delete-used', codes: used.map(({ code }) => code), message } });
}

/** Resolves with those who use it, if they are in the way. */
async function deleteRecord(ide: Ide, code: string, force: boolean): Promise<readonly unknown[] | undefined> {
  const test = snapshotOf(ide.store.getState())?.tests[code];
  const given = test === undefined ? { moduleCode: code } : { moduleCode: test.moduleCode, testCode: code };
  return await usersInTheWay(async () => {
    await ide.editing.change(test === undefined ? 'deleteModule' : 'deleteTest', { ...given, force });
    leave(ide, code);
  });
}

async function usersInTheWay(deletion: () => Promise<unknown>): Promise<readonly unknown[] | undefined> {
  try {
    await deletion();
    return undefined;
  } catch (error) {
    if (!isAppError(error, 'in-use')) throw error;
    const uses = error.detail.facts?.uses;
    return Array.isArray(uses) ? uses : [];
  }
}

/** What is deleted is not shown any longer. */
function leave({ navigation }: Ide, code: string): void {
  const place = navigation.place();
  if (!isInProject(place) || (place.testId !== code && place.moduleId !== code)) return;
  const moduleId = place.moduleId === code ? undefined : place.moduleId;
  navigation.go({ ...place, moduleId, testId: undefined, actionId: undefined }, { replace: true });
}
