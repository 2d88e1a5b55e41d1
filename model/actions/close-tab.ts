import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { tabFault } from './tab-fault.ts';

/** Closes a tab, by default the current one; the one used before it is current then. */
export const closeTab = defineActionKind({
  type: 'closeTab',
  label: 'Close tab',
  note: 'Back to the tab before it',
  leavesPage: 'yes',
  fields: { tab: FIELDS.tab.optional() },
  title: ({ tab }) => (tab === undefined ? 'Close the tab' : `Close tab “${tab}”`),
  fault: ({ tab }) => fieldFault('tab', tab === undefined ? undefined : tabFault(tab)),
});
