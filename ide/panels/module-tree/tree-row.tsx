import type { ItemInstance } from '@headless-tree/core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { ModuleCode, TestCode } from '../../../model/project/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { Ide } from '../../app/ide.ts';
import { snapshotOf } from '../../app/state.ts';
import { ChevronRightIcon, FolderIcon, FolderOpenIcon, TestIcon } from '../../ui/icons.ts';
import { lookOf, StateIcon } from '../shared/run-states.tsx';
import classes from './module-tree.module.css';
import { RenameField } from './rename-field.tsx';
import type { TreeItem } from './tree-items.ts';

interface TreeRowProps {
  item: ItemInstance<TreeItem>;
  top: number;
  height: number;
  isSelected: boolean;
  /** Keys say where what is carried goes. */
  isCarrying: boolean;
}

const INDENT_PX = 16;

/** Shows a module or a test in the rest of the screen. */
function open({ navigation, store }: Ide, { kind, code }: TreeItem): void {
  if (kind === 'module') navigation.goWithin({ tab: 'modules', moduleId: ModuleCode.parse(code) });
  const moduleId = snapshotOf(store.getState())?.tests[code]?.moduleCode;
  if (kind === 'test') navigation.goWithin({ tab: 'modules', moduleId, testId: TestCode.parse(code) });
}

/** A module or a test. */
export function TreeRow({ item, top, height, isSelected, isCarrying }: TreeRowProps) {
  const ide = useIde();
  const data = item.getItemData();
  const { code, name, kind } = data;
  const isRenaming = useIdeState(state => state.view.renaming === code);
  const mark = useIdeState(state => state.marks[code]);
  const state = useIdeState(({ results }) => results.tests[code]);
  const { onClick, ...props } = item.getProps();
  const act = (event: MouseEvent | KeyboardEvent) => {
    onClick(event);
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) open(ide, data);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isCarrying) return;
    event.preventDefault();
    act(event);
  };
  return (
    <div
      {...props}
      role="treeitem"
      className={classes.row}
      style={{
        height,
        transform: `translateY(${top}px)`,
        paddingInlineStart: 6 + item.getItemMeta().level * INDENT_PX,
      }}
      aria-selected={isSelected}
      aria-label={labelOf(data, state)}
      data-drop={item.isUnorderedDragTarget() || undefined}
      data-changed={mark !== undefined || undefined}
      title={mark === undefined ? undefined : `Changed by ${mark.by}`}
      onClick={act}
      onKeyDown={onKeyDown}
      onFocus={() => item.setFocused()}
      onContextMenu={() => item.setFocused()}
    >
      <RowIcon item={item} kind={kind} />
      {isRenaming ? <RenameField item={data} /> : <span className={`${classes.name} foreign`}>{name}</span>}
      {data.kind === 'module' && data.tests > 0 && <span className={classes.count}>{data.tests}</span>}
      {data.kind === 'test' && data.isSkipped && <span className={classes.tag}>skipped</span>}
      {state !== undefined && <StateIcon state={state} />}
    </div>
  );
}

function labelOf(item: TreeItem, state: string | undefined): string {
  if (item.kind === 'module') return `Module ${item.name}, ${item.tests === 1 ? '1 test' : `${item.tests} tests`}`;
  return `Test ${item.name}${state === undefined ? '' : `, ${lookOf(state).word}`}`;
}

function RowIcon({ item, kind }: { item: ItemInstance<TreeItem>; kind: TreeItem['kind'] }) {
  if (kind === 'test') return <TestIcon size={15} aria-hidden className={classes.test} />;
  const isOpen = item.isExpanded();
  const Shown = isOpen ? FolderOpenIcon : FolderIcon;
  return (
    <>
      <ChevronRightIcon size={14} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
      <Shown size={16} aria-hidden className={classes.folder} />
    </>
  );
}
