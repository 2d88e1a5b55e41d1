import {
  type DragTarget,
  dragAndDropFeature,
  hotkeysCoreFeature,
  type ItemInstance,
  keyboardDragAndDropFeature,
  selectionFeature,
} from '@headless-tree/core';
import { useMemo } from 'react';
import { isRunnable } from '../../../../model/project/test.ts';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import type { TestsShown } from '../../../app/places.ts';
import { isRed } from '../../../app/run-updates.ts';
import { chosenTogether } from '../../../app/tree-choice.ts';
import { attempt } from '../../../commands/command.ts';
import { dropIntoSuite } from '../../../commands/suites.ts';
import { type ItemPlace, moveItems } from '../../../commands/tree-edits.ts';
import {
  ancestorsOf,
  childrenOf,
  filterTree,
  isSuite,
  itemOf,
  ROOT,
  type TreeItem,
} from '../../../parts/module-items.ts';
import { dragOfParts } from '../../../parts/part-drag.ts';
import { updated, useTreeView } from '../../../parts/tree-view.ts';
import { useKeptCodes } from '../../../parts/use-kept-codes.ts';

const FEW_MODULES = 12;
const FEATURES = [selectionFeature, hotkeysCoreFeature, dragAndDropFeature, keyboardDragAndDropFeature];

export function useModuleTree(
  snapshot: ProjectSnapshot,
  { filter, typed, shown }: { filter: string; typed: string; shown: TestsShown | undefined },
  selected: string | undefined,
) {
  const ide = useIde();
  const { modules, tests } = snapshot;
  const all = useMemo(() => childrenOf({ modules, tests }), [modules, tests]);
  const isShown = useShownTests(snapshot, shown);
  const children = useMemo(
    () => filterTree({ modules, tests }, all, { text: filter, isShown }),
    [modules, tests, all, filter, isShown],
  );
  const [opened, setOpened] = useKeptCodes('open modules', () => initiallyOpen(snapshot));
  const { selectedItems, setSelectedItems } = useChosenItems(snapshot, selected);
  const withShown = (text: string) => `${shown ?? ''} ${text}`.trim();
  const view = useTreeView<TreeItem>({
    ...useChosen(snapshot, selected),
    opened,
    setOpened,
    root: ROOT,
    children,
    filter: withShown(filter),
    typed: withShown(typed),
    itemOf: code => itemOf({ modules, tests }, all, code),
    isFolder: ({ kind }) => kind !== 'test',
    isThere: code => isThere(snapshot, code),
    data: children,
    features: FEATURES,
    more: { ...dropsOf(ide, withShown(filter) !== ''), state: { selectedItems }, setSelectedItems },
  });
  return { ...view, isEmpty: children.get(ROOT)?.length === 0 };
}

/** Each end of a test changes the states, but only filters depend on them. */
function useShownTests({ tests }: ProjectSnapshot, shown: TestsShown | undefined) {
  const states = useIdeState(({ results }) => (shown === undefined ? undefined : results.tests));
  return useMemo(() => {
    if (states === undefined) return undefined;
    if (shown === 'failed') return (code: string) => isRed(states[code]);
    return (code: string) => {
      const test = tests[code];
      return test !== undefined && states[code] === undefined && isRunnable(test);
    };
  }, [states, shown, tests]);
}

const isThere = ({ modules, tests }: Pick<ProjectSnapshot, 'modules' | 'tests'>, code: string): boolean =>
  Object.hasOwn(modules, code) || Object.hasOwn(tests, code);

function useChosen({ modules, tests }: ProjectSnapshot, code: string | undefined) {
  const selected = code !== undefined && isThere({ modules, tests }, code) ? code : undefined;
  const above = useMemo(
    () => (selected === undefined ? [] : ancestorsOf({ modules, tests }, selected)),
    [modules, tests, selected],
  );
  return { selected, above };
}

function useChosenItems({ modules, tests }: ProjectSnapshot, shown: string | undefined) {
  const { store } = useIde();
  const chosen = useIdeState(state => chosenTogether(state, shown).join(' '));
  const selectedItems = useMemo(
    () => chosen.split(' ').filter(code => isThere({ modules, tests }, code)),
    [chosen, modules, tests],
  );
  const setSelectedItems = (update: string[] | ((old: string[]) => string[])) =>
    store.setView({ treeChoice: { shown, codes: updated(update, [...chosenTogether(store.getState(), shown)]) } });
  return { selectedItems, setSelectedItems };
}

function initiallyOpen({ modules }: ProjectSnapshot): string[] {
  const codes = Object.keys(modules);
  return codes.length <= FEW_MODULES ? codes : [];
}

type Items = readonly ItemInstance<TreeItem>[];

const kindOf = (item: ItemInstance<TreeItem>): TreeItem['kind'] => item.getItemData().kind;

/** The order counts items of one kind: in a module, modules come before tests. */
function placeOf(items: Items, target: DragTarget<TreeItem>): ItemPlace {
  const id = target.item.getId();
  const parent = id === ROOT ? undefined : id;
  if (!('insertionIndex' in target)) return { parent };
  const moved = new Set(items.map(item => item.getId()));
  const others = target.item.getChildren().filter(child => !moved.has(child.getId()));
  const ahead = others.slice(0, target.insertionIndex);
  const kind = items[0] === undefined ? 'test' : kindOf(items[0]);
  return { parent, order: ahead.filter(child => kindOf(child) === kind).length };
}

const areTests = (items: Items): boolean => items.every(item => kindOf(item) === 'test');

const codesOf = (items: Items): string[] => items.map(item => item.getId());

/** No suite takes modules. */
const NO_PARTS = { format: 'application/x-steploom-modules', data: '' };

const dropsOf = (ide: Ide, isFiltered: boolean) => ({
  // A filter hides the items between which a place is counted; tests may still go into a suite.
  canDrag: (items: Items) => !isFiltered || areTests(items),
  canReorder: true,
  indent: 16,
  createForeignDragObject: (items: Items) => (areTests(items) ? dragOfParts(ide, codesOf(items)) : NO_PARTS),
  canDrop: (items: Items, { item }: DragTarget<TreeItem>) => {
    if (isSuite(item.getItemData())) return areTests(items);
    if (isFiltered) return false;
    return kindOf(item) === 'module' || (kindOf(item) === 'root' && items.every(one => kindOf(one) === 'module'));
  },
  onDrop: (items: Items, target: DragTarget<TreeItem>) => {
    const { item } = target;
    if (isSuite(item.getItemData())) return dropIntoSuite(ide, codesOf(items), { suite: item.getId() });
    return attempt('Move', () => moveItems(ide, codesOf(items), placeOf(items, target)));
  },
});
