import { isInProject } from '../app/places.ts';
import { type Command, contentObstacle, NO_CONNECTION } from './command.ts';

/** Its name is asked for. */
export const newFeature: Command = {
  title: 'New feature…',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION),
  run({ store, navigation }) {
    const place = navigation.place();
    if (!isInProject(place) || place.tab !== 'features') navigation.goWithin({ tab: 'features' });
    store.setView({ naming: {} });
  },
};
