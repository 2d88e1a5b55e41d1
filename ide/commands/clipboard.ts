/** Uses the browser's clipboard events, which need no permission. */

import { isAppError } from '../../model/errors/errors.ts';
import { breaksBlocks } from '../app/block-places.ts';
import { actionsOfText, textOfActions } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { showFailure, showWarning } from '../app/toasts.tsx';
import {
  type ChosenActions,
  chosenActions,
  createActions,
  deleteActions,
  focusedActions,
  placeForNew,
  withBlocks,
} from './action-edits.ts';
import { attempt, isForField, onChosen, situationOf } from './command.ts';
import { copyText } from './copy-item.ts';

function copy(ide: Ide, event: ClipboardEvent) {
  const focused = focusedActions(situationOf(ide));
  if (focused === undefined || isForField(event) || window.getSelection()?.isCollapsed === false) return undefined;
  const actions = withBlocks(focused);
  event.preventDefault();
  const text = textOfActions(actions.chosen);
  event.clipboardData?.setData('text/plain', text);
  ide.store.setView({ copied: { text, isInClipboard: true } });
  return actions;
}

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
  const bound = new AbortController();
  document.addEventListener('copy', onCopy, bound);
  document.addEventListener('cut', onCut, bound);
  document.addEventListener('paste', onPaste, bound);
  return () => bound.abort();
}

const ofActions = { isClipboardKey: true, chosen: chosenActions, otherwise: 'Choose an action' };

const keepCopy = (ide: Ide, actions: ChosenActions): Promise<void> =>
  copyAsActions(ide, textOfActions(withBlocks(actions).chosen));

/** `text`: a list of actions. “Paste” has it even where the browser refuses its clipboard, which is told. */
export async function copyAsActions(ide: Ide, text: string): Promise<void> {
  ide.store.setView({ copied: { text, isInClipboard: false } });
  try {
    await copyText(text, 'only “Paste” in the menu of an action has what was copied');
    ide.store.setView({ copied: { text, isInClipboard: true } });
  } catch (error) {
    if (!isAppError(error, 'forbidden')) throw error;
    showWarning(error.message);
  }
}

export const copyActions = onChosen({ ...ofActions, title: 'Copy', shortcut: '$mod+c', act: keepCopy });

export const cutActions = onChosen({
  ...ofActions,
  title: 'Cut',
  shortcut: '$mod+x',
  async act(ide, actions) {
    await keepCopy(ide, actions);
    await deleteActions(ide, withBlocks(actions));
  },
});

export const pasteActions = onChosen({
  title: 'Paste',
  shortcut: '$mod+v',
  isClipboardKey: true,
  otherwise: 'Open a test',
  chosen: placeForNew,
  async act(ide) {
    await pasteText(ide, await textToPaste(ide));
  },
});

/** Browsers may refuse to let pages use the clipboard; what was copied in the page is known all the same. */
async function textToPaste({ store }: Ide): Promise<string> {
  const { copied } = store.getState().view;
  if (copied?.isInClipboard === false) return copied.text;
  const text = await navigator.clipboard?.readText().catch(() => undefined);
  return text ?? copied?.text ?? '';
}

async function pasteText(ide: Ide, text: string): Promise<void> {
  const place = placeForNew(situationOf(ide));
  if (place === undefined) return;
  const actions = actionsOfText(text);
  const { moduleCode, testCode, after, rows } = place;
  if (actions === undefined)
    return showFailure(
      'Nothing pasted',
      'The clipboard holds no actions. Copy some, or a list such as [{"type": "reload"}].',
    );
  const before = rows.map(({ action }) => action);
  const at = rows.findIndex(({ key }) => key === after) + 1;
  if (breaksBlocks(before, before.toSpliced(at, 0, ...actions)))
    return showFailure(
      'Nothing pasted',
      'The actions would leave a block open. Copy it from its first action to its End.',
    );
  await createActions(ide, { moduleCode, testCode, after, actions });
}
