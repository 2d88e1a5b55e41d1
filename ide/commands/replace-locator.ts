import type { ActionId, TestCode } from '../../model/names/codes.ts';
import type { Ide } from '../app/ide.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { takeBack } from './take-back.ts';

/** Gives an action another locator: the next run looks for that one. */
export async function replaceLocator(
  ide: Ide,
  { testCode, actionId }: { testCode: TestCode; actionId: ActionId },
  locator: string,
): Promise<void> {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  const reply = await ide.editing.change('editAction', { moduleCode, testCode, actionId, locator });
  if (reply !== undefined) showUndo(`The action uses ${locator} now`, () => void takeBack(ide));
}
