import { changeFirstSteps } from '../app/change-first-steps.ts';
import { isInProject } from '../app/places.ts';
import { type Command, contentObstacle, situationOf } from './command.ts';

export const showFirstSteps: Command = {
  title: 'Show the first steps',
  obstacle: ({ state }) => contentObstacle(state),
  run(ide) {
    const { place } = situationOf(ide);
    if (!isInProject(place)) return;
    changeFirstSteps(ide.store, place.projectId, () => ({ hidden: [], isAll: true }));
    if (place.tab !== 'modules') ide.navigation.goWithin({ tab: 'modules' });
  },
};
