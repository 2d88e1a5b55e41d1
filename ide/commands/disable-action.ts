import { chosenActions, editOf } from './chosen-actions.ts';
import { type Command, situationOf } from './command.ts';
import { submitEdit } from './submit-edit.ts';

/** Leaves actions out of runs; where all of them are, takes them in again. */
export const disableAction: Command = {
  title: 'Disable or enable',
  shortcut: '$mod+/',
  obstacle: situation => (chosenActions(situation) === undefined ? 'Choose an action' : undefined),
  async run(ide) {
    const actions = chosenActions(situationOf(ide));
    if (actions === undefined) return;
    const { chosen } = actions;
    const areAllOff = chosen.every(({ action }) => action.disabled === true);
    const meant = areAllOff ? chosen : chosen.filter(({ action }) => action.disabled !== true);
    const fields = { disabled: areAllOff ? null : true };
    const { actionIds, ...about } = editOf({ ...actions, chosen: meant });
    await submitEdit(ide, { ...about, deed: { tool: 'editActions', actionIds, fields } });
  },
};
