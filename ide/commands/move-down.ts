import type { Command } from './command.ts';
import { canMove, moveByOne } from './move-actions.ts';

export const moveDown: Command = {
  title: 'Move down',
  shortcut: 'Alt+ArrowDown',
  obstacle: situation => canMove(situation, 1),
  run: ide => moveByOne(ide, 1),
};
