import { actionReference } from '../../guide/action-reference.ts';
import type { Resource } from '../calls/resource.ts';

export const actions: Resource = {
  uri: 'steploom://actions',
  name: 'actions',
  title: 'Kinds of action',
  description: 'Every kind of action with its fields, and the matchers of assert',
  mimeType: 'text/markdown',
  read: async () => actionReference(),
};
