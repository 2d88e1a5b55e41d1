import type { ItemInstance } from '@headless-tree/core';
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { ModuleCode, TestCode } from '../../../../model/names/codes.ts';
import { counted } from '../../../../model/names/counted.ts';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { Ide } from '../../../app/ide.ts';
import { isInProject, type ProjectPlace, type TestsShown } from '../../../app/places.ts';
import { worstState } from '../../../app/run-updates.ts';
import { snapshotOf } from '../../../app/state.ts';
import { shownItem } from '../../../app/tree-choice.ts';
import { perform } from '../../../commands/command.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { dropIntoSuite } from '../../../commands/suites.ts';
import { MoreMenu, TreeMenu } from '../../../parts/command-button.tsx';
import { isSuite, type TreeItem } from '../../../parts/module-items.ts';
import { usePartDrop } from '../../../parts/part-drag.ts';
import { lookOf, StateIcon } from '../../../parts/run-states.tsx';
import { ShownMenu } from '../../../parts/shown-menu.tsx';
import rows from '../../../parts/tree.module.css';
import { TreeFilter } from '../../../parts/tree-filter.tsx';
import { FoldIcons, type RowPlace, TreeRow, TreeRows } from '../../../parts/tree-rows.tsx';
import { useIsWatched, WatchedMark } from '../../../parts/watched-mark.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { AddIcon, FilterIcon, FolderIcon, FolderOpenIcon, TestIcon } from '../../../ui/icons.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from './module-tree.module.css';
import { RenameField } from './rename-field.tsx';
import { useModuleTree } from './use-module-tree.ts';

const { runSelected, watch, stopWatching, newTest, newModule, rename, duplicate, moveTo } = COMMANDS;
const { importTests, exportTest, copyCode, copyLink } = COMMANDS;
const RUNS = [runSelected, watch, stopWatching];
const OF = {
  module: [...RUNS, newTest, newModule, rename, moveTo, importTests, copyCode, copyLink],
  test: [...RUNS, newTest, rename, duplicate, moveTo, exportTest, copyCode, copyLink],
  none: [],
} as const;
const OF_ALL = [COMMANDS.runAll, COMMANDS.runFailed, COMMANDS.openFiles, importTests, COMMANDS.importFeatures];

function TreeContextMenu({ children }: { children: ReactElement }) {
  const kind = useIdeState(state => {
    const { treeFocus: code } = state.view;
    const snapshot = snapshotOf(state);
    if (code === undefined || snapshot === undefined) return 'none';
    if (Object.hasOwn(snapshot.tests, code)) return 'test';
    return Object.hasOwn(snapshot.modules, code) ? 'module' : 'none';
  });
  return <TreeMenu commands={OF[kind]}>{children}</TreeMenu>;
}

const TITLES = { all: 'All', failed: 'Failed the last time', 'never-run': 'Not run yet' } as const;
const OPTIONS = ['all', 'failed', 'never-run'] as const;
const NOTHING = {
  failed: 'No test that fits failed the last time it ran.',
  'never-run': 'All tests that fit have run.',
};

const testsShown = ({ shown }: ProjectPlace): TestsShown | undefined => (shown === 'red' ? undefined : shown);

const MoveDialog = lateView(async () => (await import('./move-dialog.tsx')).MoveDialog);
const ExchangeDialog = lateView(async () => (await import('./exchange-dialog.tsx')).ExchangeDialog);

interface ModuleTreeProps {
  snapshot: ProjectSnapshot;
  place: ProjectPlace;
}

export function ModuleTree({ snapshot, place }: ModuleTreeProps) {
  const [filter, setFilter] = useState('');
  // Deferred, so that drawing the rows does not hold up typing.
  const applied = useDeferredValue(filter);
  const moving = useIdeState(state => state.view.moving);
  const exchange = useIdeState(state => state.view.exchange);
  const { navigation } = useIde();
  const shown = testsShown(place);
  const show = (next: 'all' | TestsShown) =>
    navigation.go({ ...place, shown: next === 'all' ? undefined : next }, { replace: true });
  const hasModules = Object.keys(snapshot.modules).length > 0;
  return (
    <Panel
      label="Modules"
      head={
        <>
          <TreeFilter
            label="Filter modules and tests"
            placeholder="Filter"
            leftSection={<FilterIcon size={14} aria-hidden />}
            text={filter}
            onText={setFilter}
          />
          <ShownMenu titles={TITLES} options={OPTIONS} shown={shown ?? 'all'} onShown={show} />
          <AddMenu />
          <MoreMenu label="More about the project" commands={OF_ALL} />
        </>
      }
    >
      {hasModules ? <Rows {...{ snapshot, place }} filter={applied} typed={filter} /> : <NoModules />}
      {moving !== undefined && <MoveDialog snapshot={snapshot} codes={moving} />}
      {exchange !== undefined && <ExchangeDialog exchange={exchange} />}
    </Panel>
  );
}

function NoModules() {
  const ide = useIde();
  return (
    <Hint
      title="No modules yet"
      icon={<FolderIcon size={22} aria-hidden />}
      actions={
        <Button size="xs" variant="default" onClick={() => void perform(COMMANDS.newModule, ide)}>
          New module
        </Button>
      }
    >
      Modules hold tests, like folders hold files.
    </Hint>
  );
}

