import type { ItemInstance, TreeInstance } from '@headless-tree/core';
import { AssistiveTreeDescription } from '@headless-tree/react';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import classes from './tree.module.css';
import type { RowPlace } from './tree-row.tsx';
import type { useRows } from './tree-view.ts';
import { useFocusArea } from './use-focus-area.ts';
import { useRowInPlace } from './use-row-in-place.ts';
import { useTypeAhead } from './use-type-ahead.ts';

interface TreeRowsProps<Item extends { name: string }> extends ReturnType<typeof useRows> {
  tree: TreeInstance<Item>;
  label: string;
  /** Several items can be chosen together. */
  isMultiple?: boolean;
  /** The menu of the rows around them. */
  menu(rows: ReactElement): ReactElement;
  row(item: ItemInstance<Item>, place: RowPlace): ReactNode;
  /** What is drawn over the rows. */
  children?: ReactNode;
}

/** The rows of a tree that are in sight, however many there are. */
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
    <div ref={setScroller} className={classes.scroller} tabIndex={-1}>
      <AssistiveTreeDescription tree={tree} />
      {menu(
        <div
          {...tree.getContainerProps(label)}
          role="tree"
          style={{ height: virtual.getTotalSize() }}
          className={classes.rows}
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
