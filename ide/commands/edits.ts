import type { NewEdit } from '../app/editing.ts';
import { editInWords } from '../app/edits.ts';
import type { Ide } from '../app/ide.ts';
import { showDone, showFailure } from '../app/toasts.tsx';
import { attempt, type Command, onlineObstacle } from './command.ts';

/** Undo and redo include edits of others: a person sees them all in one list. */
export const undo: Command = {
  title: 'Undo',
  shortcut: '$mod+z',
  obstacle: onlineObstacle,
  async run({ editing }) {
    const { undone } = await editing.change('undo', { any: true });
    showDone(`Undid: ${editInWords(undone.title)} (${undone.by})`);
  },
};

export const redo: Command = {
  title: 'Redo',
  shortcut: '$mod+Shift+z',
  obstacle: onlineObstacle,
  async run({ editing }) {
    const { redone } = await editing.change('redo', { any: true });
    showDone(`Redid: ${editInWords(redone.title)} (${redone.by})`);
  },
};

/** For actions without a form that would show a failure. Resolves with whether it was saved. */
export async function submitEdit({ editing }: Ide, edit: NewEdit): Promise<boolean> {
  const outcome = await editing.submit(edit);
  if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  return outcome.kind === 'saved';
}

/** Reverts the newest edits of this person, whatever others have done since. */
export const takeBack = (ide: Ide, count = 1): Promise<void> =>
  attempt('Undo', async () => {
    for (let done = 0; done < count; done += 1) await ide.editing.change('undo', {});
  });
