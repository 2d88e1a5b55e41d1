import { type Command, NO_PROJECT } from './command.ts';

export const goToRuns: Command = {
  title: 'Go to Runs',
  shortcut: 'g r',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'runs' }),
};
