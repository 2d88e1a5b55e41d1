import type { LocatorStep } from '../../../model/locator/locator.ts';
import type { AriaRole } from '../../../model/names/aria-roles.ts';
import type { ScopeAnswer } from '../../page/facts/page-facts-types.ts';
import { isInside, type PageNode } from './page-tree.ts';
import { alike, exactStep, findableRole, hasName, roleStep, sameNamed } from './role-locators.ts';

export type ScopedPlan =
  | { kind: 'ready'; steps: LocatorStep[] }
  /** The page is asked which key or text only this container has among those of its kind. */
  | { kind: 'ask'; container: PageNode; keys: PageNode[]; texts: string[]; inner: LocatorStep[] };

const MAX_CONTAINERS = 8;
const MAX_KEYS = 3;
const MAX_KEY_CHARACTERS = 60;

/** With more elements of a name than this, the name does not help. */
const MAX_RIVALS = 20;

const KEY_ROLES = ['heading', 'rowheader', 'cell', 'gridcell', 'link', 'img', 'term', 'strong', 'button'];

const CELLS = ['cell', 'gridcell'];

/** Named by all the text inside them, which changes more often than any part of it. */
const NAMED_BY_CONTENT = ['row', 'cell', 'gridcell', 'columnheader', 'rowheader', 'option', 'treeitem', 'listitem'];

/** Best first. A plan that needs no answer of the page ends the list. */
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

interface ContainerScope {
  container: PageNode;
  inner: LocatorStep[];
}

/** An element without a lasting name is found by its content. */
const ownScope = (node: PageNode): ContainerScope[] =>
  CELLS.includes(node.role) || (hasName(node) && node.role !== 'row') ? [] : [{ container: node, inner: [] }];

function scopesAround(node: PageNode): ContainerScope[] {
  const scopes: ContainerScope[] = [];
  for (const container of containersOf(node)) {
    const step = container.role === 'row' ? cellOf(container, node) : undefined;
    const own = roleStep(node, container);
    // Containers farther out hold more similar elements, so they say less.
    if (step === undefined && own === undefined) return scopes;
    scopes.push({ container, inner: step ?? (own === undefined ? [] : [own]) });
  }
  return scopes;
}

/** The nearest container that can be found without its content; only of those that `fits`. */
export function nearestScope(
  node: PageNode,
  fits: (container: PageNode) => boolean = () => true,
): { container: PageNode; steps: LocatorStep[] } | undefined {
  for (const container of containersOf(node).filter(fits)) {
    const steps = containerSteps(container, keysOf(container, node));
    if (steps !== undefined) return { container, steps };
  }
  return undefined;
}

/** Cells are found by their position in the row, since their content changes. */
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

function isItsKey(node: PageNode): boolean {
  const row = CELLS.includes(node.role) ? containersOf(node).find(({ role }) => role === 'row') : undefined;
  const [key] = row === undefined ? [] : keysOf(row);
  return key !== undefined && (key === node || isInside(node, key));
}

/** Pages often get another one of these. */
const CONTROLS = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch'];

/** Role and name find it alone today, but are likely to change. */
export const isPassing = (node: PageNode): boolean =>
  node.role === 'row' ||
  node.role === 'paragraph' ||
  (CELLS.includes(node.role) && !isItsKey(node)) ||
  isUnnamedControl(node);

const isOfMany = (node: PageNode): boolean => ['paragraph', 'listitem'].includes(node.role) && !hasName(node);

const isUnnamedControl = (node: PageNode): boolean => CONTROLS.includes(node.role) && !hasName(node);

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

const textsOf = (container: PageNode, keys: readonly PageNode[]): string[] =>
  [
    ...[container, ...descendants(container)]
      .filter(({ role }) => !['textbox', 'searchbox', 'spinbutton', 'slider', 'combobox'].includes(role))
      .flatMap(({ texts }) => texts)
      .filter(text => text.length <= MAX_KEY_CHARACTERS && /[\p{L}\p{N}]/u.test(text))
      .slice(0, MAX_KEYS),
    ...keys.map(({ name }) => name),
  ].filter((text, index, all) => all.indexOf(text) === index);
