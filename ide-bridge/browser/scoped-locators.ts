import type { AriaRole } from '../../model/locator/aria-roles.ts';
import type { LocatorStep } from '../../model/locator/locator.ts';
import { isInside } from './like-nodes.ts';
import type { ScopeAnswer } from './page-facts-types.ts';
import type { PageNode } from './page-tree.ts';
import { alike, exactStep, findableRole, hasName, roleStep, sameNamed } from './role-locators.ts';

/** A way to a node through a container that is near it. */
export type ScopedPlan =
  | { kind: 'ready'; steps: LocatorStep[] }
  /** The page has to say what tells the container from its like. */
  | { kind: 'ask'; container: PageNode; keys: PageNode[]; texts: string[]; inner: LocatorStep[] };

const MAX_CONTAINERS = 8;
const MAX_KEYS = 3;
const MAX_KEY_CHARACTERS = 60;

/** What there is so often tells nothing from its like. */
const MAX_RIVALS = 20;

/** What best says which item it is. */
const KEY_ROLES = ['heading', 'rowheader', 'cell', 'gridcell', 'link', 'img', 'term', 'strong', 'button'];

const CELLS = ['cell', 'gridcell'];

/** Their names are all the text inside, which changes sooner than one thing in it. */
const NAMED_BY_CONTENT = ['row', 'cell', 'gridcell', 'columnheader', 'rowheader', 'option', 'treeitem', 'listitem'];

/** Ways to a node, the best first; the first that is ready is the last. */
export function scopedPlans(node: PageNode): ScopedPlan[] {
  if (isItsKey(node)) return [];
  const plans: ScopedPlan[] = [];
  for (const { container, inner } of [...ownScope(node), ...scopesAround(node)]) {
    const keys = keysOf(container, node);
    const outer = containerSteps(container, keys);
    if (outer !== undefined) return [...plans, { kind: 'ready', steps: [...outer, ...inner] }];
    plans.push({ kind: 'ask', container, keys, texts: textsOf(container, keys), inner });
  }
  return plans;
}

interface Scope {
  container: PageNode;
  inner: LocatorStep[];
}

/** What has no name that lasts is known by what is in it. */
const ownScope = (node: PageNode): Scope[] =>
  CELLS.includes(node.role) || (hasName(node) && node.role !== 'row') ? [] : [{ container: node, inner: [] }];

function scopesAround(node: PageNode): Scope[] {
  const scopes: Scope[] = [];
  for (const container of containersOf(node)) {
    const step = container.role === 'row' ? cellOf(container, node) : undefined;
    const own = roleStep(node, container);
    // Farther out there are only more of its like.
    if (step === undefined && own === undefined) return scopes;
    scopes.push({ container, inner: step ?? (own === undefined ? [] : [own]) });
  }
  return scopes;
}

/** The nearest container that a locator leads to by itself, whatever else it holds. */
export function nearestScope(node: PageNode): { container: PageNode; steps: LocatorStep[] } | undefined {
  for (const container of containersOf(node)) {
    const steps = containerSteps(container, keysOf(container, node));
    if (steps !== undefined) return { container, steps };
  }
  return undefined;
}

/** Cells are told by their place: what they hold is what changes. */
function cellOf(row: PageNode, node: PageNode): LocatorStep[] | undefined {
  const role = findableRole(node);
  if (role === undefined || !CELLS.includes(role)) return undefined;
  const index = alike(node).within(row).indexOf(node);
  return index < 0
    ? undefined
    : [
        { kind: 'role', role },
        { kind: 'nth', index },
      ];
}

/** Whether a cell is what tells its row from others. */
function isItsKey(node: PageNode): boolean {
  const row = CELLS.includes(node.role) ? containersOf(node).find(({ role }) => role === 'row') : undefined;
  const [key] = row === undefined ? [] : keysOf(row);
  return key !== undefined && (key === node || isInside(node, key));
}

/** What a page soon has one more of. */
const CONTROLS = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch'];

/** Whether its role and name, though they lead to the node alone, say what may be otherwise tomorrow. */
export const isPassing = (node: PageNode): boolean =>
  node.role === 'row' ||
  node.role === 'paragraph' ||
  (CELLS.includes(node.role) && !isItsKey(node)) ||
  isUnnamedControl(node);

