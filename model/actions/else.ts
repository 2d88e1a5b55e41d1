import { defineActionKind } from './define-action-kind.ts';

export const elseBlock = defineActionKind({
  type: 'else',
  label: 'Else',
  block: 'else',
  fields: {},
  title: () => 'Else',
});
