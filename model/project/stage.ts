import { z } from 'zod';

/** What talking to a feature server goes through, in this order. */
export const Stage = z.enum(['sign in', 'fetch', 'unpack', 'match', 'upload']);
export type Stage = z.infer<typeof Stage>;
