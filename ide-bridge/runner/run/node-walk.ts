import { type BlockNode, readBlocks } from '../../../model/actions/index.ts';
import type { ActionId, TestCode } from '../../../model/names/codes.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem, RunPlan } from '../../../model/protocol/bridge.ts';

/** The content that a run goes by: as it was planned, until the run is resumed after edits. */
export class LiveContent {
  #now: VersionContent;
  #resumedAt: ActionId | undefined;

  constructor(content: VersionContent) {
    this.#now = content;
  }

  get now(): VersionContent {
    return this.#now;
  }

  /** The action that the run was paused before when it was resumed last. */
  get resumedAt(): ActionId | undefined {
    return this.#resumedAt;
  }

  resume(content: VersionContent, at: ActionId): void {
    this.#now = content;
    this.#resumedAt = at;
  }
}

/** The nodes of one level of a test, read again from other content; undefined where the level is gone. */
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
 * One way through the nodes of a level. When the run is resumed after edits, the way goes on from where it was: the place
 * is known by the ids of actions, not by their positions.
 */
export class NodeWalk {
  readonly #live: LiveContent;
  readonly #read: ReadNodes;
  #content: VersionContent;
  #nodes: readonly BlockNode[];
  #next = 0;
  #isWaiting = false;
  /** Taken so far, the newest last. */
  readonly #taken: ActionId[] = [];
  /** The way that the block of this level is on. */
  readonly #outer: NodeWalk | undefined;

  constructor(live: LiveContent, read: ReadNodes, outer?: NodeWalk) {
    this.#live = live;
    this.#read = read;
    this.#content = live.now;
    this.#nodes = read(live.now) ?? [];
    this.#outer = outer;
  }

  /** A way through a part of a block that is on this way. */
  into(node: BlockNode, part: 'body' | 'otherwise'): NodeWalk {
    const { actionId } = node.action;
    const partOf = (block: BlockNode | undefined) => (block?.kind === 'block' ? block[part] : undefined);
    // Most runs never leave the content that the node was read from.
    const home = this.#content;
    const read: ReadNodes = content => partOf(content === home ? node : findBlock(this.#read(content) ?? [], actionId));
    return new NodeWalk(this.#live, read, this);
  }

  /** Whether the node that was taken last was put back. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** The next node, which counts as done or under way from now on. */
  take(): BlockNode | undefined {
    const node = this.peek();
    this.#isWaiting = false;
    if (node === undefined) return undefined;
    this.#taken.push(node.action.actionId);
    this.#next += 1;
    return node;
  }

  /** The run waits before the node that was taken last; it may be another one when it goes on. */
  putBack(): void {
    this.#taken.pop();
    this.#next -= 1;
    this.#isWaiting = true;
  }

  /** The node that would be taken next. */
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
   * The node that would be performed next if the content were that, the run waiting before an action here; undefined
   * where this level is at its end, after which there may be another round of it.
   */
  nextIn(content: VersionContent, waitingAt: ActionId): BlockNode | undefined {
    const isSame = content === this.#content;
    const nodes = isSame ? this.#nodes : this.#read(content);
    if (nodes === undefined) return this.#outer?.nextIn(content, waitingAt);
    const next = isSame ? this.#next : this.#placeIn(nodes, waitingAt);
    return nodes.slice(next).find(({ action }) => !action.disabled);
  }

  /**
   * Behind the block that is under way; else before the action that the run waited at; else after the newest of the
   * actions done that is still there.
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

/** The way through all nodes of a test. */
export const walkOfTest = (live: LiveContent, testCode: TestCode): NodeWalk =>
  new NodeWalk(live, content => readBlocks(content.test(testCode)?.actions ?? []).nodes);

/** The way through those of an item that its run is about. */
export const walkOfItem = (live: LiveContent, item: PlannedItem, plan: RunPlan): NodeWalk =>
  new NodeWalk(live, content => {
    const range = rangeIn(content, item, plan);
    return nodesInRange(readBlocks(range.actions).nodes, range);
  });

interface ActionRange {
  /** Positions in the test, both included. */
  from: number;
  to: number;
}

/** The actions of the outermost test that a run is about. */
const rangeOf = (
  { actions }: Pick<Test, 'actions'>,
  { fromAction = 0, toAction = actions.length - 1 }: Pick<RunPlan, 'fromAction' | 'toAction'>,
): ActionRange => ({ from: fromAction, to: Math.min(toAction, actions.length - 1) });

/** The actions that a run of an item is about as its test is in other content: the ends of the range stay with their actions. */
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

/**
 * The nodes of a test that are in the range. A block that begins before it is not entered again: those of its actions
 * that are in the range run in its place, once.
 */
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
