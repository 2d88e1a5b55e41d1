import type { VersionId } from '../../../model/names/codes.ts';
import { itemKey } from '../../../model/run/item-title.ts';
import { allItems, type ItemState, type Run } from '../../../model/run/run.ts';

/** Which tests, rows and scenarios of a run passed, by their keys; what neither passed nor failed is left out. */
export interface RunOutcomes {
  versionId: VersionId;
  hasPassed: ReadonlyMap<string, boolean>;
}

const PASSED: Readonly<Partial<Record<ItemState, boolean>>> = { passed: true, failed: false, error: false };

export function outcomesOf(run: Run): RunOutcomes {
  const hasPassed = new Map<string, boolean>();
  for (const item of allItems(run)) {
    const outcome = PASSED[item.state];
    if (outcome !== undefined) hasPassed.set(itemKey(item), outcome);
  }
  return { versionId: run.versionId, hasPassed };
}
