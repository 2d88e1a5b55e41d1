import { matchKeyBindingPress, parseKeybinding, tinykeys } from 'tinykeys';
import { areSecretsTyped, hasDrafts } from '../app/drafts.ts';
import { TEXT_DRAFTS } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { CHECKS } from './check-elements.ts';
import { type Command, isForField, perform } from './command.ts';
import { allCommands, COMMANDS } from './index.ts';

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

const CHORDS = [...Object.values(COMMANDS), ...CHECKS].flatMap(({ shortcut }) =>
  shortcut?.startsWith('$mod+Alt+') ? parseKeybinding(shortcut) : [],
);

/** A key of ours also while the app has the keyboard, as few apps use two modifiers at once. AltGr is none of them. */
export const isCommandChord = (event: KeyboardEvent): boolean =>
  !event.getModifierState('AltGraph') && CHORDS.some(press => matchKeyBindingPress(event, press));

/** Texts outlast a reload, but a tab that is closed takes them along. */
export function bindLeaving(): () => void {
  const onLeave = (event: BeforeUnloadEvent) => {
    if (hasDrafts(TEXT_DRAFTS) || areSecretsTyped()) event.preventDefault();
  };
  window.addEventListener('beforeunload', onLeave);
  return () => window.removeEventListener('beforeunload', onLeave);
}
