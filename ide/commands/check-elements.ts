import type { IdeState, PointedCheck } from '../app/state.ts';
import type { Command } from './command.ts';
import { pointAndDo } from './point.ts';

interface CheckCommand extends Command {
  kind: PointedCheck;
  label: string;
  hint: string;
}

/** Each click in the live view then checks the element there, until the mode is left. */
const checkCommand = (kind: PointedCheck, key: string, hint: string): CheckCommand => ({
  kind,
  title: `Check ${kind}`,
  label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
  hint,
  shortcut: `$mod+Alt+Shift+${key}`,
  isForTextFields: true,
  obstacle: pointAndDo.obstacle,
  run({ store }) {
    const isOn = checkedNow(store.getState()) === kind;
    store.setView(isOn ? { isPointing: false, checking: undefined } : { isPointing: true, checking: kind });
  },
});

export const checkedNow = ({ view }: IdeState): PointedCheck | undefined =>
  view.isPointing === true ? view.checking : undefined;

export const CHECKS = [
  checkCommand('text', 'T', 'Each element that is clicked must keep its text'),
  checkCommand('value', 'V', 'Each field that is clicked must keep its value'),
  checkCommand('visible', 'S', 'Each element that is clicked must be visible'),
  checkCommand('count', 'N', 'As many elements like the one that is clicked must be there'),
  checkCommand('picture', 'I', 'Each element that is clicked must keep its looks'),
] as const;
