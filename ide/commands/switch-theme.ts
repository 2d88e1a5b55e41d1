import type { Command } from './command.ts';

/** From what is shown to the other one; "as the system has it" is chosen in the settings. */
export const switchTheme: Command = {
  title: 'Switch between light and dark',
  obstacle: () => undefined,
  run({ store }) {
    const isDark = document.documentElement.dataset.mantineColorScheme === 'dark';
    store.setView({ theme: isDark ? 'light' : 'dark' });
  },
};
