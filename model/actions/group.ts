import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const group = defineActionKind({
  type: 'group',
  label: 'Group',
  block: 'open',
  fields: { title: FIELDS.title },
  title: action => action.title,
});
