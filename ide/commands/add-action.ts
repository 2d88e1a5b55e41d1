import { isInProject } from '../app/places.ts';
import { openTestOf } from '../app/state.ts';
import type { Command, Situation } from './command.ts';
import { openWindowObstacle } from './point.ts';

function obstacleTo({ state, place }: Situation): string | undefined {
  const isShown = isInProject(place) && place.tab === 'modules' && openTestOf(state, place.testId) !== undefined;
  return isShown ? undefined : 'Open a test first';
}

/** Lists the kinds, below the chosen row. */
export const addAction: Command = {
  title: 'Add action',
  shortcut: '$mod+Alt+a',
  isForTextFields: true,
  obstacle: obstacleTo,
  run: ({ store }) => store.setView({ adding: { isPicking: false } }),
};

export const pickAction: Command = {
  title: 'Add action for a picked element',
  shortcut: '$mod+Alt+Shift+A',
  isForTextFields: true,
  obstacle: situation => obstacleTo(situation) ?? openWindowObstacle(situation.state),
  run: ({ store }) => store.setView({ adding: { isPicking: true } }),
};
