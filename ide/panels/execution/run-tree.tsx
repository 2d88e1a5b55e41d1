import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useState } from 'react';
import { isFocusFree } from '../../ui/free-focus.ts';
import type { RunNode } from '../runs/run-nodes.ts';
import { RunRow } from './run-row.tsx';
import classes from './run-tree.module.css';
import { useTreeKeys } from './use-tree-keys.ts';
import { rowsOf } from './visible-rows.ts';

const ROW_PX = 30;

interface RunTreeProps {
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  isFollowing: boolean;
  onChoose(key: string): void;
  /** Enter shows its picture large, where it has one. */
  onPicture(node: RunNode): void;
}

/** The parts of a run with how they stand; arrows go from action to action. */
export function RunTree({ nodes, shown, isFollowing, onChoose, onPicture }: RunTreeProps) {
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const { rows, toggle, choose } = useOpenness(nodes, shown, onChoose);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const at = rows.findIndex(({ node }) => node.key === shown?.key);
  useShown({ virtual, scroller, at, isFollowing });
  const onKeyDown = useTreeKeys({ nodes, rows, shown, choose, toggle, onPicture });
  return (
    <div
      ref={setScroller}
      className={classes.tree}
      role="tree"
      aria-label="Steps and actions of the run"
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : `${id}-${shown?.key}`}
      onKeyDown={onKeyDown}
    >
      <div role="none" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index];
          return (
            row && (
              <RunRow
                key={key}
                id={`${id}-${row.node.key}`}
                row={row}
                top={start}
                height={size}
                isChosen={row.node.key === shown?.key}
                isFollowed={isFollowing}
                onChoose={choose}
                onToggle={toggle}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** What a person has opened or closed stays so; all else is as it stands. */
function useOpenness(nodes: readonly RunNode[], shown: RunNode | undefined, onChoose: (key: string) => void) {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const toggle = (key: string, isOpen: boolean) => setToggled(new Map([...toggled, [key, isOpen]]));
  const choose = (key: string) => {
    // What is around it is to be open.
    setToggled(new Map([...toggled].filter(([parent, isOpen]) => isOpen || !key.startsWith(`${parent}.`))));
    onChoose(key);
  };
  return { rows: rowsOf(nodes, { toggled, shown: shown?.key }), toggle, choose };
}

interface ShownParts {
  virtual: Virtualizer<HTMLDivElement, Element>;
  scroller: HTMLDivElement | null;
  at: number;
  isFollowing: boolean;
}

/** Keeps the row at a position in sight; the keys are in the tree when nothing else has them. */
function useShown({ virtual, scroller, at, isFollowing }: ShownParts): void {
  useEffect(() => {
    if (at >= 0 && scroller !== null) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, scroller, virtual]);
  useEffect(() => {
    // At first, and when the button that leads back to following is gone.
    if (isFollowing && isFocusFree()) scroller?.focus({ preventScroll: true });
  }, [scroller, isFollowing]);
}
