import type { Command } from './command.ts';

export const toggleTree: Command = {
  title: 'Show or hide the tree',
  shortcut: '$mod+b',
  isForTextFields: true,
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ isTreeShown: !store.getState().view.isTreeShown }),
};
