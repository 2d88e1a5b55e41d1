/** Copies, cuts and pastes actions when the browser says so, which needs no leave to use the clipboard. */
import type { Ide } from '../app/ide.ts';
import { deleteActions, focusedActions } from './action-edits.ts';
import { attempt, situationOf } from './command.ts';
import { textOfActions } from './copied-actions.ts';
import { isForField } from './keys.ts';
import { pasteText } from './paste-actions.ts';

function copy(ide: Ide, event: ClipboardEvent) {
  const actions = focusedActions(situationOf(ide));
  if (actions === undefined || isForField(event) || window.getSelection()?.isCollapsed === false) return undefined;
  event.preventDefault();
  const text = textOfActions(actions.chosen);
  event.clipboardData?.setData('text/plain', text);
  ide.store.setView({ copied: text });
  return actions;
}

/** Returns what ends it. */
export function bindClipboard(ide: Ide): () => void {
  const onCopy = (event: ClipboardEvent) => void copy(ide, event);
  const onCut = (event: ClipboardEvent) => {
    const actions = copy(ide, event);
    if (actions !== undefined) void attempt('Cut', () => deleteActions(ide, actions));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (ide.store.getState().view.focusArea !== 'actions' || isForField(event)) return;
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    void attempt('Paste', () => pasteText(ide, text));
  };
  document.addEventListener('copy', onCopy);
  document.addEventListener('cut', onCut);
  document.addEventListener('paste', onPaste);
  return () => {
    document.removeEventListener('copy', onCopy);
    document.removeEventListener('cut', onCut);
    document.removeEventListener('paste', onPaste);
  };
}
