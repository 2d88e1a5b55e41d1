import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { openTestOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { type ChosenActions, editOf } from './chosen-actions.ts';
import { submitEdit } from './submit-edit.ts';
import { takeBack } from './take-back.ts';

/** Deletes actions at once; the one behind them is chosen then. */
export async function deleteActions(ide: Ide, choice: ChosenActions): Promise<void> {
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
