import { type Command, NO_PROJECT } from './command.ts';

export const goToSettings: Command = {
  title: 'Go to Settings',
  shortcut: 'g s',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'settings' }),
};
