import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

export const script = defineActionKind({
  type: 'script',
  label: 'Run JavaScript',
  note: '`into` takes what it gives',
  fields: { code: FIELDS.code, into: FIELDS.into.optional() },
  title: action => `Run JavaScript ${action.code.split('\n')[0]?.slice(0, 60)}`,
});
