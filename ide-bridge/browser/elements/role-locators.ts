import type { LocatorStep } from '../../../model/locator/locator.ts';
import { ARIA_ROLES, type AriaRole } from '../../../model/names/aria-roles.ts';
import { LikeNodes, type PageNode } from './page-tree.ts';

type RoleStep = LocatorStep<'role'>;

/** Longer names are looked for by their beginning. */
const BEGINNING_CHARACTERS = 80;

/** Names beyond this are of no use in a locator. */
export const MAX_NAME_CHARACTERS = 300;

const ROLES = new Map<string, AriaRole>(ARIA_ROLES.map(role => [role, role]));

/** Names of icon fonts mean nothing outside of the font. */
const NAMELESS = /^[\p{Co}\s]*$/u;

export const hasName = ({ name }: PageNode): boolean => !NAMELESS.test(name);

/** A text as people read it, without what only the font of an icon can show. */
export const withoutIcons = (text: string): string => text.replace(/\s*\p{Co}+\s*/gu, ' ').trim();

/** Whether the name ends in a number, as that of a basket with three things in it may. */
export const isCounting = (node: PageNode): boolean => alike(node).isCounting(node);

/** The role, where a locator by role finds the node at all. */
export function findableRole({ role, isHidden }: PageNode): AriaRole | undefined {
  return isHidden || role === 'generic' ? undefined : ROLES.get(role);
}

/** The step by role and name that leads to this node alone, in its frame or in a container; undefined if none does. */
export function roleStep(node: PageNode, container?: PageNode): RoleStep | undefined {
  const role = findableRole(node);
  if (role === undefined) return undefined;
  const like = alike(node);
  return steps(node, role).find(step => like.isAlone(node, { name: nameOf(step), exact: step.exact }, container));
}

const nameOf = ({ name }: RoleStep): string | undefined => (typeof name === 'string' ? name : undefined);

/** Role and whole name, whether or not other nodes have the same. */
export const exactStep = (node: PageNode, role: AriaRole): RoleStep =>
  hasName(node) ? { kind: 'role', role, name: node.name, exact: true } : { kind: 'role', role };

/** All nodes of the frame that the exact step leads to. */
export const sameNamed = (node: PageNode): readonly PageNode[] =>
  hasName(node) ? alike(node).named(node.name) : alike(node).nodes;

/** Nodes of the frame with the same role. */
export const alike = ({ frame, role }: PageNode): LikeNodes => frame.byRole.get(role) ?? new LikeNodes();

/** From the one that says least to the one that says most. */
function steps(node: PageNode, role: AriaRole): RoleStep[] {
  if (!hasName(node)) return [{ kind: 'role', role }];
  const beginning = { kind: 'role', role, name: cutName(longestText(node.name)) } as const;
  if (node.name.length > MAX_NAME_CHARACTERS) return [beginning];
  return [beginning, { kind: 'role', role, name: node.name }, exactStep(node, role)];
}

/** The longest piece of a name between the icons in it. */
function longestText(name: string): string {
  const [longest = name] = name
    .split(/\p{Co}+/u)
    .map(piece => piece.trim())
    .sort((one, other) => other.length - one.length);
  return longest;
}

function cutName(name: string): string {
  if (name.length <= BEGINNING_CHARACTERS) return name;
  const words = name.slice(0, BEGINNING_CHARACTERS).replace(/\s+\S*$/u, '');
  // A surrogate pair cut in two would fit nothing.
  return words.replace(/[\ud800-\udbff]$/, '');
}
