import type { ElementQuery, ElementRun } from '../../../model/protocol/app-window.ts';
import { hasName, plainStep, withoutIcons } from './findable-names.ts';
import { flatText, type PageFrame, type PageNode } from './page-tree.ts';

interface ElementChoice {
  /** The most wanted first. */
  nodes: PageNode[];
  /** In document order. */
  fitting: PageNode[];
  /** Siblings of one role (rows, list items, cards) that fit, or contain something that does. */
  runs: PageNode[][];
}

type ElementQuestion = Pick<ElementQuery, 'filter' | 'role' | 'interactiveOnly' | 'limit'> & {
  within: ReadonlySet<string> | undefined;
};

const INTERACTIVE = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider'],
  ...['spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'treeitem', 'option', 'scrollbar'],
]);

const CONTEXT = new Set(['heading', 'alert', 'alertdialog', 'dialog', 'status']);

/** Roles whose name is not their content. */
const STATUS_ROLES = new Set(['status', 'alert', 'alertdialog', 'dialog', 'progressbar', 'meter', 'timer', 'log']);

const SHOWN_OF_RUN = 8;

const DEFAULT_COUNT = 100;

const LAST_RANK = 4;

/**
 * Controls first, in view first, and of each run of similar items only some before everything else. Without a limit the
 * other items of runs are left out, unless all that fits is little.
 */
export function chooseElements(frames: readonly PageFrame[], question: ElementQuestion): ElementChoice {
  const fitting = inDocumentOrder(frames).filter(node => fits(node, question));
  const runs = runsOf(new Set(fitting.flatMap(pathOf)));
  const left = leftOfRuns(runs);
  const { limit = DEFAULT_COUNT } = question;
  const ranks = new Map(fitting.map(node => [node, rank(node) + (isBelow(node, left) ? LAST_RANK : 0)]));
  const rankOf = (node: PageNode) => ranks.get(node) ?? LAST_RANK;
  const isAll = question.limit !== undefined || fitting.length <= limit;
  const candidates = isAll ? fitting : fitting.filter(node => rankOf(node) < LAST_RANK);
  const nodes = [...candidates].sort((one, other) => rankOf(one) - rankOf(other)).slice(0, limit);
  return { nodes, fitting, runs };
}

export function cutRuns(runs: readonly PageNode[][], shown: readonly PageNode[]): ElementRun[] {
  const whole = new Set(shown.flatMap(pathOf));
  return runs.flatMap(items => {
    const count = items.filter(item => whole.has(item)).length;
    return count === 0 || count === items.length
      ? []
      : [{ role: items[0]?.role ?? '', count: items.length, shown: count }];
  });
}

const isInteractive = (node: PageNode): boolean =>
  (INTERACTIVE.has(node.role) && !isNativeOption(node)) ||
  node.isEditable ||
  node.isDraggable ||
  (node.isClickable && !holdsControl(node) && !(node.parent !== undefined && INTERACTIVE.has(node.parent.role)));

export function shownName(node: PageNode): string {
  if (hasName(node)) return withoutIcons(node.name);
  return node.isEditable || INTERACTIVE_VALUES.has(node.role) ? '' : withoutIcons(flatText({ ...node, name: '' }));
}

const INTERACTIVE_VALUES = new Set(['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox', 'listbox']);

export function shownValue(node: PageNode): string | undefined {
  if (node.isSecret) return node.texts.length > 0 ? '••••' : undefined;
  if (node.isEditable) return flatText({ ...node, name: '' }) || undefined;
  if (STATUS_ROLES.has(node.role)) return hasName(node) ? otherText(node) : undefined;
  if (!INTERACTIVE_VALUES.has(node.role)) return undefined;
  const selected = optionsOf(node).filter(({ states }) => states.includes('selected'));
  return selected.map(({ name }) => name).join(', ') || node.texts.join(' ') || undefined;
}

function otherText(node: PageNode): string | undefined {
  const text = flatText({ ...node, name: '' });
  return text === node.name ? undefined : text || undefined;
}

