import type { ItemInstance, TreeInstance } from '@headless-tree/core';
import { AssistiveTreeDescription } from '@headless-tree/react';
import type { Icon } from '@tabler/icons-react';
import {
  Fragment,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { useIde, useIdeState } from '../app/context.tsx';
import { ChevronRightIcon } from '../ui/icons.ts';
import { movingWords } from './moving-words.ts';
import classes from './tree.module.css';
import type { useRows } from './tree-view.ts';
import { useFocusArea } from './use-focus-area.ts';

/** Letters typed after this pause begin a new search. */
const PAUSE_MS = 1_000;

function useTypeAhead<Item extends { name: string }>(tree: TreeInstance<Item>) {
  const { store } = useIde();
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    const isLate = event.timeStamp - typed.current.at > PAUSE_MS;
    const text = `${isLate ? '' : typed.current.text}${key.toLowerCase()}`;
    // G begins the shortcuts of views, and ? shows all shortcuts.
    if (store.getState().view.areSingleKeysOn && /^[g?]/.test(text)) return;
    event.stopPropagation();
    typed.current = { text, at: event.timeStamp };
    const items = tree.getItems();
    const from = items.findIndex(item => item.getId() === store.getState().view.treeFocus);
    const start = text.length === 1 ? from + 1 : Math.max(0, from);
    const found = [...items.slice(start), ...items.slice(0, start)].find(item =>
      item.getItemData().name.toLowerCase().startsWith(text),
    );
    found?.setFocused();
    tree.updateDomFocus();
  };
}

interface TreeRowsProps<Item extends { name: string }> extends ReturnType<typeof useRows> {
  tree: TreeInstance<Item>;
  label: string;
  isMultiple?: boolean;
  /** The context menu around the rows. */
  menu(rows: ReactElement): ReactElement;
  row(item: ItemInstance<Item>, place: RowPlace): ReactNode;
  children?: ReactNode;
}

/** Draws only the rows in view. */
export function TreeRows<Item extends { name: string }>({
  tree,
  label,
  isMultiple,
  menu,
  row,
  children,
  ...rows
}: TreeRowsProps<Item>) {
  const { virtual, scroller, setScroller } = rows;
  useFocusArea(scroller, 'tree');
  useRowInPlace(tree, scroller);
  const onLetter = useTypeAhead(tree);
  const items = tree.getItems();
  return (
    <div ref={setScroller} className={`fill scroll ${classes.scroller}`} tabIndex={-1}>
      <AssistiveTreeDescription tree={tree} getLabel={movingWords} />
      {menu(
        <div
          {...tree.getContainerProps(label)}
          role="tree"
          style={{ height: virtual.getTotalSize() }}
          className="relative"
          aria-multiselectable={isMultiple}
          onKeyDownCapture={onLetter}
        >
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const item = items[index];
            return item && <Fragment key={key}>{row(item, { top: start, height: size })}</Fragment>;
          })}
          {children}
        </div>,
      )}
    </div>
  );
}

/** When the focused row goes, the row in its place gets the focus, at the end the one before. */
function useRowInPlace<Item>(tree: TreeInstance<Item>, scroller: HTMLElement | null): void {
  const code = useIdeState(state => state.view.treeFocus);
  const items = tree.getItems();
  const at = items.findIndex(item => item.getId() === code);
  const known = useRef({ code, at });
  // Read before the row is removed from the page.
  const hadFocus = scroller?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    const last = known.current;
    known.current = { code, at };
    const isGone = at < 0 && last.at >= 0 && last.code === code;
    if (!isGone || !hadFocus || document.activeElement !== document.body) return;
    items[Math.min(last.at, items.length - 1)]?.setFocused();
    tree.updateDomFocus();
  });
}

export interface RowPlace {
  top: number;
  height: number;
}

interface TreeRowProps<Item> {
  item: ItemInstance<Item>;
  place: RowPlace;
  label: string;
  isSelected: boolean;
  /** Whether its source no longer has it. */
  isRemoved?: boolean;
  isDropTarget?: boolean;
  dragProps?: HTMLAttributes<HTMLDivElement> | undefined;
  /** Whether Enter and Space have another use. */
  areKeysTaken?: boolean;
  onOpen(event: MouseEvent | KeyboardEvent): void;
  children: ReactNode;
}

const INDENT_PX = 16;

const isFold = ({ target }: MouseEvent | KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-fold]') !== null;

const isPlain = ({ shiftKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): boolean =>
  !shiftKey && !ctrlKey && !metaKey;

/** Folds by its arrow, or where it is chosen already; highlighted for a moment when others have changed it. */
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
      {...states.dragProps}
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

export const FoldIcons = ({ isOpen, isEmpty = false, icon: Shown }: FoldIconsProps) => (
  <>
    <span className={classes.fold} data-fold data-empty={isEmpty || undefined}>
      <ChevronRightIcon size={14} aria-hidden className={`dim ${classes.chevron}`} data-open={isOpen || undefined} />
    </span>
    <Shown size={16} aria-hidden className="fixed-size accent" />
  </>
);
