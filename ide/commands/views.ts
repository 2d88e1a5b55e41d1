import { type Command, contentObstacle, NO_CONNECTION, NO_PROJECT } from './command.ts';

export const goToFeatures: Command = {
  title: 'Go to Features',
  shortcut: 'g f',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'features' }),
};

export const goToModules: Command = {
  title: 'Go to Modules',
  shortcut: 'g m',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'modules' }),
};

export const goToRuns: Command = {
  title: 'Go to Runs',
  shortcut: 'g r',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'runs' }),
};

export const goToSettings: Command = {
  title: 'Go to Settings',
  shortcut: 'g s',
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab: 'settings' }),
};

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
  title: 'List of keys',
  shortcut: 'Shift+?',
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ dialog: 'keys' }),
};

/** From what is shown to the other one; "as the system has it" is chosen in the settings. */
export const switchTheme: Command = {
  title: 'Switch between light and dark',
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

export const toggleTree: Command = {
  title: 'Show or hide the tree',
  shortcut: '$mod+b',
  isForTextFields: true,
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ isTreeShown: !store.getState().view.isTreeShown }),
};

export const signOut: Command = {
  title: 'Sign out',
  obstacle: ({ state }) => (state.connection.phase === 'open' ? undefined : NO_CONNECTION),
  run: ({ session }) => session.signOut(),
};
