import type { Command } from './command.ts';

export const showKeys: Command = {
  title: 'List of keys',
  shortcut: 'Shift+?',
  obstacle: () => undefined,
  run: ({ store }) => store.setView({ dialog: 'keys' }),
};
