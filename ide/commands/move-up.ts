import type { Command } from './command.ts';
import { canMove, moveAction } from './move-action.ts';

export const moveUp: Command = {
  title: 'Move up',
  shortcut: 'Alt+ArrowUp',
  obstacle: situation => canMove(situation, -1),
  run: ide => moveAction(ide, -1),
};
