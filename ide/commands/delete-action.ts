import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { openTestOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { perform } from './command.ts';
import { submitEdit } from './submit-edit.ts';
import type { Target } from './target.ts';
import { undo } from './undo.ts';

/** Deletes an action at once; the one behind it is chosen then. */
export async function deleteAction(ide: Ide, { moduleCode, testCode, actionId }: Target & { kind: 'action' }) {
  const { store, navigation } = ide;
  const actions = openTestOf(store.getState(), testCode)?.actions ?? [];
  const at = actions.findIndex(action => action.actionId === actionId);
  const base = actions[at];
  if (base === undefined) return;
  const place = navigation.place();
  const next = actions[at + 1] ?? actions[at - 1];
  if (isInProject(place) && place.actionId === actionId)
    navigation.go({ ...place, actionId: next?.actionId }, { replace: true });
  const isSaved = await submitEdit(ide, { moduleCode, testCode, base, deed: { tool: 'deleteAction', actionId } });
  if (isSaved) showUndo(`Action ${at + 1} deleted`, () => void perform(undo, ide));
}
