import { chosenItems } from './chosen-items.ts';
import { type Command, situationOf } from './command.ts';

/** Asks for the module. */
export const moveTo: Command = {
  title: 'Move to…',
  obstacle: situation => (chosenItems(situation).length === 0 ? 'Choose modules or tests' : undefined),
  run(ide) {
    ide.store.setView({ moving: chosenItems(situationOf(ide)) });
  },
};
