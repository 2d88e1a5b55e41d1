/** Runs that are in the queue together take turns, item by item, whichever came first. */
import type { Queue } from 'bullmq';

export type Priority = 'high' | 'normal' | 'low';

/** Turns of each priority begin here; the queue counts to 2,097,152, the lowest first. */
const FIRST_TURN: Readonly<Record<Priority, number>> = { high: 1, normal: 600_000, low: 1_300_000 };
const MOST_TURNS = 600_000;

/** A run begins at the turn of the items that wait now, so that it neither waits for all of them nor overtakes them. */
export async function firstTurn(queue: Queue, priority: Priority): Promise<number> {
  const first = FIRST_TURN[priority];
  const [waiting] = await queue.getPrioritized(0, 0);
  const turn = waiting?.opts.priority ?? first;
  return turn >= first && turn < first + MOST_TURNS ? turn : first;
}

export const turnAfter = (first: number, items: number): number => Math.min(first + items, 2_097_151);