/** One of a kind that a page soon has more of, where nothing names it. */
const isOfMany = (node: PageNode): boolean => ['paragraph', 'listitem'].includes(node.role) && !hasName(node);

const isUnnamedControl = (node: PageNode): boolean => CONTROLS.includes(node.role) && !hasName(node);

/** The way that the page found out to be the only one. */
export function answeredSteps(plan: ScopedPlan, answer: ScopeAnswer | null): LocatorStep[] | undefined {
  if (plan.kind === 'ready') return plan.steps;
  if (answer === null) return undefined;
  if ('text' in answer) {
    const role = findableRole(plan.container);
    const text = plan.texts[answer.text];
    return role && text ? [{ kind: 'role', role }, { kind: 'hasText', text }, ...plan.inner] : undefined;
  }
  const key = plan.keys[answer.key];
  const keyRole = key && findableRole(key);
  if (!key || !keyRole) return undefined;
  const outer: LocatorStep =
    'testId' in answer ? { kind: 'testId', text: answer.testId } : { kind: 'selector', selector: answer.css };
  return [outer, holding(key, keyRole), ...plan.inner];
}

function containersOf(node: PageNode): PageNode[] {
  const found: PageNode[] = [];
  for (let each = node.parent; each?.frame === node.frame && found.length < MAX_CONTAINERS; each = each.parent) {
    if (each.ref !== undefined && isInside(each, node)) found.push(each);
  }
  return found;
}

/** The way to a container that needs no more knowledge of the page. */
function containerSteps(container: PageNode, keys: PageNode[]): LocatorStep[] | undefined {
  const role = findableRole(container);
  if (role === undefined) return undefined;
  const own = isUnnamedControl(container) || isOfMany(container) ? undefined : roleStep(container);
  const isShort = container.name.length <= MAX_KEY_CHARACTERS;
  if (own !== undefined && isShort && !(hasName(container) && NAMED_BY_CONTENT.includes(role))) return [own];
  const like = alike(container);
  const key = keys.find(each => like.holdsAlone(container, sameNamed(each)));
  const keyRole = key && findableRole(key);
  if (key && keyRole) return [{ kind: 'role', role }, holding(key, keyRole)];
  return own !== undefined && isShort ? [own] : undefined;
}

const holding = (key: PageNode, role: AriaRole): LocatorStep => ({
  kind: 'has',
  locator: { steps: [exactStep(key, role)] },
});

/** Named things inside a container, and not in the node, that may tell it from its like. */
function keysOf(container: PageNode, node: PageNode = container): PageNode[] {
  const inside = descendants(container).filter(
    each =>
      (node === container || !(each === node || isInside(node, each))) &&
      each.ref !== undefined &&
      hasName(each) &&
      each.name.length <= MAX_KEY_CHARACTERS &&
      KEY_ROLES.includes(each.role) &&
      findableRole(each) !== undefined &&
      isInside(container, each),
  );
  return inside
    .map(each => ({ each, rank: KEY_ROLES.indexOf(each.role), rivals: sameNamed(each).length }))
    .filter(({ rivals }) => rivals <= MAX_RIVALS)
    .sort((one, other) => one.rivals - other.rivals || one.rank - other.rank)
    .slice(0, MAX_KEYS)
    .map(({ each }) => each);
}

const MAX_DESCENDANTS = 60;

function descendants(container: PageNode, found: PageNode[] = []): PageNode[] {
  for (const each of container.children) {
    if (found.length >= MAX_DESCENDANTS) break;
    if (each.frame !== container.frame) continue;
    found.push(each);
    descendants(each, found);
  }
  return found;
}

/** Of a cell and the like, the text is the name. */
const textsOf = (container: PageNode, keys: readonly PageNode[]): string[] =>
  [
    ...[container, ...descendants(container)]
      .filter(({ role }) => !['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox'].includes(role))
      .flatMap(({ texts }) => texts)
      .filter(text => text.length <= MAX_KEY_CHARACTERS && /[\p{L}\p{N}]/u.test(text))
      .slice(0, MAX_KEYS),
    ...keys.map(({ name }) => name),
  ].filter((text, index, all) => all.indexOf(text) === index);
