import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

/**
 * Expects a download from the next action that does something; that one fails when none comes within the time limit of
 * this one. `name`: the file name that the page proposes, in which `*` stands for any text. `into` takes
 * { name, file, sizeBytes, text }: the name, where the run keeps it, and its text when it is one.
 */
export const download = defineActionKind({
  type: 'download',
  label: 'Expect download',
  note: 'Stands before the action that brings it; `into` takes {name, file, sizeBytes, text}',
  isQuiet: true,
  fields: { name: FIELDS.name.optional(), into: FIELDS.into.optional() },
  title: ({ name }) => (name === undefined ? 'Expect a download' : `Expect the download “${name}”`),
});
