/** How the results of a run went in the runs before it, as `getRun` tells it. Pure. */
import { z } from 'zod';

const History = z.object({ runs: z.number(), passed: z.number(), failed: z.number(), changes: z.number() });
export type ShownHistory = z.infer<typeof History>;

/** By the keys of results. */
export type Histories = ReadonlyMap<string, ShownHistory>;

const Scenario = z.object({ scenario: z.string(), row: z.number().optional() });
const Test = z.object({ testCode: z.string(), row: z.object({ index: z.number() }).optional() });

export const HistoriesReply = z.object({
  run: z.object({
    items: z.array(Test.extend({ history: History.optional() })),
    scenarios: z.array(Scenario.extend({ history: History.optional() })).default([]),
  }),
  nextCursor: z.string().optional(),
});
export type HistoriesReply = z.infer<typeof HistoriesReply>;
