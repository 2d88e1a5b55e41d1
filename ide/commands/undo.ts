import { showDone } from '../app/toasts.tsx';
import { UndoReply } from '../app/tool-replies.ts';
import { type Command, NO_CONNECTION, NO_PROJECT } from './command.ts';

/** Takes edits of others too: a person sees them all in one list. */
export const undo: Command = {
  title: 'Undo',
  shortcut: '$mod+z',
  obstacle({ state }) {
    if (state.project === undefined) return NO_PROJECT;
    return state.connection.phase === 'open' ? undefined : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = UndoReply.safeParse(await editing.change('undo', { any: true })).data;
    if (reply !== undefined) showDone(`Undone: ${reply.undone.title} (${reply.undone.by})`);
  },
};
