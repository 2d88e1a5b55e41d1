import { isInProject } from '../app/places.ts';
import { type Command, contentObstacle } from './command.ts';

export const openFiles: Command = {
  title: 'Files',
  obstacle: ({ state }) => contentObstacle(state),
  run({ navigation }) {
    const place = navigation.place();
    if (isInProject(place)) navigation.go({ ...place, dialog: 'files' });
  },
};
