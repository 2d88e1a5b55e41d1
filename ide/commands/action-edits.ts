import type { ActionId, TestCode } from '../../model/names/codes.ts';
import { breaksBlocks, withFullBlocks, withWholeBlocks } from '../app/block-places.ts';
import { type EditedRow, editedRows, type NewAction } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { chosenKeys, placeBefore } from '../app/row-choice.ts';
import { readBreakpoints } from '../app/side-facts.ts';
import { openTestOf, snapshotOf, whereShown } from '../app/state.ts';
import { showFailure, showUndo } from '../app/toasts.tsx';
import { type Command, onChosen, type Situation, situationOf } from './command.ts';
import { submitEdit, takeBack } from './edits.ts';
import { actionTarget, testTarget } from './target.ts';

export const chooseAll = onChosen({
  title: 'Choose all actions',
  shortcut: '$mod+a',
  otherwise: 'Go to the actions of a test',
  chosen: focusedActions,
  act: (ide, { testCode, rows }) => chooseActions(ide, testCode, keysOf(rows)),
});

/** Enables the actions where all of them are disabled. */
export const disableAction = onChosen({
  title: 'Disable or enable',
  shortcut: '$mod+/',
  otherwise: 'Choose an action',
  chosen: chosenActions,
  async act(ide, actions) {
    const { chosen } = withBlocks(actions);
    if (chosen.every(({ action }) => action.type === 'else')) return showFailure('Not disabled', ELSE_ALONE);
    const areAllOff = chosen.every(({ action }) => action.disabled === true);
    const toggled = areAllOff ? chosen : chosen.filter(({ action }) => action.disabled !== true);
    const fields = { disabled: areAllOff ? null : true };
    const { actionIds, ...about } = editOf({ ...actions, chosen: toggled });
    await submitEdit(ide, { ...about, operation: { tool: 'editActions', actionIds, fields } });
  },
});

const ELSE_ALONE = 'An Else goes with its If block. Disable the block, or the actions below Else.';

const keysOf = (rows: readonly EditedRow[]): string[] => rows.map(({ key }) => key);

export const toggleBreakpoint: Command = {
  title: 'Breakpoint',
  shortcut: 'F9',
  obstacle(situation) {
    if (situation.state.unknownTools.has('getBreakpoints')) return 'This service has no breakpoints';
    return actionTarget(situation) === undefined ? 'Choose an action' : undefined;
  },
  async run(ide) {
    const { store, session } = ide;
    const target = actionTarget(situationOf(ide));
    if (target === undefined) return;
    const { moduleCode, testCode, actionId } = target;
    const there = store.getState().breakpoints.find(point => point.testId === testCode && point.actionId === actionId);
    if (there === undefined) await session.call('setBreakpoint', { moduleId: moduleCode, testId: testCode, actionId });
    else await session.call('clearBreakpoints', { breakpointId: there.breakpointId });
    await readBreakpoints(ide);
  },
};

export const editBreakpoint: Command = {
  title: 'Breakpoint condition',
  shortcut: 'Shift+F9',
  obstacle: toggleBreakpoint.obstacle,
  run(ide) {
    const target = actionTarget(situationOf(ide));
    if (target !== undefined) ide.store.setView({ pointEdited: target.actionId });
  },
};

const placesOf = ({ rows, chosen }: ChosenActions): number[] =>
  chosen.map(({ key }) => rows.findIndex(row => row.key === key));

const actionsOf = (rows: readonly EditedRow[]) => rows.map(({ action }) => action);

/** `before`: an index before the move. */
export async function moveBefore(ide: Ide, actions: ChosenActions, before: number) {
  const { moduleCode, testCode, rows, chosen } = withBlocks(actions);
  const actionIds = keysOf(chosen);
  const to = placeBefore(keysOf(rows), actionIds, before);
  if (to === undefined) return;
  const others = rows.filter(row => !chosen.includes(row));
  if (breaksBlocks(actionsOf(rows), actionsOf(others.toSpliced(to, 0, ...chosen))))
    return showFailure('Not moved', 'An Else stays in its If block. Move the block by its If or its End.');
  await submitEdit(ide, { moduleCode, testCode, operation: { tool: 'moveActions', actionIds, to } });
}

/** Rows apart from each other come together. */
const move = (step: -1 | 1, title: string, shortcut: string): Command => ({
  title,
  shortcut,
  obstacle(situation) {
    const actions = focusedActions(situation);
    if (actions === undefined) return 'Choose an action';
    const places = placesOf(withBlocks(actions));
    if (step < 0) return places[0] === 0 ? 'It is the first action' : undefined;
    return places.at(-1) === actions.rows.length - 1 ? 'It is the last action' : undefined;
  },
  async run(ide) {
    const actions = focusedActions(situationOf(ide));
    if (actions === undefined) return;
    const places = placesOf(withBlocks(actions));
    await moveBefore(ide, actions, step < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? 0) + 2);
  },
});

export const moveUp = move(-1, 'Move up', 'Alt+ArrowUp');
export const moveDown = move(1, 'Move down', 'Alt+ArrowDown');

export interface ChosenActions {
  moduleCode: string;
  testCode: string;
  rows: readonly EditedRow[];
  /** In row order; never empty. */
  chosen: readonly EditedRow[];
}

