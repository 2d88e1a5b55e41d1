import type { ActionVerb } from '../verb.ts';

const ACCEPT = new Set(['accept', 'ok', 'yes']);
const DISMISS = new Set(['dismiss', 'cancel', 'no']);

export const dialog: ActionVerb = {
  name: 'dialog',
  type: 'dialog',
  usage: 'dialog accept|dismiss [<text>]',
  about: 'answer the next dialog, which a later action brings',
  read(words) {
    const answer = words.take('accept or dismiss');
    if (!ACCEPT.has(answer) && !DISMISS.has(answer)) throw words.fault(`a dialog is not answered with "${answer}"`);
    const text = words.left > 0 ? { text: words.take('the text') } : {};
    return { type: 'dialog', fields: { accept: ACCEPT.has(answer), ...text } };
  },
};
