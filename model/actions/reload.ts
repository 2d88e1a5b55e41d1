import { defineActionKind } from './define-action-kind.ts';

export const reload = defineActionKind({
  type: 'reload',
  label: 'Reload',
  isNavigation: true,
  leavesPage: 'maybe',
  fields: {},
  title: () => 'Reload',
});
