import { editedRows } from '../app/edits.ts';
import { openTestOf } from '../app/state.ts';
import { type Command, situationOf } from './command.ts';
import { submitEdit } from './submit-edit.ts';
import { actionTarget } from './target.ts';

/** Leaves an action out of runs, or takes it in again. */
export const disableAction: Command = {
  title: 'Disable or enable',
  shortcut: '$mod+/',
  obstacle: situation => (actionTarget(situation) === undefined ? 'Choose an action' : undefined),
  async run(ide) {
    const target = actionTarget(situationOf(ide));
    if (target === undefined) return;
    const { moduleCode, testCode, actionId } = target;
    const state = ide.store.getState();
    const test = openTestOf(state, testCode);
    const row = test && editedRows(test, state.edits).find(({ key }) => key === actionId);
    const fields = { disabled: row?.action.disabled === true ? null : true };
    await submitEdit(ide, { moduleCode, testCode, base: row?.stored, deed: { tool: 'editAction', actionId, fields } });
  },
};
