import { z } from 'zod';
import { type RunId, ScenarioCode, TestCode, type VersionId } from '../../../model/names/codes.ts';
import { itemKey } from '../../../model/run/item-title.ts';
import { ItemState, Run } from '../../../model/run/run.ts';

const Row = z.number().int().min(0);

/** What run.json tells of ends. The other fields, by far the most, are not looked at. */
const StoredEnds = z.object({
  ...Run.pick({ runId: true, versionId: true, startedAt: true, state: true, processId: true }).shape,
  items: z.array(z.object({ testCode: TestCode, state: ItemState })),
  scenarios: z.array(z.object({ scenario: ScenarioCode, row: Row.optional(), state: ItemState })).optional(),
});

export interface RunEnds extends Pick<Run, 'state' | 'processId'> {
  runId: RunId;
  versionId: VersionId;
  startedAt: string;
  /** By the codes of tests, with all their rows, and the keys of scenarios and example rows. */
  states: ReadonlyMap<string, ItemState>;
}

/** What was skipped or stopped says nothing about a test. */
const COUNTED: readonly ItemState[] = ['passed', 'failed', 'error', 'notImplemented'];

export function endsOf(
  run: Pick<Run, 'state' | 'processId' | 'runId' | 'versionId' | 'startedAt'> & EndedItems,
): RunEnds {
  const { runId, versionId, startedAt, state, processId } = run;
  const states = new Map<string, ItemState>();
  for (const item of [...run.items, ...(run.scenarios ?? [])]) {
    const key = 'scenario' in item ? itemKey(item) : item.testCode;
    // Of rows and repeats, the first that did not pass counts.
    if (COUNTED.includes(item.state) && (states.get(key) ?? 'passed') === 'passed') states.set(key, item.state);
  }
  return { runId, versionId, startedAt, state, processId, states };
}

type EndedItems = Pick<z.infer<typeof StoredEnds>, 'items' | 'scenarios'>;

/** Undefined where the text cannot be read. */
export function readEnds(text: string): RunEnds | undefined {
  try {
    return endsOf(StoredEnds.parse(JSON.parse(text)));
  } catch {
    return undefined;
  }
}
