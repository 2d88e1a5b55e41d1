import type { Command } from './command.ts';
import { canMove, moveAction } from './move-action.ts';

export const moveDown: Command = {
  title: 'Move down',
  shortcut: 'Alt+ArrowDown',
  obstacle: situation => canMove(situation, 1),
  run: ide => moveAction(ide, 1),
};
