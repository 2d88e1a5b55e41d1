import { addressFault } from '../values/address.ts';
import { defineActionKind } from './define-action-kind.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';

export const visit = defineActionKind({
  type: 'visit',
  label: 'Go to',
  note: 'Relative addresses start from the app of the test, else from that of the project',
  isNavigation: true,
  fields: { url: FIELDS.url },
  title: action => `Go to ${action.url}`,
  fault: ({ url }) => fieldFault('url', addressFault(url)),
});
