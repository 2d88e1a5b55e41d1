import { isInProject } from '../app/places.ts';
import { type Command, contentObstacle, NO_CONNECTION } from './command.ts';

export const importFeatures: Command = {
  title: 'Import features…',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION),
  run({ navigation }) {
    const place = navigation.place();
    if (isInProject(place) && place.tab === 'features') navigation.go({ ...place, dialog: 'import' });
    else navigation.goWithin({ tab: 'features', dialog: 'import' });
  },
};
