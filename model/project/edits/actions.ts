import type { Action } from '../../actions/index.ts';
import { AppError, renameField } from '../../errors/errors.ts';
import { ActionId } from '../../names/codes.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';

/** How callers name an action: its position, or its id that survives moves. */
interface ActionPlace {
  actionIndex?: number | undefined;
  actionId?: ActionId | undefined;
}

export const nextActionId = (draft: VersionDraft): ActionId => ActionId.parse(`a${draft.nextNumber('a')}`);

const range = (test: Test): string => {
  if (test.actions.length === 0) return 'it has no actions';
  return test.actions.length === 1 ? 'it has one action, 0' : `it has actions 0 to ${test.actions.length - 1}`;
};

/** Position of an action. Errors: `invalid-params` when none is named, `not-found`, `conflict` when two are meant. */
export function findAction(test: Test, { actionIndex, actionId }: ActionPlace): number {
  if (actionId !== undefined) return findById(test, actionId, actionIndex);
  if (actionIndex === undefined)
    throw new AppError('invalid-params', 'Name the action: "actionIndex" or "actionId" is missing.', {
      field: 'actionIndex',
    });
  if (actionIndex >= test.actions.length)
    throw new AppError('not-found', `No action ${actionIndex} in test ${test.testCode}: ${range(test)}.`, {
      field: 'actionIndex',
    });
  return actionIndex;
}

function findById(test: Test, actionId: ActionId, actionIndex: number | undefined): number {
  const found = test.actions.flatMap((action, index) => (action.actionId === actionId ? [index] : []));
  const [first] = found;
  if (first === undefined)
    throw new AppError('not-found', `No action ${actionId} in test ${test.testCode}; call getActions.`, {
      field: 'actionId',
      next: 'getActions',
    });
  if (actionIndex !== undefined) {
    if (found.includes(actionIndex)) return actionIndex;
    throw new AppError('conflict', `Action ${actionId} is at ${first} now, not at ${actionIndex}.`, {
      field: 'actionIndex',
      expected: String(first),
    });
  }
  if (found.length > 1)
    throw new AppError('conflict', `Actions ${found.join(' and ')} both have the id ${actionId}; give "actionIndex".`, {
      field: 'actionId',
    });
  return first;
}

/** Puts actions in at a position, at the end by default. Errors: `not-found` for a position beyond the end. */
export function insertActions(test: Test, actions: readonly Action[], actionIndex = test.actions.length): number {
  if (actionIndex > test.actions.length)
    throw new AppError(
      'not-found',
      `Nothing can be inserted at ${actionIndex} of test ${test.testCode}: ${range(test)}.`,
      {
        field: 'actionIndex',
        expected: `0 to ${test.actions.length}`,
      },
    );
  test.actions.splice(actionIndex, 0, ...actions);
  return actionIndex;
}

/**
 * Positions of several actions, in their order. Errors: those of `findAction` with the place in the list in the
 * field, `invalid-params` for one that is named twice.
 */
export function findActions(test: Test, places: readonly ActionPlace[], fieldOf: (at: number) => string): number[] {
  const found: number[] = [];
  places.forEach((place, at) => {
    const index = findIn(test, place, fieldOf(at));
    if (found.includes(index))
      throw new AppError('invalid-params', `"${fieldOf(at)}" names action ${index} of test ${test.testCode} again.`, {
        field: fieldOf(at),
        expected: 'every action once',
      });
    found.push(index);
  });
  return found;
}

function findIn(test: Test, place: ActionPlace, field: string): number {
  try {
    return findAction(test, place);
  } catch (error) {
    throw renameField(error, () => field);
  }
}

/** Brings actions together, in their order; `to` is the position that the first of them has afterwards. */
export function moveActions(test: Test, positions: readonly number[], to: number): void {
  const last = test.actions.length - positions.length;
  if (to > last)
    throw new AppError(
      'not-found',
      `No position ${to} in test ${test.testCode} for the first of the moved actions: it can go to 0 to ${last}.`,
      { field: 'to', expected: `0 to ${last}` },
    );
  const isMoved = new Set(positions);
  const moved = test.actions.filter((_, index) => isMoved.has(index));
  const others = test.actions.filter((_, index) => !isMoved.has(index));
  test.actions = others.toSpliced(to, 0, ...moved);
}

/** Moves an action; `to` is the position it has afterwards. */
export function moveAction(test: Test, from: number, to: number): void {
  if (to >= test.actions.length)
    throw new AppError('not-found', `No position ${to} in test ${test.testCode}: ${range(test)}.`, { field: 'to' });
  test.actions.splice(to, 0, ...test.actions.splice(from, 1));
}
