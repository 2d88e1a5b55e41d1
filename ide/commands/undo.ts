import { editInWords } from '../app/edits.ts';
import { showDone } from '../app/toasts.tsx';
import { UndoReply } from '../app/tool-replies.ts';
import { type Command, contentObstacle, NO_CONNECTION } from './command.ts';

/** Takes edits of others too: a person sees them all in one list. */
export const undo: Command = {
  title: 'Undo',
  shortcut: '$mod+z',
  obstacle({ state }) {
    return state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = UndoReply.safeParse(await editing.change('undo', { any: true })).data;
    if (reply !== undefined) showDone(`Undone: ${editInWords(reply.undone.title)} (${reply.undone.by})`);
  },
};