function AddMenu() {
  const ide = useIde();
  return (
    <Menu position="bottom-end">
      <Tooltip label="New module or test" openDelay={400}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="New module or test">
            <AddIcon size={17} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void perform(COMMANDS.newTest, ide)}>New test</Menu.Item>
        <Menu.Item onClick={() => void perform(COMMANDS.newModule, ide)}>New module</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Rows({ snapshot, place, filter, typed }: ModuleTreeProps & { filter: string; typed: string }) {
  const selected = shownItem(place);
  const shown = testsShown(place);
  const { tree, isEmpty, ...rows } = useModuleTree(snapshot, { filter, typed, shown }, selected);
  if (isEmpty)
    return (
      <Hint title="No matches">
        {shown === undefined ? (
          <>
            No module or test has “<span dir="auto">{filter}</span>” in its name or code.
          </>
        ) : (
          NOTHING[shown]
        )}
      </Hint>
    );
  const isCarrying = tree.getState().dnd?.draggedItems !== undefined;
  return (
    <TreeRows
      {...rows}
      tree={tree}
      label="Modules and tests"
      isMultiple
      menu={shown => <TreeContextMenu>{shown}</TreeContextMenu>}
      row={(item, at) => (
        <ModuleRow
          item={item}
          place={at}
          isSelected={item.getId() === selected || item.isSelected()}
          isCarrying={isCarrying}
        />
      )}
    >
      <div style={tree.getDragLineStyle()} className={classes.line} />
    </TreeRows>
  );
}

interface ModuleRowProps {
  item: ItemInstance<TreeItem>;
  place: RowPlace;
  isSelected: boolean;
  /** A drag within this tree is under way, perhaps by keyboard. */
  isCarrying: boolean;
}

/** The filter stays. */
function open({ navigation, store }: Ide, { kind, code }: TreeItem): void {
  store.setView({ treeChoice: undefined });
  const now = navigation.place();
  const shown = isInProject(now) && now.tab === 'modules' ? now.shown : undefined;
  if (kind === 'module') navigation.goWithin({ tab: 'modules', moduleId: ModuleCode.parse(code), shown });
  const moduleId = snapshotOf(store.getState())?.tests[code]?.moduleCode;
  if (kind === 'test') navigation.goWithin({ tab: 'modules', moduleId, testId: TestCode.parse(code), shown });
}

function ModuleRow({ item, place, isSelected, isCarrying }: ModuleRowProps) {
  const ide = useIde();
  const data = item.getItemData();
  const { code, name, kind } = data;
  const isRenaming = useIdeState(state => state.view.renaming === code);
  const state = useShownState(data, item.isExpanded());
  const isWatched = useIsWatched(code);
  const onOpen = (event: MouseEvent | KeyboardEvent) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) open(ide, data);
  };
  const { isOver, dropProps } = usePartDrop(
    isSuite(data)
      ? { take: codes => void dropIntoSuite(ide, codes, { suite: code }) }
      : { hold: () => kind === 'module' && item.expand() },
  );
  return (
    <TreeRow
      item={item}
      place={place}
      label={labelOf(data, { state, isWatched })}
      isSelected={isSelected}
      isDropTarget={item.isUnorderedDragTarget() || (isOver && isSuite(data))}
      dragProps={isCarrying ? undefined : dropProps}
      areKeysTaken={isCarrying}
      onOpen={onOpen}
    >
      <RowIcon item={item} kind={kind} />
      {isRenaming ? (
        <RenameField item={data} />
      ) : (
        <span className={rows.name} dir="auto">
          {name}
        </span>
      )}{' '}
      {data.kind === 'module' && data.tests.length > 0 && <span className={rows.count}>{data.tests.length}</span>}
      {data.kind === 'test' && data.isSkipped && <span className={classes.tag}>skipped</span>}
      <WatchedMark code={code} />
      {state !== undefined && <StateIcon state={state} />}
    </TreeRow>
  );
}

/** A folded module stands for the tests in it, by the worst of them. */
function useShownState(item: TreeItem, isOpen: boolean): string | undefined {
  const isFolded = item.kind === 'module' && !isOpen;
  const own = useIdeState(({ results }) => (isFolded ? undefined : results.tests[item.code]));
  const states = useIdeState(({ results }) => (isFolded ? results.tests : undefined));
  const tests = item.kind === 'module' ? item.tests : undefined;
  const worst = useMemo(() => states && worstState((tests ?? []).map(code => states[code])), [states, tests]);
  return worst ?? own;
}

interface RowFacts {
  state: string | undefined;
  isWatched: boolean;
}

function labelOf(item: TreeItem, { state, isWatched }: RowFacts): string {
  const words = [
    item.kind === 'module' ? `Module ${item.name}, ${counted(item.tests.length, 'test')}` : `Test ${item.name}`,
    ...(item.kind === 'test' && item.isSkipped ? ['skipped'] : []),
    ...(state === undefined ? [] : [lookOf(state).word]),
    ...(isWatched ? ['watched'] : []),
  ];
  return words.join(', ');
}

function RowIcon({ item, kind }: { item: ItemInstance<TreeItem>; kind: TreeItem['kind'] }) {
  if (kind === 'test') return <TestIcon size={15} aria-hidden className={classes.test} />;
  const isOpen = item.isExpanded();
  return <FoldIcons isOpen={isOpen} icon={isOpen ? FolderOpenIcon : FolderIcon} />;
}
