import { type Command, NO_PROJECT } from './command.ts';

export const openSearch: Command = {
  title: 'Search and commands',
  shortcut: '$mod+k',
  isForTextFields: true,
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ store }) => store.setView({ dialog: 'search' }),
};
