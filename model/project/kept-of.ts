import { z } from 'zod';

/** Of which attempts at tests runs keep what they record: `retry` of those after the first, `failure` of those that did not pass. */
export const KEPT_OF = ['off', 'failure', 'retry', 'on'] as const;
export const KeptOf = z.enum(KEPT_OF);
export type KeptOf = z.infer<typeof KeptOf>;

/** Whether an attempt, counted from 0, is recorded; of some it turns out at their end that nothing is kept. */
export const isRecorded = (of: KeptOf, attempt: number): boolean =>
  of === 'on' || of === 'failure' || (of === 'retry' && attempt > 0);

/** Whether what was recorded of an attempt is kept. */
export const isKept = (of: KeptOf, { state }: { state: string }): boolean => of !== 'failure' || state !== 'passed';
