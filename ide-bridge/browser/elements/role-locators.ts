import type { LocatorStep } from '../../../model/locator/locator.ts';
import { ARIA_ROLES, type AriaRole } from '../../../model/names/aria-roles.ts';
import { LikeNodes, type PageNode } from './page-tree.ts';

type RoleStep = LocatorStep<'role'>;

const BEGINNING_CHARACTERS = 80;

/** Longer names are useless in a locator. */
export const MAX_NAME_CHARACTERS = 300;

const ROLES = new Map<string, AriaRole>(ARIA_ROLES.map(role => [role, role]));

/** Characters of icon fonts mean nothing outside of the font. */
const NAMELESS = /^[\p{Co}\s]*$/u;

export const hasName = ({ name }: PageNode): boolean => !NAMELESS.test(name);

/** A text as people read it, without what only the font of an icon can show. */
export const withoutIcons = (text: string): string => text.replace(/\s*\p{Co}+\s*/gu, ' ').trim();

/** A name that ends in a number may be a count, e.g. of a basket. */
export const isCounting = (node: PageNode): boolean => alike(node).isCounting(node);

export function findableRole({ role, isHidden }: PageNode): AriaRole | undefined {
  return isHidden || role === 'generic' ? undefined : ROLES.get(role);
}

export function roleStep(node: PageNode, container?: PageNode): RoleStep | undefined {
  const role = findableRole(node);
  if (role === undefined) return undefined;
  const like = alike(node);
  return steps(node, role).find(step => like.isAlone(node, { name: nameOf(step), exact: step.exact }, container));
}

const nameOf = ({ name }: RoleStep): string | undefined => (typeof name === 'string' ? name : undefined);

export const exactStep = (node: PageNode, role: AriaRole): RoleStep =>
  hasName(node) ? { kind: 'role', role, name: node.name, exact: true } : { kind: 'role', role };

export const sameNamed = (node: PageNode): readonly PageNode[] =>
  hasName(node) ? alike(node).named(node.name) : alike(node).nodes;

export const alike = ({ frame, role }: PageNode): LikeNodes => frame.byRole.get(role) ?? new LikeNodes();

function steps(node: PageNode, role: AriaRole): RoleStep[] {
  if (!hasName(node)) return [{ kind: 'role', role }];
  const beginning = { kind: 'role', role, name: cutName(longestText(node.name)) } as const;
  if (node.name.length > MAX_NAME_CHARACTERS) return [beginning];
  return [beginning, { kind: 'role', role, name: node.name }, exactStep(node, role)];
}

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
  // Half a surrogate pair would match nothing.
  return words.replace(/[\ud800-\udbff]$/, '');
}
