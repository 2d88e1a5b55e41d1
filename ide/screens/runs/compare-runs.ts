import { itemKey, scenarioTitle } from '../../../model/run/item-title.ts';
import { isBad } from '../../app/result-filter.ts';
import { groupTitle } from './report-results.ts';
import { isScenario, type ShownItem, type ShownRun } from './run-reply.ts';

export interface Difference {
  key: string;
  title: string;
  /** Left out where it did not run. */
  before?: { state: string; ms: number };
  after?: { state: string; ms: number };
}

interface Differences {
  newFailures: Difference[];
  fixed: Difference[];
  slower: Difference[];
  added: Difference[];
  removed: Difference[];
}

const SLOWER_TIMES = 2;
const SLOWER_MS = 1_000;

export function compareRuns(before: ShownRun, after: ShownRun): Differences {
  const old = byKey(before);
  const now = byKey(after);
  const both = [...now].flatMap(([key, result]) => {
    const was = old.get(key);
    return was === undefined ? [] : [differenceOf(key, was, result)];
  });
  return {
    newFailures: both.filter(one => hasFailed(one.after) && !hasFailed(one.before)),
    fixed: both.filter(one => hasFailed(one.before) && one.after?.state === 'passed'),
    slower: both.filter(isSlower),
    added: [...now].flatMap(([key, result]) => (old.has(key) ? [] : [differenceOf(key, undefined, result)])),
    removed: [...old].flatMap(([key, result]) => (now.has(key) ? [] : [differenceOf(key, result, undefined)])),
  };
}

const byKey = ({ items, scenarios }: ShownRun): Map<string, ShownItem> =>
  new Map([...items, ...scenarios].map(result => [itemKey(result), result]));

function differenceOf(key: string, was: ShownItem | undefined, is: ShownItem | undefined): Difference {
  const named = is ?? was;
  return {
    key,
    title: named === undefined ? key : titleOf(named),
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
  };
}

const titleOf = (item: ShownItem): string =>
  `${groupTitle(item)} › ${isScenario(item) ? scenarioTitle(item) : item.title}`;

type Ended = Difference['after'];

const hasFailed = (ended: Ended): boolean => ended !== undefined && isBad(ended);

function isSlower({ before, after }: Difference): boolean {
  if (before?.state !== 'passed' || after?.state !== 'passed') return false;
  return after.ms > SLOWER_TIMES * before.ms && after.ms - before.ms > SLOWER_MS;
}
