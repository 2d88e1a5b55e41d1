import { type EditedRow, editedRows } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { chosenKeys } from '../app/row-choice.ts';
import { openTestOf } from '../app/state.ts';
import type { Situation } from './command.ts';
import { actionTarget, testTarget } from './target.ts';

export interface ChosenActions {
  moduleCode: string;
  testCode: string;
  /** All rows of the test as they stand now, edits under way included. */
  rows: readonly EditedRow[];
  /** In their order; never empty. */
  chosen: readonly EditedRow[];
}

/** What an edit of several actions is about, and what they were when it was made. */
export const editOf = ({ moduleCode, testCode, chosen }: ChosenActions) => ({
  moduleCode,
  testCode,
  actionIds: chosen.map(({ key }) => key),
  bases: Object.fromEntries(chosen.flatMap(({ key, stored }) => (stored === undefined ? [] : [[key, stored]]))),
});

/** The actions that are chosen, wherever the focus is. Rows that are not stored yet do not count. */
export function chosenActions(situation: Situation): ChosenActions | undefined {
  const { state } = situation;
  const target = actionTarget(situation);
  const test = openTestOf(state, target?.testCode);
  if (target === undefined || test === undefined) return undefined;
  const { moduleCode, testCode, actionId } = target;
  const rows = editedRows(test, state.edits);
  const order = rows.map(({ key }) => key);
  const keys = new Set(chosenKeys({ choice: state.view.rowChoice, testCode, actionId }, order));
  const chosen = rows.filter(({ key, stored }) => keys.has(key) && stored !== undefined);
  return chosen.length === 0 ? undefined : { moduleCode, testCode, rows, chosen };
}

/** Those, while the keys are in their list. */
export const focusedActions = (situation: Situation): ChosenActions | undefined =>
  situation.state.view.focusArea === 'actions' ? chosenActions(situation) : undefined;

/** The test whose actions are shown, with what new ones stand behind: the last chosen one, else the last. */
export function placeForNew(situation: Situation) {
  const chosen = chosenActions(situation);
  if (chosen !== undefined) return { ...chosen, behind: chosen.chosen.at(-1)?.key };
  const shown = testTarget(situation);
  const test = openTestOf(situation.state, shown?.testCode);
  if (shown === undefined || test === undefined) return undefined;
  const { moduleCode, testCode } = shown;
  return { moduleCode, testCode, behind: editedRows(test, situation.state.edits).at(-1)?.key };
}

/** Chooses rows; the first of them is the one of the address. */
export function chooseActions({ navigation, store }: Ide, testCode: string, keys: readonly string[]): void {
  const place = navigation.place();
  const [first] = keys;
  const actions = openTestOf(store.getState(), testCode)?.actions ?? [];
  const actionId = actions.find(action => action.actionId === first)?.actionId;
  if (!isInProject(place) || place.testId !== testCode || first === undefined || actionId === undefined) return;
  navigation.go({ ...place, actionId }, { replace: true });
  store.setView({ rowChoice: keys.length > 1 ? { testCode, anchor: first, keys } : undefined });
}
