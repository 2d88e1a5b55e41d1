import { z } from 'zod';
import { codeNumber, type VersionId } from '../../../model/names/codes.ts';
import { isFlaky } from '../../../model/run/flaky.ts';
import { itemKey, type KeyedItem } from '../../../model/run/item-title.ts';
import { hasFailed, type Run } from '../../../model/run/run.ts';
import { MOST_RUNS } from './last-states.ts';
import type { RunArchive } from './run-archive.ts';
import type { RunOutcomes } from './run-summary.ts';

/** Many runs may be about other tests. */
const MOST_LOOKED_AT = 100;

export const ItemHistory = z.strictObject({
  runs: z.number().int().describe(`In how many runs it passed or failed: its last ${MOST_RUNS} up to this one`),
  passed: z.number().int(),
  failed: z.number().int(),
  changes: z
    .number()
    .int()
    .describe(
      'How often it passed after it had failed, or the reverse, failures by a changed picture left out; 2 and more tell of a flaky one',
    ),
  again: z.number().int().describe('In how many runs it passed only when it was run again; any tells of a flaky one'),
});
export type ItemHistory = z.infer<typeof ItemHistory>;

/** Items that never passed nor failed have none. */
export async function itemHistories(
  archive: RunArchive,
  run: Run,
  results: readonly KeyedItem[],
): Promise<Map<string, ItemHistory>> {
  const open = new Map<string, SeenOutcome[]>(results.map(result => [itemKey(result), []]));
  const histories = new Map<string, ItemHistory>();
  const close = (key: string, newestFirst: readonly SeenOutcome[]) => {
    open.delete(key);
    if (newestFirst.length > 0) histories.set(key, historyOf(newestFirst));
  };
  for await (const { hasPassed, passedAgain, failedByPicture } of outcomesUpTo(archive, run)) {
    for (const [key, known] of open) {
      const outcome = hasPassed.get(key);
      if (outcome === undefined) continue;
      known.push({ hasPassed: outcome, isAgain: passedAgain.has(key), isByPicture: failedByPicture.has(key) });
      if (known.length === MOST_RUNS) close(key, known);
    }
    if (open.size === 0) break;
  }
  for (const [key, known] of open) close(key, known);
  return histories;
}

interface SeenOutcome {
  hasPassed: boolean;
  /** Whether it passed only on a retry. */
  isAgain: boolean;
  /** Whether only a picture made it fail: the page was changed, or the picture was not accepted yet. */
  isByPicture?: boolean;
}

export function historyOf(newestFirst: readonly SeenOutcome[]): ItemHistory {
  const passed = newestFirst.filter(({ hasPassed }) => hasPassed).length;
  const judged = newestFirst.filter(({ isByPicture }) => !isByPicture);
  const changes = judged.filter(
    ({ hasPassed }, index) => index > 0 && hasPassed !== judged[index - 1]?.hasPassed,
  ).length;
  const again = newestFirst.filter(({ isAgain }) => isAgain).length;
  return { runs: newestFirst.length, passed, failed: newestFirst.length - passed, changes, again };
}

/** By item key. */
export async function flakyItems(archive: RunArchive, versionId: VersionId): Promise<Map<string, ItemHistory>> {
  const seen = new Map<string, SeenOutcome[]>();
  for await (const { hasPassed: outcomes, passedAgain, failedByPicture } of outcomesIn(archive, versionId))
    for (const [key, hasPassed] of outcomes) {
      const known = seen.get(key) ?? [];
      const one = { hasPassed, isAgain: passedAgain.has(key), isByPicture: failedByPicture.has(key) };
      if (known.length < MOST_RUNS) seen.set(key, [...known, one]);
    }
  const histories = [...seen].map(([key, newestFirst]) => [key, historyOf(newestFirst)] as const);
  return new Map(histories.filter(([, history]) => isFlaky(history)));
}

async function* outcomesUpTo(archive: RunArchive, { runId, versionId }: Run): AsyncGenerator<RunOutcomes> {
  const upTo = (await archive.list()).filter(id => codeNumber(id) <= codeNumber(runId));
  for (const id of upTo.slice(0, MOST_LOOKED_AT)) {
    const outcomes: RunOutcomes | undefined = await archive.outcomes(id);
    if (outcomes?.versionId === versionId) yield outcomes;
  }
}

/** Newest first. */
export async function* outcomesIn(archive: RunArchive, versionId: VersionId): AsyncGenerator<RunOutcomes> {
  for (const id of (await archive.list()).slice(0, MOST_LOOKED_AT)) {
    const outcomes: RunOutcomes | undefined = await archive.outcomes(id);
    if (outcomes?.versionId === versionId) yield outcomes;
  }
}

/** Codes of tests, also where only a data row failed; references of scenarios and example rows. */
export async function failedLast(archive: RunArchive, versionId: VersionId): Promise<Set<string>> {
  const last = await archive.lastStates.of(versionId);
  return new Set([...last].flatMap(([key, end]) => (hasFailed(end) ? [key] : [])));
}
