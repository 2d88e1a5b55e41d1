import { showDone } from '../app/toasts.tsx';
import { RedoReply } from '../app/tool-replies.ts';
import { type Command, NO_CONNECTION, NO_PROJECT } from './command.ts';

/** Takes edits of others too: a person sees them all in one list. */
export const redo: Command = {
  title: 'Redo',
  shortcut: '$mod+Shift+z',
  obstacle({ state }) {
    if (state.project === undefined) return NO_PROJECT;
    return state.connection.phase === 'open' ? undefined : NO_CONNECTION;
  },
  async run({ editing }) {
    const reply = RedoReply.safeParse(await editing.change('redo', { any: true })).data;
    if (reply !== undefined) showDone(`Done again: ${reply.redone.title} (${reply.redone.by})`);
  },
};
