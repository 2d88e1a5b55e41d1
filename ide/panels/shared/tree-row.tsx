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

const isFold = ({ target }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-fold]') !== null;

const isPlain = ({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean =>
  !shiftKey && !ctrlKey && !metaKey;

/**
 * A row of a tree: chosen by a click, Enter or the space bar, and folded by its arrow or where it is chosen already; lit for
 * a moment where others have changed what it shows.
 */
export function TreeRow<Item>({ item, place, label, isSelected, onOpen, children, ...states }: TreeRowProps<Item>) {
  const mark = useIdeState(state => state.marks[item.getId()]);
  const { onClick, ...props } = item.getProps();
  const open = (event: MouseEvent | KeyboardEvent) => {
    if (isFold(event) && isPlain(event)) return fold(item);
    const staysOpen = item.isExpanded() && !isSelected && isPlain(event);
    onClick(event);
    // The tree folds whatever is open.
    if (staysOpen) item.expand();
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

function fold<Item>(item: ItemInstance<Item>): void {
  item.setFocused();
  if (item.isExpanded()) item.collapse();
  else item.expand();
}

interface FoldIconsProps {
  isOpen: boolean;
  isEmpty?: boolean;
  icon: Icon;
}

/** In front of what holds others. */
export const FoldIcons = ({ isOpen, isEmpty = false, icon: Shown }: FoldIconsProps) => (
  <>
    <span className={classes.fold} data-fold data-empty={isEmpty || undefined}>
      <ChevronRightIcon size={14} aria-hidden className={classes.chevron} data-open={isOpen || undefined} />
    </span>
    <Shown size={16} aria-hidden className={classes.icon} />
  </>
);
