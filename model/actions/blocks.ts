import { ACTION_KINDS, type Action } from './index.ts';

/** The tree that flat actions with `if … else … end` stand for; every node keeps its position. */
export type BlockNode =
  | { kind: 'action'; index: number; action: Action }
  | { kind: 'block'; index: number; action: Action; body: BlockNode[]; otherwise: BlockNode[] };

export interface BlockFault {
  actionIndex: number;
  message: string;
}

interface OpenBlock {
  node: Extract<BlockNode, { kind: 'block' }>;
  target: BlockNode[];
  hasElse: boolean;
}

/** Builds the tree; faults name the position of a block that does not open or close. */
export function readBlocks(actions: readonly Action[]): { nodes: BlockNode[]; faults: BlockFault[] } {
  const nodes: BlockNode[] = [];
  const faults: BlockFault[] = [];
  const open: OpenBlock[] = [];
  actions.forEach((action, index) => {
    const place = open.at(-1)?.target ?? nodes;
    const part = ACTION_KINDS[action.type].block;
    if (part === 'leaf') place.push({ kind: 'action', index, action });
    else if (part === 'open') openBlock({ open, place, index, action });
    else if (part === 'else') turnToElse(open.at(-1), index, faults);
    else if (open.pop() === undefined) faults.push({ actionIndex: index, message: '"end" without an open block' });
  });
  for (const block of open)
    faults.push({ actionIndex: block.node.index, message: `"${block.node.action.type}" without "end"` });
  return { nodes, faults };
}

function openBlock(request: { open: OpenBlock[]; place: BlockNode[]; index: number; action: Action }): void {
  const node: OpenBlock['node'] = {
    kind: 'block',
    index: request.index,
    action: request.action,
    body: [],
    otherwise: [],
  };
  request.place.push(node);
  request.open.push({ node, target: node.body, hasElse: false });
}

function turnToElse(block: OpenBlock | undefined, index: number, faults: BlockFault[]): void {
  if (block === undefined || !ACTION_KINDS[block.node.action.type].hasElse) {
    faults.push({ actionIndex: index, message: '"else" outside an "if" block' });
    return;
  }
  if (block.hasElse) faults.push({ actionIndex: index, message: 'a second "else" in the same "if" block' });
  block.hasElse = true;
  block.target = block.node.otherwise;
}
