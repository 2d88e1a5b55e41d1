import type { ItemInstance } from '@headless-tree/core';
import type { Icon } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { ChevronRightIcon } from '../../ui/icons.ts';
import classes from './tree.module.css';

/** Where a row is drawn. */
export interface RowPlace {
  top: number;
  height: number;
}

interface TreeRowProps<Item> {
  item: ItemInstance<Item>;
  place: RowPlace;
  label: string;
  isSelected: boolean;
  /** Whether what it shows is no more where it came from. */
  isRemoved?: boolean;
  /** Whether what is dragged goes into it. */
  isDropTarget?: boolean;
  /** Whether Enter and the space bar are needed for something else. */
  areKeysTaken?: boolean;
  onOpen(event: MouseEvent | KeyboardEvent): void;
  children: ReactNode;
}

const INDENT_PX = 16;

/** A row of a tree: opened by a click, Enter or the space bar; lit for a moment where others have changed what it shows. */
export function TreeRow<Item>({ item, place, label, isSelected, onOpen, children, ...states }: TreeRowProps<Item>) {
  const mark = useIdeState(state => state.marks[item.getId()]);
  const { onClick, ...props } = item.getProps();
  const open = (event: MouseEvent | KeyboardEvent) => {
    onClick(event);
    onOpen(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || states.areKeysTaken) return;
    event.preventDefault();
    open(event);
  };
  return (
    <div
      {...props}
      role="treeitem"
      className={classes.row}
      style={{
        height: place.height,
        transform: `translateY(${place.top}px)`,
        paddingInlineStart: 6 + item.getItemMeta().level * INDENT_PX,
      }}
      aria-selected={isSelected}
      aria-label={label}
      data-drop={states.isDropTarget || undefined}
      data-removed={states.isRemoved || undefined}
      data-changed={mark !== undefined || undefined}
      title={mark === undefined ? undefined : `Changed by ${mark.by}`}
      onClick={open}
      onKeyDown={onKeyDown}
      onFocus={() => item.setFocused()}
      onContextMenu={() => item.setFocused()}
    >
      {children}
    </div>
  );
}

interface FoldIconsProps {
  isOpen: boolean;
  isEmpty?: boolean;
  icon: Icon;
}

/** In front of what holds others. */
export const FoldIcons = ({ isOpen, isEmpty = false, icon: Shown }: FoldIconsProps) => (
  <>
    <ChevronRightIcon
      size={14}
      aria-hidden
      className={classes.chevron}
      data-open={isOpen || undefined}
      data-empty={isEmpty || undefined}
    />
    <Shown size={16} aria-hidden className={classes.icon} />
  </>
);
