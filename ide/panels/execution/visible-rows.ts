/** Which parts of a run are drawn. Pure. */
import { isBad } from '../../app/result-filter.ts';
import type { RunNode } from '../runs/run-nodes.ts';

export interface VisibleRow {
  node: RunNode;
  /** From 1. */
  level: number;
  isOpen: boolean;
  position: number;
  siblings: number;
}

interface Openness {
  /** What a person has opened or closed. */
  toggled: ReadonlyMap<string, boolean>;
  shown: string | undefined;
}

/** What went well is folded up, where there is more than one; what is shown, under way or went wrong is open. */
export function rowsOf(nodes: readonly RunNode[], openness: Openness, level = 1): VisibleRow[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length > 0 && isOpenAt(node, level, { ...openness, isOnly: nodes.length === 1 });
    const row = { node, level, isOpen, position: index + 1, siblings: nodes.length };
    return isOpen ? [row, ...rowsOf(node.children, openness, level + 1)] : [row];
  });
}

function isOpenAt(node: RunNode, level: number, { toggled, shown, isOnly }: Openness & { isOnly: boolean }): boolean {
  const told = toggled.get(node.key);
  if (told !== undefined) return told;
  if (level > 1 || isOnly || shown?.startsWith(`${node.key}.`)) return true;
  return isBad(node) || node.state === 'running' || node.state === 'paused';
}
