import type { KeyboardEvent } from 'react';
import { leavesOf, type RunNode } from '../runs/run-nodes.ts';
import type { VisibleRow } from './visible-rows.ts';

interface TreeParts {
  nodes: readonly RunNode[];
  rows: readonly VisibleRow[];
  shown: RunNode | undefined;
  choose(key: string): void;
  toggle(key: string, isOpen: boolean): void;
  onPicture(node: RunNode): void;
}

/** Up and Down go to the action before and behind, through whatever is folded up; Left and Right to what is around and below. */
export function useTreeKeys({ nodes, rows, shown, choose, toggle, onPicture }: TreeParts) {
  const go = (node: RunNode | undefined) => node !== undefined && choose(node.key);
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => go(neighbour(nodes, shown, 1)),
    ArrowUp: () => go(neighbour(nodes, shown, -1)),
    Home: () => go(leavesOf(nodes)[0]),
    End: () => go(leavesOf(nodes).at(-1)),
    Enter: () => shown !== undefined && onPicture(shown),
    ArrowLeft: () => {
      const row = rows.find(({ node }) => node.key === shown?.key);
      if (row?.isOpen) toggle(row.node.key, false);
      else go(rows.findLast(({ node }) => shown?.key.startsWith(`${node.key}.`))?.node);
    },
    ArrowRight: () => {
      const row = rows.find(({ node }) => node.key === shown?.key);
      if (row === undefined || row.node.children.length === 0) return;
      if (row.isOpen) go(row.node.children[0]);
      else toggle(row.node.key, true);
    },
  };
  return (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
}

/** From one with others below it, its first or the one before its first. */
function neighbour(nodes: readonly RunNode[], shown: RunNode | undefined, step: 1 | -1): RunNode | undefined {
  const leaves = leavesOf(nodes);
  if (shown === undefined) return leaves[0];
  const at = leaves.findIndex(({ key }) => key === shown.key);
  if (at >= 0) return leaves[at + step];
  const first = leaves.findIndex(({ key }) => key.startsWith(`${shown.key}.`));
  return leaves[step === 1 ? first : first - 1];
}
