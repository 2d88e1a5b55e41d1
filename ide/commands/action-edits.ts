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

/** Leaves actions out of runs; where all of them are, takes them in again. */
export const disableAction = onChosen({
  title: 'Disable or enable',
  shortcut: '$mod+/',
  otherwise: 'Choose an action',
  chosen: chosenActions,
  async act(ide, actions) {
    const { chosen } = withBlocks(actions);
    if (chosen.every(({ action }) => action.type === 'else')) return showFailure('Not disabled', ELSE_ALONE);
    const areAllOff = chosen.every(({ action }) => action.disabled === true);
    const meant = areAllOff ? chosen : chosen.filter(({ action }) => action.disabled !== true);
    const fields = { disabled: areAllOff ? null : true };
    const { actionIds, ...about } = editOf({ ...actions, chosen: meant });
    await submitEdit(ide, { ...about, deed: { tool: 'editActions', actionIds, fields } });
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
  async run({ store, session, navigation }) {
    const target = actionTarget({ state: store.getState(), place: navigation.place() });
    if (target === undefined) return;
    const { moduleCode, testCode, actionId } = target;
    const there = store.getState().breakpoints.find(point => point.testId === testCode && point.actionId === actionId);
    if (there === undefined) await session.call('setBreakpoint', { moduleId: moduleCode, testId: testCode, actionId });
    else await session.call('clearBreakpoints', { breakpointId: there.breakpointId });
    await readBreakpoints({ store, session });
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

/** To where they stand before the row that is at `before` now. */
export async function moveBefore(ide: Ide, actions: ChosenActions, before: number) {
  const { moduleCode, testCode, rows, chosen } = withBlocks(actions);
  const actionIds = keysOf(chosen);
  const to = placeBefore(keysOf(rows), actionIds, before);
  if (to === undefined) return;
  const others = rows.filter(row => !chosen.includes(row));
  if (breaksBlocks(actionsOf(rows), actionsOf(others.toSpliced(to, 0, ...chosen))))
    return showFailure('Not moved', 'An Else stays in its If block. Move the block by its If or its End.');
  await submitEdit(ide, { moduleCode, testCode, deed: { tool: 'moveActions', actionIds, to } });
}

/** Moves all of them by one row; those apart from each other come together. */
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
  /** All rows of the test as they stand now, edits under way included. */
  rows: readonly EditedRow[];
  /** In their order; never empty. */
  chosen: readonly EditedRow[];
}

/** With the whole of each block of which the start or the end is chosen. */
export const withBlocks = (actions: ChosenActions): ChosenActions => {
  const stored = actions.rows.filter(row => row.stored !== undefined);
  return { ...actions, chosen: withFullBlocks(stored, actions.chosen) };
};

/** What an edit of several actions is about, and what they were when it was made. */
const editOf = ({ moduleCode, testCode, chosen }: ChosenActions) => ({
  moduleCode,
  testCode,
  actionIds: keysOf(chosen),
  bases: Object.fromEntries(chosen.flatMap(({ key, stored }) => (stored === undefined ? [] : [[key, stored]]))),
});

/** The actions that are chosen, wherever the focus is. Rows that are not stored yet do not count. */
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

/** Those, while the focus is in their list. */
export function focusedActions(situation: Situation): ChosenActions | undefined {
  return situation.state.view.focusArea === 'actions' ? chosenActions(situation) : undefined;
}

/** The test whose actions are shown, with what new ones come after: the last chosen one, else the last. */
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

/** Chooses rows; the first of them is the one of the address. */
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

/** Makes actions, all or none, and chooses them. */
export async function createActions(ide: Ide, { moduleCode, testCode, after, actions }: NewActions): Promise<void> {
  const deed = { tool: 'createActions' as const, after, actions };
  const outcome = await ide.editing.submit({ moduleCode, testCode, deed });
  if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  if (outcome.kind !== 'saved' || outcome.reply === undefined || !('actions' in outcome.reply)) return;
  const made = outcome.reply.actions.map(({ actionId }) => actionId);
  chooseActions(ide, testCode, made);
}

/** Deletes actions at once, a block with both its ends; the one after them is chosen then. */
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
  const isSaved = await submitEdit(ide, { ...about, deed: { tool: 'deleteActions', actionIds } });
  const what = chosen.length === 1 ? `Action ${number}` : `${chosen.length} actions`;
  if (isSaved) showUndo(`${what} deleted`, () => void takeBack(ide));
}

/** Gives an action another locator: the next run looks for that one. */
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
