import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { LocatorStep } from '../../../model/locator/locator.ts';
import { ARIA_ROLES } from '../../../model/names/aria-roles.ts';
import type { PageNode } from './page-tree.ts';

/** Characters of icon fonts mean nothing outside of the font. */
const NAMELESS = /^[\p{Co}\s]*$/u;

export const hasName = ({ name }: PageNode): boolean => !NAMELESS.test(name);

/** A text as people read it, without what only the font of an icon can show. */
export const withoutIcons = (text: string): string => text.replace(/\s*\p{Co}+\s*/gu, ' ').trim();

/** The locator by role and name, or by the role of what has no name, where it finds no other node; else empty. */
export function plainStep(node: PageNode): string[] {
  const role = ARIA_ROLES.find(each => each === node.role && each !== 'generic');
  const isLike = ({ role: other, name }: PageNode) => other === role && (!hasName(node) || name === node.name);
  if (role === undefined || node.isHidden || node.frame.nodes.filter(isLike).length > 1) return [];
  const step: LocatorStep<'role'> = hasName(node)
    ? { kind: 'role', role, name: node.name, exact: true }
    : { kind: 'role', role };
  return [formatLocator({ steps: [step] })];
}
