import { type Action, actionTitle } from '../../actions/index.ts';
import { wellFormed } from '../../values/well-formed.ts';
import type { Environment, EnvironmentItem } from '../environment.ts';
import type { Module } from '../module.ts';
import type { Test } from '../test.ts';
import type { VersionContent } from '../version-content.ts';

/** Codes tell what is the same thing in both versions. */

export const CHANGE_STATES = ['added', 'removed', 'changed', 'moved'] as const;
type ChangeState = (typeof CHANGE_STATES)[number];

interface ActionChange {
  state: ChangeState;
  actionId: string;
  fromIndex?: number;
  toIndex?: number;
  title: string;
  fields?: FieldChange[];
}

interface ItemChange {
  state: ChangeState;
  name: string;
  fields?: FieldChange[];
}

interface RecordDifference {
  kind: 'module' | 'test' | 'environment';
  /** `changed` covers `moved`. */
  state: ChangeState;
  moduleCode?: string;
  testCode?: string;
  environmentCode?: string;
  name: string;
  movedFrom?: string;
  fields?: FieldChange[];
  actions?: ActionChange[];
  items?: ItemChange[];
}

/** Modules in the order of codes, each with its tests, then environments. Values of secrets are never included. */
export function compareVersions(from: VersionContent, to: VersionContent): RecordDifference[] {
  const modules = listDifferences([...from.modules.values()], [...to.modules.values()], module => module.moduleCode);
  return [
    ...modules.removed.map(({ item }) => moduleEntry('removed', item)),
    ...modules.added.map(({ item }) => moduleEntry('added', item)),
    ...modules.kept.flatMap(({ before, after }) => moduleChange(before, after)),
    ...testChanges(from, to),
    ...environmentChanges(from.environments.environments, to.environments.environments),
  ];
}

const moduleEntry = (state: ChangeState, { moduleCode, name }: Module): RecordDifference => ({
  kind: 'module',
  state,
  moduleCode,
  name,
});

function moduleChange(before: Module, after: Module): RecordDifference[] {
  if (before === after) return [];
  const { tests: _old, rank: oldRank, parentModule: oldParent, ...old } = before;
  const { tests: _now, rank, parentModule, ...now } = after;
  const fields = fieldChanges(old, now);
  const isMoved = rank !== oldRank || parentModule !== oldParent;
  if (!isMoved && fields.length === 0) return [];
  const movedFrom = parentModule === oldParent ? 'another position' : (oldParent ?? 'the top level');
  return [
    {
      ...moduleEntry(fields.length > 0 ? 'changed' : 'moved', after),
      ...(isMoved ? { movedFrom } : {}),
      ...(fields.length > 0 ? { fields } : {}),
    },
  ];
}

interface PlacedTest {
  module: Module;
  test: Test;
}

const testsOf = ({ modules }: VersionContent): PlacedTest[] =>
  [...modules.values()].flatMap(module => module.tests.map(test => ({ module, test })));

const testEntry = (state: ChangeState, { module, test }: PlacedTest): RecordDifference => ({
  kind: 'test',
  state,
  moduleCode: module.moduleCode,
  testCode: test.testCode,
  name: test.name,
});

function testChanges(from: VersionContent, to: VersionContent): RecordDifference[] {
  const { added, removed, kept } = listDifferences(testsOf(from), testsOf(to), ({ test }) => test.testCode);
  const moved = reorderedTests(from, to);
  return [
    ...removed.map(({ item }) => testEntry('removed', item)),
    ...added.map(({ item }) => testEntry('added', item)),
    ...kept.flatMap(({ before, after }) => testChange(before, after, { moved })),
  ];
}

function reorderedTests(from: VersionContent, to: VersionContent): ReadonlySet<Test> {
  const moved = new Set<Test>();
  for (const [code, { tests }] of to.modules) {
    const was = from.modules.get(code)?.tests;
    if (was === undefined || was === tests) continue;
    for (const { after, isMoved } of listDifferences(was, tests, test => test.testCode).kept)
      if (isMoved) moved.add(after);
  }
  return moved;
}

interface TestComparison {
  moved: ReadonlySet<Test>;
}

function testChange(before: PlacedTest, after: PlacedTest, { moved }: TestComparison): RecordDifference[] {
  const isElsewhere = before.module.moduleCode !== after.module.moduleCode;
  const isMoved = isElsewhere || moved.has(after.test);
  if (!isMoved && before.test === after.test) return [];
  const { actions: oldActions, ...old } = before.test;
  const { actions: newActions, ...now } = after.test;
  const fields = fieldChanges(old, now);
  const actions = actionChanges(oldActions, newActions);
  const isChanged = fields.length > 0 || actions.length > 0;
  if (!isMoved && !isChanged) return [];
  return [
    {
      ...testEntry(isChanged ? 'changed' : 'moved', after),
      ...(isMoved ? { movedFrom: isElsewhere ? before.module.moduleCode : 'another position' } : {}),
      ...(fields.length > 0 ? { fields } : {}),
      ...(actions.length > 0 ? { actions } : {}),
    },
  ];
}

