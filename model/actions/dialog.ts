import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

/**
 * Answers the next dialog (alert, confirm, prompt, beforeunload) that any tab opens, whichever action brings it; each of
 * several answers one, in their order. A test that ends with an answer that was never asked for fails here.
 */
export const dialog = defineActionKind({
  type: 'dialog',
  label: 'Answer dialog',
  note: 'Stands before the action that opens the dialog; without it a dialog is dismissed',
  isQuiet: true,
  fields: { accept: FIELDS.accept, text: FIELDS.text.optional() },
  title: ({ accept, text }) => {
    if (text !== undefined) return `Answer the next dialog with “${text}”`;
    return accept ? 'Accept the next dialog' : 'Dismiss the next dialog';
  },
  fault: ({ accept, text }) =>
    accept || text === undefined
      ? undefined
      : { field: 'text', message: 'only a dialog that is accepted takes a text' },
});
