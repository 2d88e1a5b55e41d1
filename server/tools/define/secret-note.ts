import { z } from 'zod';
import { isMaskable, TOO_SHORT } from '../../../model/values/redactor.ts';

export const SecretNote = z.string().optional().describe('Of a secret that is too short to be masked');

export const secretNote = (secret: string | undefined): { note?: string } =>
  secret === undefined || secret === '' || isMaskable(secret) ? {} : { note: TOO_SHORT };

export const MaskedSecret = z.strictObject({
  set: z.boolean(),
  reference: z.string().optional().describe('Where it comes from, e.g. {{secret.TOKEN}}'),
  note: SecretNote,
});

/** `reference` is the text in the project file, `secret` the stored value. */
export function maskedSecret(reference: string | undefined, secret: string | undefined): z.input<typeof MaskedSecret> {
  if (reference !== undefined && reference !== '') return { set: true, reference };
  return { set: secret !== undefined, ...secretNote(secret) };
}
