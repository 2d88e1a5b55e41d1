import type { LocatorStep } from '../../../model/locator/locator.ts';
import type { AnchorAnswer, DirectFact, RefineAnswer } from '../in-page/page-facts-types.ts';
import { isInside } from './like-nodes.ts';
import type { PageNode } from './page-tree.ts';
import {
  exactStep,
  findableRole,
  hasName,
  isCounting,
  MAX_NAME_CHARACTERS,
  roleStep,
  sameNamed,
} from './role-locators.ts';
import { answeredSteps, isPassing, nearestScope, type ScopedPlan } from './scoped-locators.ts';

/** What is known of an element: the snapshot, and what the page has answered. */
export interface Known {
  node: PageNode;
  plans: readonly ScopedPlan[];
  answer: RefineAnswer;
  /** Of all with its role and name, by reference, in the order in which locators find them. */
  places: ReadonlyMap<string, number> | undefined;
}

type Way = LocatorStep[] | undefined;

/**
 * The ways to an element that lead to it alone now, the one that is likeliest to last first: role and name, or what is
 * written for it (test id, label, placeholder, text, id); then what is around it; then marks of its kind; numbers last.
 */
export function waysTo({ node, plans, answer, places }: Known): LocatorStep[][] {
  const own = alone(node);
  const isByRole = own !== undefined && node.role !== 'iframe' && !isPassing(node) && !isCounting(node);
  const ways: Way[] = [
    ...(isByRole ? [own] : []),
    direct(answer),
    ...(answer.directs ?? []).map(direct),
    scoped(plans, answer),
    ...(hasName(node) ? [own] : []),
    answer.mark && direct(answer.mark),
    own,
    answer.anchor && anchored(node, plans, answer.anchor),
    countedWithin(node, places),
    counted(node, places),
    answer.last && direct(answer.last),
  ];
  return ways.filter(way => way !== undefined);
}

/** Whether it is known by the number that it has among others. */
export const isNumbered = (way: readonly LocatorStep[]): boolean => way.some(({ kind }) => kind === 'nth');

function direct({ kind, text, css, hasText, nth }: DirectFact): LocatorStep[] | undefined {
  const counted = nth === undefined ? [] : [{ kind: 'nth', index: nth } as const];
  const saying = hasText === undefined ? [] : [{ kind: 'hasText', text: hasText } as const];
  if (css !== undefined) return [{ kind: 'selector', selector: css }, ...saying, ...counted];
  if (kind === undefined || text === undefined) return undefined;
  return [kind === 'testId' ? { kind, text } : { kind, text, exact: true }, ...counted];
}

function scoped(plans: readonly ScopedPlan[], { scopes }: RefineAnswer): LocatorStep[] | undefined {
  for (const [index, plan] of plans.entries()) {
    const found = answeredSteps(plan, scopes[index] ?? null);
    if (found !== undefined) return found;
  }
  return undefined;
}

function alone(node: PageNode): LocatorStep[] | undefined {
  const step = roleStep(node);
  return step && [step];
}

/** Inside what is known by its id or test id: by the text of its row or the like, else by its number there. */
function anchored(
  node: PageNode,
  plans: readonly ScopedPlan[],
  { css, testId, scope, nth }: AnchorAnswer,
): LocatorStep[] | undefined {
  const outer: LocatorStep =
    testId === undefined ? { kind: 'selector', selector: css ?? '' } : { kind: 'testId', text: testId };
  const role = findableRole(node);
  if (role === undefined || node.name.length > MAX_NAME_CHARACTERS) return undefined;
  const plan = scope && plans.filter(({ kind }) => kind === 'ask')[scope.index];
  const inner = scope && plan && answeredSteps(plan, { text: scope.text });
  if (inner !== undefined) return [outer, ...inner];
  return [outer, exactStep(node, role), ...(nth === undefined ? [] : [{ kind: 'nth', index: nth } as const])];
}

/** Which one of those with the same role and name in the nearest container that a locator leads to. */
function countedWithin(node: PageNode, places: ReadonlyMap<string, number> | undefined): LocatorStep[] | undefined {
  const role = findableRole(node);
  const own = places?.get(node.ref ?? '');
  if (role === undefined || places === undefined || own === undefined || node.name.length > MAX_NAME_CHARACTERS)
    return undefined;
  const scope = nearestScope(node);
  if (scope === undefined) return undefined;
  const before = sameNamed(node).filter(
    each => isInside(scope.container, each) && (places.get(each.ref ?? '') ?? own) < own,
  );
  return [...scope.steps, exactStep(node, role), { kind: 'nth', index: before.length }];
}

/** The last resort: which one of those with the same role and name. */
function counted(node: PageNode, places: ReadonlyMap<string, number> | undefined): LocatorStep[] | undefined {
  const role = findableRole(node);
  const index = places?.get(node.ref ?? '');
  if (role === undefined || index === undefined || node.name.length > MAX_NAME_CHARACTERS) return undefined;
  return [exactStep(node, role), { kind: 'nth', index }];
}
