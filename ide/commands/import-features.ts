import { type Command, contentObstacle, NO_CONNECTION } from './command.ts';

export const importFeatures: Command = {
  title: 'Import features…',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION),
  run: ({ navigation }) => navigation.goWithin({ tab: 'features', dialog: 'import' }),
};
