import { z } from 'zod';

/** Attempts that keep what they record: `retry` those after the first, `failure` those that did not pass. */
export const KEPT_OF = ['off', 'failure', 'retry', 'on'] as const;
export const KeptOf = z.enum(KEPT_OF);
export type KeptOf = z.infer<typeof KeptOf>;

/** `attempt` counts from 0; with `failure`, a recording may still be dropped at the end. */
export const isRecorded = (of: KeptOf, attempt: number): boolean =>
  of === 'on' || of === 'failure' || (of === 'retry' && attempt > 0);

export const isKept = (of: KeptOf, { state }: { state: string }): boolean => of !== 'failure' || state !== 'passed';
