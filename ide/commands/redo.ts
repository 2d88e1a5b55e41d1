import { editInWords } from '../app/edits.ts';
import { showDone } from '../app/toasts.tsx';
import { RedoReply } from '../app/tool-replies.ts';
import { type Command, contentObstacle, NO_CONNECTION } from './command.ts';

/** Takes edits of others too: a person sees them all in one list. */
export const redo: Command = {
  title: 'Redo',
  shortcut: '$mod+Shift+z',
  obstacle({ state }) {
    return state.connection.phase === 'open' ? contentObstacle(state) : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = RedoReply.safeParse(await editing.change('redo', { any: true })).data;
    if (reply !== undefined) showDone(`Done again: ${editInWords(reply.redone.title)} (${reply.redone.by})`);
  },
};
