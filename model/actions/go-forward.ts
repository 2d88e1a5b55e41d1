import { defineActionKind } from './define-action-kind.ts';

export const goForward = defineActionKind({
  type: 'goForward',
  label: 'Go forward',
  isNavigation: true,
  fields: {},
  title: () => 'Go forward',
});
