import { defineActionKind } from './define-action-kind.ts';

export const goBack = defineActionKind({
  type: 'goBack',
  label: 'Go back',
  isNavigation: true,
  fields: {},
  title: () => 'Go back',
});
