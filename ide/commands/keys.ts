/** Binds the keys of all commands to the window. */
import { tinykeys } from 'tinykeys';
import type { Ide } from '../app/ide.ts';
import { type Command, perform } from './command.ts';
import { COMMANDS } from './index.ts';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

/** What is written in a text field is its own business. */
export const isForField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(TEXT_FIELDS) !== null;

/** Keys that mean nothing to the page go to whatever else listens. */
function handle(ide: Ide, command: Command, event: KeyboardEvent): void {
  if (isForField(event) && command.isForTextFields !== true) return;
  const isSingle = /^([a-z]|Shift\+\?)( |$)/.test(command.shortcut ?? '');
  if (isSingle && !ide.store.getState().view.areSingleKeysOn) return;
  // An open dialog has the keys to itself.
  if (document.querySelector('[role=dialog][aria-modal=true], [role=menu]') !== null) return;
  event.preventDefault();
  void perform(command, ide);
}

/** Returns what takes the keys off again. */
export function bindKeys(ide: Ide): () => void {
  const commands: Command[] = Object.values(COMMANDS);
  const bindings = commands.flatMap(command =>
    command.shortcut === undefined || command.isClipboardKey === true
      ? []
      : [[command.shortcut, (event: KeyboardEvent) => handle(ide, command, event)] as const],
  );
  return tinykeys(window, Object.fromEntries(bindings));
}
