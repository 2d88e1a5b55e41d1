import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const comment = defineActionKind({
  type: 'comment',
  label: 'Comment',
  isQuiet: true,
  fields: { text: FIELDS.text },
  title: action => action.text,
});