/** Adds the whole of each block whose start or end is chosen. */
export const withBlocks = (actions: ChosenActions): ChosenActions => {
  const stored = actions.rows.filter(row => row.stored !== undefined);
  return { ...actions, chosen: withFullBlocks(stored, actions.chosen) };
};

export const editOf = ({ moduleCode, testCode, chosen }: ChosenActions) => ({
  moduleCode,
  testCode,
  actionIds: keysOf(chosen),
  bases: Object.fromEntries(chosen.flatMap(({ key, stored }) => (stored === undefined ? [] : [[key, stored]]))),
});

/** Wherever the focus is. Rows that are not stored yet do not count. */
export function chosenActions(situation: Situation): ChosenActions | undefined {
  const { state } = situation;
  const target = actionTarget(situation);
  const test = openTestOf(state, target?.testCode);
  if (target === undefined || test === undefined) return undefined;
  const { moduleCode, testCode, actionId } = target;
  const rows = editedRows(test, state.edits, whereShown(state));
  const keys = new Set(chosenKeys({ choice: state.view.rowChoice, testCode, actionId }, keysOf(rows)));
  const chosen = rows.filter(({ key, stored }) => keys.has(key) && stored !== undefined);
  return chosen.length === 0 ? undefined : { moduleCode, testCode, rows, chosen };
}

export function focusedActions(situation: Situation): ChosenActions | undefined {
  return situation.state.view.focusArea === 'actions' ? chosenActions(situation) : undefined;
}

/** New actions come after the last chosen one, else after the last. */
export function placeForNew(situation: Situation) {
  const chosen = chosenActions(situation);
  if (chosen !== undefined) return { ...chosen, after: chosen.chosen.at(-1)?.key };
  const shown = testTarget(situation);
  const test = openTestOf(situation.state, shown?.testCode);
  if (shown === undefined || test === undefined) return undefined;
  const { moduleCode, testCode } = shown;
  const rows = editedRows(test, situation.state.edits, whereShown(situation.state));
  return { moduleCode, testCode, rows, after: rows.at(-1)?.key };
}

/** The first of them becomes the row of the address. */
function chooseActions({ navigation, store }: Ide, testCode: string, keys: readonly string[]): void {
  const place = navigation.place();
  const [first] = keys;
  const actions = openTestOf(store.getState(), testCode)?.actions ?? [];
  const actionId = actions.find(action => action.actionId === first)?.actionId;
  if (!isInProject(place) || place.testId !== testCode || first === undefined || actionId === undefined) return;
  navigation.go({ ...place, actionId }, { replace: true });
  store.setView({ rowChoice: keys.length > 1 ? { testCode, anchor: first, keys } : undefined });
}

interface NewActions {
  moduleCode: string;
  testCode: string;
  after: string | undefined;
  actions: readonly NewAction[];
}

/** All or none. */
export async function createActions(ide: Ide, { moduleCode, testCode, after, actions }: NewActions): Promise<void> {
  const operation = { tool: 'createActions' as const, after, actions };
  const outcome = await ide.editing.submit({ moduleCode, testCode, operation });
  if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  if (outcome.kind !== 'saved' || outcome.reply === undefined || !('actions' in outcome.reply)) return;
  const made = outcome.reply.actions.map(({ actionId }) => actionId);
  chooseActions(ide, testCode, made);
}

/** Deletes a block with both its ends; chooses the action after them. */
export async function deleteActions(ide: Ide, given: ChosenActions): Promise<void> {
  const stored = given.rows.filter(row => row.stored !== undefined);
  const choice = { ...given, chosen: withWholeBlocks(stored, given.chosen) };
  const { store, navigation } = ide;
  const { testCode, rows, chosen } = choice;
  const last = rows.findIndex(({ key }) => key === chosen.at(-1)?.key);
  const isLeft = (key: string | undefined) => !chosen.some(row => row.key === key);
  const next = rows.slice(last).find(({ key }) => isLeft(key))?.key ?? rows.findLast(({ key }) => isLeft(key))?.key;
  const actions = openTestOf(store.getState(), testCode)?.actions ?? [];
  const place = navigation.place();
  if (isInProject(place) && place.testId === testCode && !isLeft(place.actionId))
    navigation.go({ ...place, actionId: actions.find(one => one.actionId === next)?.actionId }, { replace: true });
  const number = rows.findIndex(({ key }) => key === chosen[0]?.key) + 1;
  const { actionIds, ...about } = editOf(choice);
  const isSaved = await submitEdit(ide, { ...about, operation: { tool: 'deleteActions', actionIds } });
  const what = chosen.length === 1 ? `Action ${number}` : `${chosen.length} actions`;
  if (isSaved) showUndo(`${what} deleted`, () => void takeBack(ide));
}

export async function replaceLocator(
  ide: Ide,
  { testCode, actionId }: { testCode: TestCode; actionId: ActionId },
  locator: string,
): Promise<void> {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  const given = { moduleCode, testCode, actionId, locator };
  await ide.editing.change('editAction', given);
  showUndo(`The action now uses ${locator}`, () => void takeBack(ide));
}
