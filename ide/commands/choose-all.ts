import { chooseActions, focusedActions } from './chosen-actions.ts';
import { type Command, situationOf } from './command.ts';

export const chooseAll: Command = {
  title: 'Choose all actions',
  shortcut: '$mod+a',
  obstacle: situation => (focusedActions(situation) === undefined ? 'Go to the actions of a test' : undefined),
  run(ide) {
    const actions = focusedActions(situationOf(ide));
    if (actions === undefined) return;
    chooseActions(
      ide,
      actions.testCode,
      actions.rows.map(({ key }) => key),
    );
  },
};
