import { isTreeShown, otherAppWidth, shownTree } from '../app/app-width.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject, type ProjectTab } from '../app/places.ts';
import type { IdeState } from '../app/state.ts';
import { type Command, contentObstacle, NO_CONNECTION, NO_PROJECT } from './command.ts';

export function goTo({ screens }: Ide, tab: ProjectTab): Command {
  const { label, key } = screens.of[tab];
  return {
    title: `Go to ${label}`,
    ...(key !== undefined && { shortcut: `g ${key}` }),
    obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
    run: ({ navigation }) => navigation.goWithin({ tab }),
  };
}

export const openLinkingDesk: Command = {
  title: 'Open the linking desk',
  shortcut: 'g l',
  obstacle: ({ state }) => contentObstacle(state),
  run: ({ navigation }) => navigation.goWithin({ tab: 'features', isLinking: true }),
};

export const openSearch: Command = {
  title: 'Search and commands',
  shortcut: '$mod+k',
  isForTextFields: true,
  obstacle: ({ state }) => contentObstacle(state),
  run: ({ store }) => store.setView({ dialog: 'search' }),
};

export const showKeys: Command = {
  title: 'Keyboard shortcuts',
  shortcut: 'Shift+?',
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ dialog: 'keys' }),
};

/** Switches between the two; "as the system has it" is chosen in the settings. */
export const switchTheme: Command = {
  title: 'Toggle light and dark theme',
  obstacle: () => undefined,
  run({ store }) {
    const isDark = document.documentElement.dataset.mantineColorScheme === 'dark';
    store.setView({ theme: isDark ? 'light' : 'dark' });
  },
};

export const toggleDrawer: Command = {
  title: 'Show or hide the drawer',
  shortcut: '$mod+j',
  isForTextFields: true,
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ isDrawerShown: !store.getState().view.isDrawerShown }),
};

/** Beside the tests, to which rows made of a request go. */
export const toggleNetworkLog: Command = {
  title: 'Show or hide the network log',
  obstacle: ({ state }) => contentObstacle(state),
  run({ store, navigation }) {
    const place = navigation.place();
    const isThere = isInProject(place) && place.tab === 'modules' && isNetworkLogShown(store.getState());
    store.setView({ isDrawerShown: !isThere, drawerTab: 'network' });
    if (isInProject(place) && place.tab !== 'modules') navigation.goWithin({ tab: 'modules' });
  },
};

export const isNetworkLogShown = ({ view }: IdeState): boolean => view.isDrawerShown && view.drawerTab === 'network';

export const toggleTree: Command = {
  title: 'Show or hide the tree',
  shortcut: '$mod+b',
  isForTextFields: true,
  obstacle: () => undefined,
  run({ store }) {
    const state = store.getState();
    store.setView(isTreeShown(state) ? { isTreeShown: false } : shownTree(state));
  },
};

export const widenApp: Command = {
  title: 'Widen or narrow the app',
  obstacle: () => undefined,
  run({ store }) {
    store.setView({ isAppWide: otherAppWidth(store.getState()) });
  },
};

export const signOut: Command = {
  title: 'Sign out',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? undefined : NO_CONNECTION),
  run: ({ session }) => session.signOut(),
};
