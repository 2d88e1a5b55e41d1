import { chosenActions } from './chosen-actions.ts';
import { chosenItems } from './chosen-items.ts';
import type { Command } from './command.ts';
import { situationOf } from './command.ts';
import { deleteActions } from './delete-actions.ts';
import { askAndDelete } from './delete-records.ts';
import { focusedTarget } from './target.ts';

export const deleteItem: Command = {
  title: 'Delete',
  shortcut: 'Delete',
  obstacle: situation => (focusedTarget(situation) === undefined ? 'Choose what to delete' : undefined),
  async run(ide) {
    const situation = situationOf(ide);
    const actions = chosenActions(situation);
    if (situation.state.view.focusArea === 'tree') await askAndDelete(ide, chosenItems(situation));
    else if (actions !== undefined) await deleteActions(ide, actions);
  },
};
