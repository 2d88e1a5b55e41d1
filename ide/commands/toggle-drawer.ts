import type { Command } from './command.ts';

export const toggleDrawer: Command = {
  title: 'Show or hide the drawer',
  shortcut: '$mod+j',
  isForTextFields: true,
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ isDrawerShown: !store.getState().view.isDrawerShown }),
};
