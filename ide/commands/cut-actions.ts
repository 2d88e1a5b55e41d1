import { chosenActions, deleteActions } from './action-edits.ts';
import { type Command, situationOf } from './command.ts';
import { copyActions } from './copy-actions.ts';

export const cutActions: Command = {
  title: 'Cut',
  shortcut: '$mod+x',
  isClipboardKey: true,
  obstacle: copyActions.obstacle,
  async run(ide) {
    const actions = chosenActions(situationOf(ide));
    await copyActions.run(ide);
    if (actions !== undefined) await deleteActions(ide, actions);
  },
};
