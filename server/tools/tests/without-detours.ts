import type { ReplayableAction } from '../../workspace/replayable-actions.ts';

/** A performed action with its place in the list, from 1. */
export interface NumberedAction extends ReplayableAction {
  number: number;
}

/** Whether what the first did is undone or done again by the second, so that neither says anything of the test. */
function isReplaced({ action }: NumberedAction, { action: next }: NumberedAction): boolean {
  if (action.type === 'visit') return next.type === 'visit' && action.actor === next.actor;
  const isField = action.type === 'fill' || action.type === 'select';
  return isField && next.type === action.type && next.locator === action.locator && !keepsText(next);
}

const keepsText = (action: ReplayableAction['action']): boolean => action.type === 'fill' && action.keyByKey === true;

/** Whether the second goes back to where the first began. */
const isReturn = ({ from }: NumberedAction, back: NumberedAction, after: string | undefined): boolean =>
  back.action.type === 'goBack' && from !== back.from && from === after;

/** `url`: of the page now, to which the last action has led. */
export function withoutDetours(all: readonly NumberedAction[], url: string | undefined): NumberedAction[] {
  const kept: NumberedAction[] = [];
  for (const [at, action] of all.entries()) {
    const before = kept.at(-1);
    const after = all[at + 1]?.from ?? url;
    if (before !== undefined && isReturn(before, action, after)) kept.pop();
    else {
      if (before !== undefined && isReplaced(before, action)) kept.pop();
      kept.push(action);
    }
  }
  return kept;
}
