import type { Ide } from '../app/ide.ts';
import { placeBefore } from '../app/row-choice.ts';
import { type ChosenActions, focusedActions } from './chosen-actions.ts';
import { type Situation, situationOf } from './command.ts';
import { submitEdit } from './submit-edit.ts';

const placesOf = ({ rows, chosen }: ChosenActions): number[] =>
  chosen.map(({ key }) => rows.findIndex(row => row.key === key));

export function canMove(situation: Situation, step: -1 | 1): string | undefined {
  const actions = focusedActions(situation);
  if (actions === undefined) return 'Choose an action';
  const places = placesOf(actions);
  if (step < 0) return places[0] === 0 ? 'It is the first action' : undefined;
  return places.at(-1) === actions.rows.length - 1 ? 'It is the last action' : undefined;
}

/** All of them by one row; those apart from each other come together. */
export async function moveByOne(ide: Ide, step: -1 | 1): Promise<void> {
  const actions = focusedActions(situationOf(ide));
  if (actions === undefined) return;
  const places = placesOf(actions);
  const before = step < 0 ? (places[0] ?? 0) - 1 : (places.at(-1) ?? 0) + 2;
  await moveBefore(ide, actions, before);
}

/** To where they stand before the row that is at `before` now. */
export async function moveBefore(ide: Ide, { moduleCode, testCode, rows, chosen }: ChosenActions, before: number) {
  const actionIds = chosen.map(({ key }) => key);
  const to = placeBefore(
    rows.map(({ key }) => key),
    actionIds,
    before,
  );
  if (to !== undefined) await submitEdit(ide, { moduleCode, testCode, deed: { tool: 'moveActions', actionIds, to } });
}
