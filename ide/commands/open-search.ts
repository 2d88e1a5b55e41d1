import { type Command, contentObstacle } from './command.ts';

export const openSearch: Command = {
  title: 'Search and commands',
  shortcut: '$mod+k',
  isForTextFields: true,
  obstacle: ({ state }) => contentObstacle(state),
  run: ({ store }) => store.setView({ dialog: 'search' }),
};
