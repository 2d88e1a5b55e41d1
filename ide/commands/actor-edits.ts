import type { Ide } from '../app/ide.ts';
import { chosenActions, editOf } from './action-edits.ts';
import { situationOf } from './command.ts';
import { submitEdit } from './edits.ts';

/** Gives all chosen rows to an actor of their test. */
export async function actAs(ide: Ide, actor: string): Promise<void> {
  const chosen = chosenActions(situationOf(ide));
  if (chosen === undefined) return;
  const { actionIds, ...about } = editOf(chosen);
  await submitEdit(ide, { ...about, operation: { tool: 'editActions', actionIds, fields: { actor } } });
}
