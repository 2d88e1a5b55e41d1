import { type Command, NO_PROJECT } from './command.ts';

export const goToFeatures: Command = {
  title: 'Go to Features',
  shortcut: 'g f',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'features' }),
};
