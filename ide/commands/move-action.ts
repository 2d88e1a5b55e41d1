import { editedRows } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { openTestOf } from '../app/state.ts';
import { type Situation, situationOf } from './command.ts';
import { submitEdit } from './submit-edit.ts';
import { actionTarget } from './target.ts';

/** The chosen action as the rows stand now, edits under way included. */
function chosen(situation: Situation) {
  const { state } = situation;
  const target = state.view.focusArea === 'actions' ? actionTarget(situation) : undefined;
  const test = openTestOf(state, target?.testCode);
  if (target === undefined || test === undefined) return undefined;
  const rows = editedRows(test, state.edits);
  const at = rows.findIndex(({ key }) => key === target.actionId);
  return at < 0 ? undefined : { target, at, count: rows.length, base: rows[at]?.stored };
}

export function canMove(situation: Situation, step: -1 | 1): string | undefined {
  const action = chosen(situation);
  if (action === undefined) return 'Choose an action';
  const to = action.at + step;
  if (to < 0) return 'It is the first action';
  return to >= action.count ? 'It is the last action' : undefined;
}

export async function moveAction(ide: Ide, step: -1 | 1): Promise<void> {
  const action = chosen(situationOf(ide));
  if (action === undefined) return;
  const { moduleCode, testCode, actionId } = action.target;
  const deed = { tool: 'moveAction' as const, actionId, to: action.at + step };
  await submitEdit(ide, { moduleCode, testCode, deed, base: action.base });
}
