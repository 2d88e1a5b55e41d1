import { type Command, situationOf } from './command.ts';
import { actionTarget } from './target.ts';
import { toggleBreakpoint } from './toggle-breakpoint.ts';

/** Asks when runs pause at the chosen action. */
export const editBreakpoint: Command = {
  title: 'Breakpoint condition',
  shortcut: 'Shift+F9',
  obstacle: toggleBreakpoint.obstacle,
  run(ide) {
    const target = actionTarget(situationOf(ide));
    if (target !== undefined) ide.store.setView({ pointEdited: target.actionId });
  },
};
