import { addressFault } from '../values/address.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';

/** Opens a tab, which becomes the current one; empty without an address. */
export const newTab = defineActionKind({
  type: 'newTab',
  label: 'Open tab',
  note: 'A tab that the page opens becomes the current one by itself, also while an action waits',
  isNavigation: true,
  fields: { url: FIELDS.url.optional() },
  title: ({ url }) => (url === undefined ? 'Open a tab' : `Open a tab with ${url}`),
  fault: ({ url }) => fieldFault('url', url === undefined ? undefined : addressFault(url)),
});
