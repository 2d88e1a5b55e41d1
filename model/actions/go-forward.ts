import { defineActionKind } from './define-action-kind.ts';

export const goForward = defineActionKind({
  type: 'goForward',
  label: 'Go forward',
  fields: {},
  title: () => 'Go forward',
});