export const optionsOf = ({ children }: PageNode): PageNode[] =>
  children.flatMap(child => {
    if (child.role === 'option') return [child];
    return child.role === 'group' ? optionsOf(child) : [];
  });

const MOST_OPTIONS = 8;

export function shownOptions(node: PageNode): { options?: string[]; optionCount?: number } {
  const options = optionsOf(node).filter(isNativeOption);
  if (options.length === 0) return {};
  const names = options.slice(0, MOST_OPTIONS).map(({ name }) => name);
  return { options: names, ...(options.length > MOST_OPTIONS ? { optionCount: options.length } : {}) };
}

/** Snapshots list the nodes of a frame after those of the frame around it; people read them where the frame is. */
function inDocumentOrder(frames: readonly PageFrame[]): PageNode[] {
  const framesByOwner = new Map(frames.map(frame => [frame.owner, frame]));
  const unfold = (frame: PageFrame | undefined): PageNode[] =>
    frame?.nodes.flatMap(node => (node.role === 'iframe' ? [node, ...unfold(framesByOwner.get(node))] : [node])) ?? [];
  return unfold(framesByOwner.get(undefined));
}

function fits(node: PageNode, { filter, role, interactiveOnly, within }: ElementQuestion): boolean {
  // Without a reference the page cannot be asked what tells the element from others.
  if (node.ref === undefined && plainStep(node).length === 0) return false;
  if (within !== undefined && !isWithin(node, within)) return false;
  if (role !== undefined) {
    if (node.role !== role) return false;
  } else if (interactiveOnly ? !isInteractive(node) && !givesContext(node) : !saysSomething(node)) return false;
  if (filter === undefined || filter === '') return true;
  const sought = filter.toLowerCase();
  return [node.role, shownName(node), shownValue(node) ?? ''].some(text => text.toLowerCase().includes(sought));
}

const isWithin = (node: PageNode, refs: ReadonlySet<string>): boolean =>
  node.ref !== undefined && refs.has(node.ref) ? true : node.parent !== undefined && isWithin(node.parent, refs);

const saysSomething = (node: PageNode): boolean =>
  !isNativeOption(node) &&
  (isInteractive(node) || givesContext(node) || hasName(node) || node.texts.some(text => withoutIcons(text) !== ''));

/** A live region that waits for its first message has no content yet. */
const givesContext = (node: PageNode): boolean => CONTEXT.has(node.role) && shownName(node) !== '';

/** Options of a native list cannot be clicked; its value says which is chosen. */
const isNativeOption = ({ role, ref }: PageNode): boolean => role === 'option' && ref === undefined;

const holdsControl = (node: PageNode): boolean =>
  node.children.some(child => INTERACTIVE.has(child.role) || holdsControl(child));

/** Content of a frame that is out of view is out of view; blocked elements come as late. */
function rank(node: PageNode): number {
  return (isInView(node) && !isBlocked(node) ? 0 : 2) + (isInteractive(node) || CONTEXT.has(node.role) ? 0 : 1);
}

const isInView = ({ isInView: own, frame }: PageNode): boolean =>
  own && (frame.owner === undefined || isInView(frame.owner));

export const isBlocked = ({ isBlocked: own, frame }: PageNode): boolean =>
  own || (frame.owner !== undefined && isBlocked(frame.owner));

/** All but the first items of each run, from the first in view on, without runs inside of left-out items. */
function leftOfRuns(runs: readonly PageNode[][]): Set<PageNode> {
  const left = new Set<PageNode>();
  for (const items of runs) {
    if (items.some(item => isBelow(item, left))) continue;
    const inView = items.findIndex(isInView);
    const first = Math.min(Math.max(inView, 0), items.length - SHOWN_OF_RUN);
    for (const [index, item] of items.entries()) if (index < first || index >= first + SHOWN_OF_RUN) left.add(item);
  }
  return left;
}

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

const isBelow = (node: PageNode, nodes: ReadonlySet<PageNode>): boolean =>
  nodes.has(node) || (node.parent !== undefined && isBelow(node.parent, nodes));

function pathOf(node: PageNode): PageNode[] {
  return node.parent === undefined ? [node] : [node, ...pathOf(node.parent)];
}
