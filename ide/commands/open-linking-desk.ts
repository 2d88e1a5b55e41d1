import { type Command, contentObstacle } from './command.ts';

export const openLinkingDesk: Command = {
  title: 'Open the linking desk',
  shortcut: 'g l',
  obstacle: ({ state }) => contentObstacle(state),
  run: ({ navigation }) => navigation.goWithin({ tab: 'features', isLinking: true }),
};
