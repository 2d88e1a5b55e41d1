import type { ItemInstance } from '@headless-tree/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { ModuleCode, TestCode } from '../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Ide } from '../../app/ide.ts';
import { snapshotOf } from '../../app/state.ts';
import { FolderIcon, FolderOpenIcon, TestIcon } from '../../ui/icons.ts';
import { lookOf, StateIcon } from '../shared/run-states.tsx';
import rows from '../shared/tree.module.css';
import { FoldIcons, type RowPlace, TreeRow } from '../shared/tree-row.tsx';
import classes from './module-tree.module.css';
import { RenameField } from './rename-field.tsx';
import type { TreeItem } from './tree-items.ts';

interface ModuleRowProps {
  item: ItemInstance<TreeItem>;
  place: RowPlace;
  isSelected: boolean;
  /** Keys say where what is carried goes. */
  isCarrying: boolean;
}

/** Shows a module or a test in the rest of the screen. */
function open({ navigation, store }: Ide, { kind, code }: TreeItem): void {
  if (kind === 'module') navigation.goWithin({ tab: 'modules', moduleId: ModuleCode.parse(code) });
  const moduleId = snapshotOf(store.getState())?.tests[code]?.moduleCode;
  if (kind === 'test') navigation.goWithin({ tab: 'modules', moduleId, testId: TestCode.parse(code) });
}

/** A module or a test. */
export function ModuleRow({ item, place, isSelected, isCarrying }: ModuleRowProps) {
  const ide = useIde();
  const data = item.getItemData();
  const { code, name, kind } = data;
  const isRenaming = useIdeState(state => state.view.renaming === code);
  const state = useIdeState(({ results }) => results.tests[code]);
  const onOpen = (event: MouseEvent | KeyboardEvent) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) open(ide, data);
  };
  return (
    <TreeRow
      item={item}
      place={place}
      label={labelOf(data, state)}
      isSelected={isSelected}
      isDropTarget={item.isUnorderedDragTarget()}
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
      )}
      {data.kind === 'module' && data.tests > 0 && <span className={rows.count}>{data.tests}</span>}
      {data.kind === 'test' && data.isSkipped && <span className={classes.tag}>skipped</span>}
      {state !== undefined && <StateIcon state={state} />}
    </TreeRow>
  );
}

function labelOf(item: TreeItem, state: string | undefined): string {
  if (item.kind === 'module') return `Module ${item.name}, ${item.tests === 1 ? '1 test' : `${item.tests} tests`}`;
  return `Test ${item.name}${state === undefined ? '' : `, ${lookOf(state).word}`}`;
}

function RowIcon({ item, kind }: { item: ItemInstance<TreeItem>; kind: TreeItem['kind'] }) {
  if (kind === 'test') return <TestIcon size={15} aria-hidden className={classes.test} />;
  const isOpen = item.isExpanded();
  return <FoldIcons isOpen={isOpen} icon={isOpen ? FolderOpenIcon : FolderIcon} />;
}
