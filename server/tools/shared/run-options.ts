/** How tests and features run alike. */
import { z } from 'zod';
import { Name } from '../../../model/names/names.ts';

export const Role = Name.optional().describe(
  'Role to sign in as; default: that of the test, else the first one; "none" signs nobody in',
);
export const SlowMo = z.number().int().min(0).max(10_000).optional().describe('Pause after each action');
export const Screenshots = z.enum(['off', 'failure', 'each']).optional().describe('Default: failure');