function actionChanges(before: readonly Action[], after: readonly Action[]): ActionChange[] {
  const { added, removed, kept } = listDifferences(before, after, action => action.actionId);
  const entry = (state: ChangeState, action: Action) => ({
    state,
    actionId: action.actionId,
    title: actionTitle(action),
  });
  return [
    ...removed.map(({ item, index }) => ({ ...entry('removed', item), fromIndex: index })),
    ...added.map(({ item, index }) => ({ ...entry('added', item), toIndex: index })),
    ...kept.flatMap(({ before: old, after: now, fromIndex, toIndex, isMoved }) => {
      const fields = old === now ? [] : fieldChanges(old, now);
      if (fields.length === 0 && !isMoved) return [];
      const change = entry(fields.length > 0 ? 'changed' : 'moved', now);
      return { ...change, fromIndex, toIndex, ...(fields.length > 0 ? { fields } : {}) };
    }),
  ];
}

function environmentChanges(before: readonly Environment[], after: readonly Environment[]): RecordDifference[] {
  const { added, removed, kept } = listDifferences(before, after, environment => environment.environmentCode);
  const entry = (state: ChangeState, { environmentCode, name }: Environment): RecordDifference => ({
    kind: 'environment',
    state,
    environmentCode,
    name,
  });
  return [
    ...removed.map(({ item }) => entry('removed', item)),
    ...added.map(({ item }) => entry('added', item)),
    ...kept.flatMap(({ before: old, after: now, isMoved }) => {
      const fields = fieldChanges({ name: old.name }, { name: now.name });
      const items = itemChanges(old.items, now.items);
      const isChanged = fields.length > 0 || items.length > 0;
      if (!isChanged && !isMoved) return [];
      return {
        ...entry(isChanged ? 'changed' : 'moved', now),
        ...(isMoved ? { movedFrom: 'another position' } : {}),
        ...(fields.length > 0 ? { fields } : {}),
        ...(items.length > 0 ? { items } : {}),
      };
    }),
  ];
}

function itemChanges(before: readonly EnvironmentItem[], after: readonly EnvironmentItem[]): ItemChange[] {
  const { added, removed, kept } = listDifferences(before, after, item => item.name);
  return [
    ...removed.map(({ item }) => ({ state: 'removed' as const, name: item.name })),
    ...added.map(({ item }) => ({ state: 'added' as const, name: item.name })),
    ...kept.flatMap(({ before: old, after: now, isMoved }): ItemChange[] => {
      const fields = fieldChanges(old, now);
      if (fields.length > 0) return [{ state: 'changed', name: now.name, fields }];
      return isMoved ? [{ state: 'moved', name: now.name }] : [];
    }),
  ];
}

interface FieldChange {
  field: string;
  from?: string;
  to?: string;
}

const MOST_CHARACTERS = 200;

function fieldChanges(before: object, after: object): FieldChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(field => {
    const [from, to] = [textOf(was.get(field)), textOf(is.get(field))];
    if (from === to) return [];
    return {
      field,
      ...(from === undefined ? {} : { from: cut(from, to) }),
      ...(to === undefined ? {} : { to: cut(to, from) }),
    };
  });
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return JSON.stringify(value);
}

function cut(text: string, other = ''): string {
  if (text.length <= MOST_CHARACTERS) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const start = same < MOST_CHARACTERS / 2 ? 0 : same - MOST_CHARACTERS / 4;
  const end = start + MOST_CHARACTERS;
  return `${start > 0 ? '…' : ''}${wellFormed(text.slice(start, end))}${end < text.length ? '…' : ''}`;
}

interface KeptItem<Item> {
  before: Item;
  after: Item;
  fromIndex: number;
  toIndex: number;
  /** Whether it moved among the items that are in both lists. */
  isMoved: boolean;
}

interface ListDifferences<Item> {
  added: { item: Item; index: number }[];
  removed: { item: Item; index: number }[];
  kept: KeptItem<Item>[];
}

/** As few items as possible count as moved. */
function listDifferences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): ListDifferences<Item> {
  const old = new Map(before.map((item, index) => [keyOf(item), { item, index }]));
  const added: ListDifferences<Item>['added'] = [];
  const kept: KeptItem<Item>[] = [];
  after.forEach((item, index) => {
    const was = old.get(keyOf(item));
    old.delete(keyOf(item));
    if (was === undefined) added.push({ item, index });
    else kept.push({ before: was.item, after: item, fromIndex: was.index, toIndex: index, isMoved: true });
  });
  for (const place of longestRise(kept.map(({ fromIndex }) => fromIndex))) {
    const still = kept[place];
    if (still !== undefined) still.isMoved = false;
  }
  return { added, removed: [...old.values()], kept };
}

/** Positions of a longest increasing subsequence; the numbers must be distinct. */
function longestRise(numbers: readonly number[]): number[] {
  /** For each length, the position of the lowest number that such a subsequence can end with. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  numbers.forEach((number, place) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? -1] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1];
    ends[low] = place;
  });
  const places: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = previous[place]) places.push(place);
  return places;
}
