import { type BlockNode, readBlocks } from '../../../model/actions/index.ts';
import type { ActionId, TestCode } from '../../../model/names/codes.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';

/** As planned, until the run is resumed after edits. */
export class LiveContent {
  #now: VersionContent;
  #resumedAt: ActionId | undefined;

  constructor(content: VersionContent) {
    this.#now = content;
  }

  get now(): VersionContent {
    return this.#now;
  }

  get resumedAt(): ActionId | undefined {
    return this.#resumedAt;
  }

  resume(content: VersionContent, at: ActionId): void {
    this.#now = content;
    this.#resumedAt = at;
  }
}

/** Reads a level of a test again from other content; undefined where the level is gone. */
type ReadNodes = (content: VersionContent) => readonly BlockNode[] | undefined;

type Block = Extract<BlockNode, { kind: 'block' }>;

function findBlock(nodes: readonly BlockNode[], actionId: ActionId): Block | undefined {
  for (const node of nodes) {
    if (node.kind === 'action') continue;
    const found = node.action.actionId === actionId ? node : findBlock([...node.body, ...node.otherwise], actionId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Walks the nodes of a level. After edits in a pause it continues from its place, which is known by the ids of actions,
 * not by positions.
 */
export class NodeWalk {
  readonly #live: LiveContent;
  readonly #read: ReadNodes;
  #content: VersionContent;
  #nodes: readonly BlockNode[];
  #next = 0;
  #isWaiting = false;
  readonly #taken: ActionId[] = [];
  readonly #outer: NodeWalk | undefined;

  constructor(live: LiveContent, read: ReadNodes, outer?: NodeWalk) {
    this.#live = live;
    this.#read = read;
    this.#content = live.now;
    this.#nodes = read(live.now) ?? [];
    this.#outer = outer;
  }

  into(node: BlockNode, part: 'body' | 'otherwise'): NodeWalk {
    const { actionId } = node.action;
    const partOf = (block: BlockNode | undefined) => (block?.kind === 'block' ? block[part] : undefined);
    // Most runs never leave the content that the node was read from.
    const home = this.#content;
    const read: ReadNodes = content => partOf(content === home ? node : findBlock(this.#read(content) ?? [], actionId));
    return new NodeWalk(this.#live, read, this);
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  take(): BlockNode | undefined {
    const node = this.peek();
    this.#isWaiting = false;
    if (node === undefined) return undefined;
    this.#taken.push(node.action.actionId);
    this.#next += 1;
    return node;
  }

  /** The run waits before the node; after the pause it may be another one. */
  putBack(): void {
    this.#taken.pop();
    this.#next -= 1;
    this.#isWaiting = true;
  }

  peek(): BlockNode | undefined {
    const { now, resumedAt } = this.#live;
    if (now !== this.#content) {
      this.#nodes = this.#read(now) ?? [];
      this.#next = this.#placeIn(this.#nodes, resumedAt);
      this.#content = now;
    }
    return this.#nodes[this.#next];
  }

  /**
   * The next node if the content were that, the run waiting before an action here; undefined at the end of the level,
   * after which there may be another round.
   */
  nextIn(content: VersionContent, waitingAt: ActionId): BlockNode | undefined {
    const isSame = content === this.#content;
    const nodes = isSame ? this.#nodes : this.#read(content);
    if (nodes === undefined) return this.#outer?.nextIn(content, waitingAt);
    const next = isSame ? this.#next : this.#placeIn(nodes, waitingAt);
    return nodes.slice(next).find(({ action }) => !action.disabled);
  }

  /**
   * After the block under way; else before the action that the run waited at; else after the newest done action that is
   * still there.
   */
  #placeIn(nodes: readonly BlockNode[], waitedAt: ActionId | undefined): number {
    const positionOf = (id: ActionId | undefined) => nodes.findIndex(({ action }) => action.actionId === id);
    const last = this.#isWaiting ? -1 : positionOf(this.#taken.at(-1));
    if (last >= 0) return last + 1;
    const waiting = positionOf(waitedAt);
    if (waiting >= 0) return waiting;
    const done = this.#taken.map(positionOf).filter(position => position >= 0);
    return (done.at(-1) ?? -1) + 1;
  }
}

export const walkOfTest = (live: LiveContent, testCode: TestCode): NodeWalk =>
  new NodeWalk(live, content => readBlocks(content.test(testCode)?.actions ?? []).nodes);

export const walkOfItem = (live: LiveContent, item: PlannedItem, plan: RunPlan): NodeWalk =>
  new NodeWalk(live, content => {
    const range = rangeIn(content, item, plan);
    return nodesInRange(readBlocks(range.actions).nodes, range);
  });

interface ActionRange {
  from: number;
  to: number;
}

const rangeOf = (
  { actions }: Pick<Test, 'actions'>,
  { fromAction = 0, toAction = actions.length - 1 }: Pick<RunPlan, 'fromAction' | 'toAction'>,
): ActionRange => ({ from: fromAction, to: Math.min(toAction, actions.length - 1) });

/** In other content the ends of the range stay with their actions. */
export function rangeIn(
  content: VersionContent,
  { test }: PlannedItem,
  plan: RunPlan,
): ActionRange & Pick<Test, 'actions'> {
  const range = rangeOf(test, plan);
  const { actions } = content.test(test.testCode) ?? { actions: [] };
  if (actions === test.actions) return { ...range, actions };
  const places = new Map(actions.map(({ actionId }, index) => [actionId, index]));
  const left = test.actions.slice(range.from, range.to + 1).flatMap(({ actionId }) => places.get(actionId) ?? []);
  const from = plan.fromAction === undefined ? 0 : (left[0] ?? actions.length);
  const to = plan.toAction === undefined ? actions.length - 1 : (left.at(-1) ?? from - 1);
  return { from, to, actions };
}

/** A block that begins before the range is not entered: its actions in the range run in its place, once. */
function nodesInRange(nodes: readonly BlockNode[], range: ActionRange): BlockNode[] {
  return nodes.flatMap(node => {
    if (node.index > range.to) return [];
    if (node.kind === 'action') return node.index < range.from ? [] : [node];
    const body = nodesInRange(node.body, range);
    const otherwise = nodesInRange(node.otherwise, range);
    if (node.index >= range.from) return [{ ...node, body, otherwise }];
    return body.length > 0 ? body : otherwise;
  });
}
