import type { ProjectTab } from '../app/places.ts';
import { type Command, contentObstacle, NO_CONNECTION, NO_PROJECT } from './command.ts';

const goTo = (tab: ProjectTab, title: string): Command => ({
  title: `Go to ${title}`,
  shortcut: `g ${tab[0]}`,
  obstacle: ({ state }) => (state.project === undefined ? NO_PROJECT : undefined),
  run: ({ navigation }) => navigation.goWithin({ tab }),
});

export const goToFeatures = goTo('features', 'Features');
export const goToCI = goTo('ci', 'CI');
export const goToHealth = goTo('health', 'Health');
export const goToModules = goTo('modules', 'Modules');
export const goToRuns = goTo('runs', 'Runs');
export const goToSettings = goTo('settings', 'Settings');

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

/** From what is shown to the other one; "as the system has it" is chosen in the settings. */
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
