import { chosenActions } from './chosen-actions.ts';
import type { Command } from './command.ts';
import { situationOf } from './command.ts';
import { deleteActions } from './delete-actions.ts';
import { deleteModule, deleteRecord } from './delete-record.ts';
import { focusedTarget } from './target.ts';

export const deleteItem: Command = {
  title: 'Delete',
  shortcut: 'Delete',
  obstacle: situation => (focusedTarget(situation) === undefined ? 'Choose what to delete' : undefined),
  async run(ide) {
    const target = focusedTarget(situationOf(ide));
    const actions = chosenActions(situationOf(ide));
    if (target?.kind === 'module') await deleteModule(ide, target.moduleCode);
    if (target?.kind === 'test') await deleteRecord(ide, { noun: 'test', code: target.testCode });
    if (target?.kind === 'action' && actions !== undefined) await deleteActions(ide, actions);
  },
};
