import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { tabFault } from './tab-fault.ts';

/** Makes another tab the current one, waiting until there is such a tab. */
export const switchTab = defineActionKind({
  type: 'switchTab',
  label: 'Go to tab',
  leavesPage: 'yes',
  fields: { tab: FIELDS.tab },
  title: ({ tab }) => `Go to tab “${tab}”`,
  fault: ({ tab }) => fieldFault('tab', tabFault(tab)),
});
