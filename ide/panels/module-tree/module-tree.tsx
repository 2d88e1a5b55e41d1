import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { lazy, type ReactElement, Suspense, useDeferredValue, useState } from 'react';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Hint } from '../../ui/hint.tsx';
import { AddIcon, FilterIcon, FolderIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { MoreMenu } from '../shared/more-menu.tsx';
import { TreeFilter } from '../shared/tree-filter.tsx';
import { TreeMenu } from '../shared/tree-menu.tsx';
import { TreeRows } from '../shared/tree-rows.tsx';
import { ModuleRow } from './module-row.tsx';
import classes from './module-tree.module.css';
import { useModuleTree } from './use-module-tree.ts';

const { runSelected, newTest, newModule, rename, duplicate, moveTo, copyCode, copyLink } = COMMANDS;
const OF = {
  module: [newTest, newModule, rename, moveTo, copyCode, copyLink],
  test: [runSelected, newTest, rename, duplicate, moveTo, copyCode, copyLink],
  none: [],
} as const;

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

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

interface ModuleTreeProps {
  snapshot: ProjectSnapshot;
  place: ProjectPlace;
}

/** Modules with their tests: to find, to open, to make and to name. */
export function ModuleTree({ snapshot, place }: ModuleTreeProps) {
  const [filter, setFilter] = useState('');
  // The rows come after what was typed.
  const applied = useDeferredValue(filter);
  const isMoving = useIdeState(state => state.view.moving !== undefined);
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
          <AddMenu />
          <MoreMenu label="More about the project" commands={[COMMANDS.importFeatures]} />
        </>
      }
    >
      {hasModules ? <Rows snapshot={snapshot} place={place} filter={applied} /> : <NoModules />}
      <Suspense fallback={null}>{isMoving && <MoveDialog />}</Suspense>
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
      <Menu.Target>
        <Tooltip label="New module or test" openDelay={400}>
          <ActionIcon variant="subtle" color="gray" aria-label="New module or test">
            <AddIcon size={17} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void perform(COMMANDS.newTest, ide)}>New test</Menu.Item>
        <Menu.Item onClick={() => void perform(COMMANDS.newModule, ide)}>New module</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Rows({ snapshot, place, filter }: ModuleTreeProps & { filter: string }) {
  const selected = place.testId ?? place.moduleId;
  const { tree, isEmpty, ...rows } = useModuleTree(snapshot, filter, selected);
  if (isEmpty)
    return (
      <Hint title="Nothing found">
        No module or test has “<span dir="auto">{filter}</span>” in its name or code.
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
