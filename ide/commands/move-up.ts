import type { Command } from './command.ts';
import { canMove, moveByOne } from './move-actions.ts';

export const moveUp: Command = {
  title: 'Move up',
  shortcut: 'Alt+ArrowUp',
  obstacle: situation => canMove(situation, -1),
  run: ide => moveByOne(ide, -1),
};
