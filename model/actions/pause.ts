import { defineActionKind } from './define-action-kind.ts';
import { FIELDS } from './fields.ts';

/** Waits for a person where one watches the run; passes at once where nobody can go on with it. */
export const pause = defineActionKind({
  type: 'pause',
  label: 'Pause',
  note: 'A place for a person to look; runs go on past it',
  isQuiet: true,
  fields: { text: FIELDS.text.optional() },
  title: ({ text }) => (text === undefined ? 'Pause' : `Pause: ${text}`),
});
