import { z } from 'zod';
import { type RunId, ScenarioCode, TestCode, type VersionId } from '../../../model/names/codes.ts';
import { Incident } from '../../../model/run/incidents.ts';
import { scenarioReference } from '../../../model/run/item-title.ts';
import { failedByPicture } from '../../../model/run/picture-differences.ts';
import { allItems, hasFailed, type ItemResult, ItemState, isScenario, Run } from '../../../model/run/run.ts';
import { unfoldRun } from './run-file.ts';
import { reasonOf } from './run-summary.ts';

const Row = z.number().int().min(0);

const END_OF_ITEM = {
  state: ItemState,
  ms: z.number(),
  flaky: z.boolean().optional(),
  incidents: z.array(Incident).optional(),
};

/** What run.json tells of ends. Other fields, by far the most, are looked at only of what failed. */
const StoredEnds = z.looseObject({
  ...Run.pick({ runId: true, versionId: true, startedAt: true, state: true, processId: true }).shape,
  items: z.array(z.looseObject({ testCode: TestCode, ...END_OF_ITEM })),
  scenarios: z.array(z.looseObject({ scenario: ScenarioCode, row: Row.optional(), ...END_OF_ITEM })).optional(),
});
type StoredEnds = z.infer<typeof StoredEnds>;

/** Of a test with all its rows, of a scenario or of an example row. */
export interface ItemEnd {
  /** Of the first row or repeat that did not pass. */
  state: ItemState;
  /** Of the longest row. */
  ms: number;
  /** Whether it, or a row of it, passed only on a retry. */
  isAgain: boolean;
  /** Whether it failed for nothing but how the page looks. */
  isByPicture: boolean;
  /** Why it failed. */
  message?: string | undefined;
  /** The first few of all its rows. */
  incidents: readonly Incident[];
}

type RunHead = Pick<Run, 'state' | 'processId' | 'runId' | 'versionId' | 'startedAt'>;

export interface RunEnds extends Pick<Run, 'state' | 'processId'> {
  runId: RunId;
  versionId: VersionId;
  startedAt: string;
  /** By the codes of tests and the keys of scenarios and example rows. */
  ends: ReadonlyMap<string, ItemEnd>;
  /** Tests that were stopped and have no end. */
  stopped: ReadonlySet<string>;
}

export const endsOf = (run: Run): RunEnds => endsBy(run, allItems(run).filter(hasFailed));

/** `isCutOff`: whether the process of the run died. Undefined where the text cannot be read. */
export function readEnds(text: string, isCutOff: (run: RunHead) => boolean): RunEnds | undefined {
  try {
    const stored = StoredEnds.parse(JSON.parse(text));
    return endsBy(isCutOff(stored) ? stoppedAll(stored) : stored, failuresIn(stored));
  } catch {
    return undefined;
  }
}

const stoppedAll = ({ items, ...run }: StoredEnds): StoredEnds => ({
  ...run,
  state: 'error',
  items: items.map(item => (item.state === 'running' ? { ...item, state: 'stopped' } : item)),
});

/** None where they cannot be read: how they ended is known nevertheless. */
function failuresIn({ items, scenarios, ...run }: StoredEnds): ItemResult[] {
  const failed = { items: items.filter(hasFailed), scenarios: scenarios?.filter(hasFailed) };
  if (failed.items.length + (failed.scenarios?.length ?? 0) === 0) return [];
  const read = Run.safeParse(unfoldRun({ ...run, ...failed }));
  return read.success ? allItems(read.data) : [];
}

interface CountedItem {
  state: ItemState;
  ms: number;
  flaky?: boolean | undefined;
  incidents?: readonly Incident[] | undefined;
}

type EndedRun = RunHead & {
  items: readonly (CountedItem & { testCode: string })[];
  scenarios?: readonly (CountedItem & { scenario: string; row?: number | undefined })[] | undefined;
};

/** What was skipped or stopped says nothing about a test. */
const COUNTED: readonly ItemState[] = ['passed', 'failed', 'error', 'notImplemented'];

function endsBy(run: EndedRun, failures: readonly ItemResult[]): RunEnds {
  const { runId, versionId, startedAt, state, processId } = run;
  const reasons = reasonsOf(failures);
  const ends = new Map<string, ItemEnd>();
  const count = (key: string, item: CountedItem) => {
    if (!COUNTED.includes(item.state)) return;
    ends.set(key, { ...joined(ends.get(key), item), isByPicture: false, ...reasons.get(key) });
  };
  for (const item of run.items) count(item.testCode, item);
  for (const item of run.scenarios ?? []) count(scenarioReference(item), item);
  const stopped = run.items.filter(item => item.state === 'stopped' && !ends.has(item.testCode));
  return {
    ...{ runId, versionId, startedAt, state, processId, ends },
    stopped: new Set(stopped.map(({ testCode }) => testCode)),
  };
}

const MOST_INCIDENTS = 5;

const eachOnce = (incidents: readonly Incident[]): Incident[] => [
  ...new Map(incidents.map(incident => [JSON.stringify({ ...incident, times: 1 }), incident])).values(),
];

const joined = (known: ItemEnd | undefined, { state, ms, flaky = false, incidents = [] }: CountedItem) => ({
  state: known === undefined || known.state === 'passed' ? state : known.state,
  ms: Math.max(known?.ms ?? 0, ms),
  isAgain: known?.isAgain || flaky,
  incidents: eachOnce([...(known?.incidents ?? []), ...incidents]).slice(0, MOST_INCIDENTS),
});

function reasonsOf(failures: readonly ItemResult[]): Map<string, Pick<ItemEnd, 'isByPicture' | 'message'>> {
  const reasons = new Map<string, Pick<ItemEnd, 'isByPicture' | 'message'>>();
  for (const item of failures) {
    const key = isScenario(item) ? scenarioReference(item) : item.testCode;
    const known = reasons.get(key);
    reasons.set(key, {
      isByPicture: known?.isByPicture !== false && failedByPicture(item),
      message: known?.message ?? reasonOf(item),
    });
  }
  return reasons;
}
