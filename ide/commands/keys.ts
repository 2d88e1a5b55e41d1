import { tinykeys } from 'tinykeys';
import { areSecretsTyped, hasDrafts } from '../app/drafts.ts';
import { TEXT_DRAFTS } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { type Command, isForField, perform } from './command.ts';
import { allCommands } from './index.ts';

/** Keys that no command takes go to other listeners. */
function handle(ide: Ide, command: Command, event: KeyboardEvent): void {
  if (isForField(event) && command.isForTextFields !== true) return;
  const isSingle = /^([a-z]|Shift\+\?)( |$)/.test(command.shortcut ?? '');
  if (isSingle && !ide.store.getState().view.areSingleKeysOn) return;
  // An open dialog keeps all key presses to itself.
  if (document.querySelector('[role=dialog][aria-modal=true], [role=menu]') !== null) return;
  event.preventDefault();
  void perform(command, ide);
}

export function bindKeys(ide: Ide): () => void {
  const bindings = allCommands(ide).flatMap(command =>
    command.shortcut === undefined || command.isClipboardKey === true
      ? []
      : [[command.shortcut, (event: KeyboardEvent) => handle(ide, command, event)] as const],
  );
  return tinykeys(window, Object.fromEntries(bindings));
}

/** Texts outlast a reload, but a tab that is closed takes them along. */
export function bindLeaving(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (hasDrafts(TEXT_DRAFTS) || areSecretsTyped()) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}
