import { chosenActions } from './action-edits.ts';
import { type Command, situationOf } from './command.ts';
import { textOfActions } from './copied-actions.ts';

export const copyActions: Command = {
  title: 'Copy',
  shortcut: '$mod+c',
  isClipboardKey: true,
  obstacle: situation => (chosenActions(situation) === undefined ? 'Choose an action' : undefined),
  async run(ide) {
    const actions = chosenActions(situationOf(ide));
    if (actions === undefined) return;
    const copied = textOfActions(actions.chosen);
    ide.store.setView({ copied });
    await navigator.clipboard?.writeText(copied).catch(() => undefined);
  },
};
