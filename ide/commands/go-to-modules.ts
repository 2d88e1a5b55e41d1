import { type Command, NO_PROJECT } from './command.ts';

export const goToModules: Command = {
  title: 'Go to Modules',
  shortcut: 'g m',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'modules' }),
};
