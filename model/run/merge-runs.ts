/** Merges the parts of a run that machines shared, or runs of different suites. */
import { counted } from '../names/counted.ts';
import { resultKey } from './item-title.ts';
import { allItems, type ItemResult, isScenario, type Run } from './run.ts';
import { numberedKeys } from './shard.ts';
import { type Outcome, worstState } from './state.ts';

export interface PartOfRun {
  /** Shown to people, e.g. its file. */
  name: string;
  run: Run;
}

interface PartsOfRun {
  parts: readonly PartOfRun[];
  faults: readonly string[];
  missing: readonly string[];
}

/** Of runs that are no parts only duplicates and foreign ones are found. */
export function lookAtParts(given: readonly PartOfRun[]): PartsOfRun {
  const parts = [...given].sort((left, right) => (left.run.shard?.index ?? 0) - (right.run.shard?.index ?? 0));
  const faults = [...foreign(parts), ...doubleParts(parts)];
  return { parts, faults: faults.length > 0 ? faults : duplicateItems(parts), missing: missingParts(parts) };
}

function foreign([first, ...others]: readonly PartOfRun[]): string[] {
  if (first === undefined) return [];
  return others.flatMap(({ name, run }) => {
    const { projectId, versionId, shard } = first.run;
    if (run.projectId !== projectId || run.versionId !== versionId)
      return [`${name} is of another project or version than ${first.name}.`];
    if (run.shard?.count !== shard?.count) return [`${name} and ${first.name} are not parts of the same run.`];
    const isSame = run.shard?.of.length === shard?.of.length && run.shard?.of.every((key, at) => key === shard?.of[at]);
    return isSame !== false ? [] : [`${name} is part of a run of other tests than ${first.name}.`];
  });
}

function doubleParts(parts: readonly PartOfRun[]): string[] {
  const byIndex = new Map<number, string[]>();
  for (const { name, run } of parts)
    if (run.shard !== undefined) byIndex.set(run.shard.index, [...(byIndex.get(run.shard.index) ?? []), name]);
  return [...byIndex].flatMap(([index, names]) =>
    names.length === 1 ? [] : [`Part ${index} is there ${names.length} times: ${names.join(', ')}.`],
  );
}

const MOST_NAMED = 5;

function duplicateItems(parts: readonly PartOfRun[]): string[] {
  const of = parts[0]?.run.shard?.of;
  if (of === undefined) {
    const ofEach = parts.flatMap(({ run }) => [...new Set(allItems(run).map(resultKey))]);
    return warnOfDuplicates(
      numberedKeys(ofEach).filter(key => key.includes('#')),
      'in several of the files',
    );
  }
  const known = new Set(of);
  const keys = numberedKeys(parts.flatMap(({ run }) => allItems(run).map(resultKey)));
  return warnOfDuplicates(
    keys.filter(key => !known.has(key)),
    'in several parts, or in none of the run',
  );
}

const warnOfDuplicates = (keys: readonly string[], where: string): string[] =>
  keys.length === 0 ? [] : [`${counted(keys.length, 'item')} ${where}: ${named(keys)}.`];

function missingParts(parts: readonly PartOfRun[]): string[] {
  const shard = parts[0]?.run.shard;
  if (shard === undefined) return [];
  const there = new Set(parts.map(({ run }) => run.shard?.index));
  const gone = Array.from({ length: shard.count }, (_, index) => index + 1).filter(index => !there.has(index));
  if (gone.length > 0) return gone.map(index => `Part ${index} of ${shard.count} is missing.`);
  const keys = new Set(numberedKeys(parts.flatMap(({ run }) => allItems(run).map(resultKey))));
  const lost = shard.of.filter(key => !keys.has(key));
  return lost.length === 0 ? [] : [`${counted(lost.length, 'item')} of the run came with no part: ${named(lost)}.`];
}

const named = (keys: readonly string[]): string =>
  `${keys.slice(0, MOST_NAMED).join(', ')}${keys.length > MOST_NAMED ? ', …' : ''}`;

/** In the order in which one machine would have run them. */
export function mergeRuns([first, ...others]: readonly [Run, ...Run[]]): Run {
  const runs = [first, ...others];
  const { shard, reason: _reason, finishedAt: _finished, scenarios: _scenarios, ...head } = first;
  const items = inOrder(runs.flatMap(allItems), shard?.of ?? []);
  const scenarios = items.filter(isScenario);
  const startedAt = earliest(runs.map(run => run.startedAt)) ?? first.startedAt;
  const finishedAt = latest(runs.flatMap(run => run.finishedAt ?? []));
  const reasons = [...new Set(runs.flatMap(({ reason }) => reason ?? []))];
  return {
    ...head,
    startedAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    elapsedMs: Math.max(0, Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)),
    state: worstState(runs.map(({ state }) => ({ state: asOutcome(state) }))),
    ...(reasons.length === 0 ? {} : { reason: reasons.join(' ') }),
    items: items.flatMap(item => (isScenario(item) ? [] : [item])),
    ...(scenarios.length === 0 ? {} : { scenarios }),
  };
}

/** A part that never ended counts as an error. */
const asOutcome = (state: Run['state']): Outcome =>
  state === 'passed' || state === 'failed' || state === 'stopped' || state === 'notImplemented' ? state : 'error';

function inOrder(items: readonly ItemResult[], of: readonly string[]): ItemResult[] {
  const places = new Map(of.map((key, place) => [key, place]));
  const keys = numberedKeys(items.map(resultKey));
  const placeOf = (index: number) => places.get(keys[index] ?? '') ?? of.length + index;
  return items
    .map((item, index) => ({ item, place: placeOf(index) }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}

const earliest = (times: readonly string[]): string | undefined => [...times].sort()[0];
const latest = (times: readonly string[]): string | undefined => [...times].sort().at(-1);
