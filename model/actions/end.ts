import { defineActionKind } from './define-action-kind.ts';

export const end = defineActionKind({
  type: 'end',
  label: 'End',
  block: 'end',
  fields: {},
  title: () => 'End',
});
