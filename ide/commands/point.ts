import { isInProject } from '../app/places.ts';
import type { IdeState } from '../app/state.ts';
import { type Command, hasRunWindow, NO_CONNECTION } from './command.ts';

export function openWindowObstacle(state: IdeState, isOpen = state.app.isOpen): string | undefined {
  if (state.connection.phase !== 'open') return NO_CONNECTION;
  if (!isOpen) return 'The app window is not open';
  return hasRunWindow(state) ? 'A run is using the window: pause or stop it first' : undefined;
}

export const pointAndDo: Command = {
  title: 'Point and do',
  shortcut: '$mod+Alt+p',
  isForTextFields: true,
  obstacle: ({ state, place }) =>
    isInProject(place) && place.tab === 'modules' ? openWindowObstacle(state) : 'Go to Modules, which shows the app',
  run({ store }) {
    const { isPointing = false, checking } = store.getState().view;
    store.setView({ isPointing: !isPointing || checking !== undefined, checking: undefined });
  },
};
