import { z } from 'zod';
import { isAppError } from '../../model/errors/errors.ts';
import { counted } from '../../model/names/counted.ts';
import { ConnectionLost } from '../app/bridge-client.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { chosenActions, deleteActions } from './action-edits.ts';
import { type Command, type Situation, situationOf } from './command.ts';
import { takeBack } from './edits.ts';
import { deleteFeature, type FeatureTarget, featureTarget, isForeign } from './features.ts';
import { focusedTarget } from './target.ts';
import { chosenItems } from './tree-edits.ts';

/** Only while the tree has the focus: elsewhere keys may mean something else. */
const focusedFeature = (situation: Situation): FeatureTarget | undefined =>
  situation.state.view.focusArea === 'tree' ? featureTarget(situation) : undefined;

export const deleteItem: Command = {
  title: 'Delete',
  shortcut: 'Delete',
  obstacle(situation) {
    const found = focusedFeature(situation);
    if (found?.scenario !== undefined) return 'Delete scenarios in the text of their feature';
    if (found !== undefined)
      return isForeign(situation.state, found.feature) ? 'It comes from the server: delete it there' : undefined;
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

/** Asks only where modules have tests. */
async function askAndDelete(ide: Ide, codes: readonly string[]): Promise<void> {
  const modules = codes.filter(code => Object.hasOwn(snapshotOf(ide.store.getState())?.modules ?? {}, code));
  const tests = modules.reduce((sum, code) => sum + testsBelow(ide, code), 0);
  if (tests === 0) return await deleteRecords(ide, codes);
  const uses = await usersOf(ide, modules);
  const message = uses.length === 0 ? undefined : usesInWords(ide.store.getState(), uses, tests);
  ide.store.setView({ question: { kind: 'delete-modules', codes, tests, ...(message && { message }) } });
}

/** Empty while the connection is lost. */
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

/** Asks about records that others use. */
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
  const what = deleted.length === 1 ? `“${deleted[0]}”` : counted(deleted.length, 'item');
  if (deleted.length > 0) showUndo(`${what} deleted`, () => void takeBack(ide, deleted.length));
  if (used.length === 0) return;
  const uses = used.flatMap(one => one.uses);
  const message = usesInWords(ide.store.getState(), uses, used.length);
  store.setView({ question: { kind: 'delete-used', codes: used.map(({ code }) => code), message } });
}

/** Resolves with the users that prevent it, if any. */
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

function leave({ navigation }: Ide, code: string): void {
  const place = navigation.place();
  if (!isInProject(place) || (place.testId !== code && place.moduleId !== code)) return;
  const moduleId = place.moduleId === code ? undefined : place.moduleId;
  navigation.go({ ...place, moduleId, testId: undefined, actionId: undefined }, { replace: true });
}

const MOST_NAMES = 3;
const TestUsers = z.array(
  z.union([
    z.object({ kind: z.literal('action'), testCode: z.string() }),
    z.object({ kind: z.literal('module'), moduleCode: z.string() }),
    z.object({ kind: z.literal('step'), text: z.string() }),
    z.object({ kind: z.literal('sign-in') }),
  ]),
);

/** `count`: how many tests and modules are deleted. */
function usesInWords(state: IdeState, given: readonly unknown[], count: number): string {
  const uses = TestUsers.parse(given);
  const them = count === 1 ? 'it' : 'them';
  const snapshot = snapshotOf(state);
  const tests = uses.flatMap(use =>
    use.kind === 'action' ? (snapshot?.tests[use.testCode]?.name ?? use.testCode) : [],
  );
  const modules = uses.flatMap(use =>
    use.kind === 'module' ? (snapshot?.modules[use.moduleCode]?.name ?? use.moduleCode) : [],
  );
  const texts = uses.flatMap(use => (use.kind === 'step' ? [use.text] : []));
  const sentences = [
    texts.length === 0 ? '' : stepWords(stepsOf(state, texts), them),
    tests.length === 0 ? '' : `${listed(tests)} ${isOne(tests) ? 'plugs' : 'plug'} ${them} in and will fail.`,
    modules.length === 0
      ? ''
      : `Module ${listed(modules)} ${isOne(modules) ? 'runs' : 'run'} ${them} before or after its tests.`,
    uses.some(({ kind }) => kind === 'sign-in') ? `The sign-in settings use ${them}.` : '',
  ];
  return [...sentences.filter(sentence => sentence !== ''), 'Undo brings everything back.'].join(' ');
}

const isOne = (names: readonly string[]): boolean => new Set(names).size === 1;

function stepWords(steps: number, them: string): string {
  if (steps === 0) return `Steps that are in no feature now are linked to ${them}.`;
  return steps === 1
    ? `1 step is linked to ${them} and turns red.`
    : `${steps} steps are linked to ${them} and turn red.`;
}

function stepsOf({ features }: IdeState, texts: readonly string[]): number {
  const wanted = new Set(texts);
  if (features.phase !== 'ready') return texts.length;
  return features.value
    .flatMap(({ scenarios }) => scenarios)
    .reduce((sum, { steps }) => sum + steps.filter(({ text }) => wanted.has(text)).length, 0);
}

/** E.g. `“Buy” and “Pay”`. */
function listed(names: readonly string[]): string {
  const quoted = [...new Set(names)].map(name => `“${name}”`);
  const left = quoted.length - MOST_NAMES;
  const shown = left > 0 ? [...quoted.slice(0, MOST_NAMES), `${left} more`] : quoted;
  return shown.length === 1 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
