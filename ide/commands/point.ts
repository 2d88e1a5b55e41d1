import { isInProject } from '../app/places.ts';
import type { IdeState } from '../app/state.ts';
import { type Command, NO_CONNECTION } from './command.ts';

export function openWindowObstacle({ app, run, connection }: IdeState): string | undefined {
  if (connection.phase !== 'open') return NO_CONNECTION;
  if (!app.isOpen) return 'The app window is not open';
  const isUsed = run.state === 'starting' || run.state === 'running';
  return isUsed ? 'A run is using the window: pause or stop it first' : undefined;
}

export const pointAndDo: Command = {
  title: 'Point and do',
  shortcut: '$mod+Alt+p',
  isForTextFields: true,
  obstacle: ({ state, place }) =>
    isInProject(place) && place.tab === 'modules' ? openWindowObstacle(state) : 'Go to Modules, which shows the app',
  run: ({ store }) => store.setView({ isPointing: store.getState().view.isPointing !== true }),
};
