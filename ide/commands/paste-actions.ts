import type { Ide } from '../app/ide.ts';
import { showFailure } from '../app/toasts.tsx';
import { createActions, placeForNew } from './action-edits.ts';
import { type Command, situationOf } from './command.ts';
import { actionsOfText } from './copied-actions.ts';

/** Behind the chosen actions, else at the end. */
export const pasteActions: Command = {
  title: 'Paste',
  shortcut: '$mod+v',
  isClipboardKey: true,
  obstacle: situation => (placeForNew(situation) === undefined ? 'Open a test' : undefined),
  async run(ide) {
    // Browsers may not let pages read the clipboard; what was copied here is known all the same.
    const text = await navigator.clipboard?.readText().catch(() => undefined);
    await pasteText(ide, text ?? ide.store.getState().view.copied ?? '');
  },
};

export async function pasteText(ide: Ide, text: string): Promise<void> {
  const place = placeForNew(situationOf(ide));
  if (place === undefined) return;
  const actions = actionsOfText(text);
  const { moduleCode, testCode, behind } = place;
  if (actions !== undefined) await createActions(ide, { moduleCode, testCode, behind, actions });
  else
    showFailure('Nothing pasted', 'The clipboard holds no actions. Copy some, or a list such as [{"type": "reload"}].');
}
