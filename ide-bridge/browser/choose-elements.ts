import type { ElementQuery, ElementRun } from '../../model/protocol/bridge.ts';
import { flatText, type PageFrame, type PageNode } from './page-tree.ts';
import { hasName } from './role-locators.ts';

export interface Choice {
  /** In document order. */
  nodes: PageNode[];
  /** How many fit the question. */
  total: number;
  runs: ElementRun[];
}

export type Question = Pick<ElementQuery, 'filter' | 'role' | 'interactiveOnly' | 'limit'> & {
  /** References to choose from; undefined means all. */
  within: ReadonlySet<string> | undefined;
};

const INTERACTIVE = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider'],
  ...['spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'treeitem', 'option', 'scrollbar'],
]);

/** What tells where on the page one is, and what the page has to say. */
const CONTEXT = new Set(['heading', 'alert', 'alertdialog', 'dialog', 'status']);

const SHOWN_OF_RUN = 8;

/** Chooses what to show of a page: controls first, in view first; runs of like items are cut before anything else. */
export function chooseElements(frames: readonly PageFrame[], question: Question): Choice {
  const all = inDocumentOrder(frames);
  const fitting = all.filter(node => fits(node, question));
  if (fitting.length <= question.limit) return { nodes: fitting, total: fitting.length, runs: [] };
  const { kept, runs } = cutRuns(fitting);
  const ranks = new Map(kept.map(node => [node, rank(node)]));
  const chosen = new Set(
    [...kept].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0)).slice(0, question.limit),
  );
  return { nodes: kept.filter(node => chosen.has(node)), total: fitting.length, runs };
}

export const isInteractive = (node: PageNode): boolean =>
  (INTERACTIVE.has(node.role) && !isNativeOption(node)) ||
  node.isEditable ||
  (node.isClickable && !holdsControl(node) && !(node.parent !== undefined && INTERACTIVE.has(node.parent.role)));

/** The name as shown: what the element says, where it has no name of its own. */
export function shownName(node: PageNode): string {
  if (hasName(node)) return node.name;
  return node.isEditable || INTERACTIVE_VALUES.has(node.role) ? '' : flatText({ ...node, name: '' });
}

/** Roles whose text is their value. */
export const INTERACTIVE_VALUES = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'listbox']);

export function shownValue(node: PageNode): string | undefined {
  if (node.isSecret) return node.texts.length > 0 ? '••••' : undefined;
  if (node.isEditable) return flatText({ ...node, name: '' }) || undefined;
  if (!INTERACTIVE_VALUES.has(node.role)) return undefined;
  const selected = node.children.filter(({ role, states }) => role === 'option' && states.includes('selected'));
  return selected.map(({ name }) => name).join(', ') || node.texts.join(' ') || undefined;
}

/** Snapshots list a frame's nodes after those of the frame around it; people read them where the frame is. */
function inDocumentOrder(frames: readonly PageFrame[]): PageNode[] {
  const framesByOwner = new Map(frames.map(frame => [frame.owner, frame]));
  const unfold = (frame: PageFrame | undefined): PageNode[] =>
    frame?.nodes.flatMap(node => (node.role === 'iframe' ? [node, ...unfold(framesByOwner.get(node))] : [node])) ?? [];
  return unfold(framesByOwner.get(undefined));
}

function fits(node: PageNode, { filter, role, interactiveOnly, within }: Question): boolean {
  if (within !== undefined && !isWithin(node, within)) return false;
  if (role !== undefined) {
    if (node.role !== role) return false;
  } else if (interactiveOnly ? !isInteractive(node) && !CONTEXT.has(node.role) : !saysSomething(node)) return false;
  if (filter === undefined || filter === '') return true;
  const sought = filter.toLowerCase();
  return [node.role, shownName(node), shownValue(node) ?? ''].some(text => text.toLowerCase().includes(sought));
}

const isWithin = (node: PageNode, refs: ReadonlySet<string>): boolean =>
  node.ref !== undefined && refs.has(node.ref) ? true : node.parent !== undefined && isWithin(node.parent, refs);

const saysSomething = (node: PageNode): boolean =>
  !isNativeOption(node) && (isInteractive(node) || CONTEXT.has(node.role) || hasName(node) || node.texts.length > 0);

/** The options of a native list cannot be clicked; its value tells which is chosen. */
const isNativeOption = ({ role, ref }: PageNode): boolean => role === 'option' && ref === undefined;

const holdsControl = (node: PageNode): boolean =>
  node.children.some(child => INTERACTIVE.has(child.role) || holdsControl(child));

/** What lies in a frame that is out of view is out of view. */
function rank(node: PageNode): number {
  return (isInView(node) ? 0 : 2) + (isInteractive(node) || CONTEXT.has(node.role) ? 0 : 1);
}

const isInView = ({ isInView: own, frame }: PageNode): boolean =>
  own && (frame.owner === undefined || isInView(frame.owner));

/** Keeps the first items of each run, from the first that is in view. */
function cutRuns(fitting: readonly PageNode[]): { kept: PageNode[]; runs: ElementRun[] } {
  const left = new Set<PageNode>();
  const runs: ElementRun[] = [];
  const fittingItems = new Set(fitting.flatMap(pathOf));
  for (const items of runsOf(fittingItems)) {
    if (items.some(item => pathOf(item).some(each => left.has(each)))) continue;
    const inView = items.findIndex(isInView);
    const first = Math.min(Math.max(inView, 0), items.length - SHOWN_OF_RUN);
    for (const [index, item] of items.entries()) if (index < first || index >= first + SHOWN_OF_RUN) left.add(item);
    runs.push({ role: items[0]?.role ?? '', count: items.length, shown: SHOWN_OF_RUN });
  }
  return { kept: fitting.filter(node => !pathOf(node).some(each => left.has(each))), runs };
}

/** Siblings of one role that hold something that fits, where there are many. */
function runsOf(nodes: ReadonlySet<PageNode>): PageNode[][] {
  const groups = new Map<PageNode | undefined, Map<string, PageNode[]>>();
  for (const node of nodes) {
    const roles = groups.get(node.parent) ?? new Map<string, PageNode[]>();
    const siblings = roles.get(node.role) ?? [];
    siblings.push(node);
    groups.set(node.parent, roles.set(node.role, siblings));
  }
  return [...groups.values()].flatMap(roles => [...roles.values()].filter(({ length }) => length > 2 * SHOWN_OF_RUN));
}

/** The node and what it lies in, the node first. */
function pathOf(node: PageNode): PageNode[] {
  return node.parent === undefined ? [node] : [node, ...pathOf(node.parent)];
}
