import { z } from 'zod';
import { isMaskable, TOO_SHORT } from '../../../model/values/redactor.ts';

export const SecretNote = z.string().optional().describe('Of a secret that is too short to be masked');

export const secretNote = (secret: string | undefined): { note?: string } =>
  secret === undefined || secret === '' || isMaskable(secret) ? {} : { note: TOO_SHORT };
