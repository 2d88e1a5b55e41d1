import type { LocatorStep } from '../../../model/locator/locator.ts';
import type { RefineReply } from '../../page/facts/page-facts-types.ts';
import type { PageQuestions } from './page-questions.ts';
import { isInside, type PageNode } from './page-tree.ts';
import { alike, findableRole } from './role-locators.ts';
import { nearestScope } from './scoped-locators.ts';

/** By role, level and place, never by text, so that a check of the text can fail on them. Best first. */
export async function waysBesideText(node: PageNode, ask: PageQuestions): Promise<LocatorStep[][]> {
  if (node.ref === undefined || node.role === 'iframe') return [];
  const like = sameKind(node);
  const refs = like.flatMap(({ ref }) => ref ?? []);
  const reply = await ask.refine(node.frame, {
    kind: 'refine',
    testIdAttribute: ask.testIdAttribute,
    wanted: [
      {
        ref: node.ref,
        isFrame: false,
        kinds: [],
        isByRole: false,
        scopes: [],
        like: 0,
        isWhole: true,
        isBesideText: true,
      },
    ],
    groups: [refs],
  });
  const isKnown = refs.length === like.length && reply?.orders[0]?.length === refs.length;
  const byRole = isKnown ? waysByRole(node, like, reply) : [];
  const last = reply?.answers[0]?.last;
  if (last?.css === undefined) return byRole;
  return [...byRole, [{ kind: 'selector', selector: last.css }, ...(last.nth === undefined ? [] : [nth(last.nth)])]];
}

const nth = (index: number): LocatorStep => ({ kind: 'nth', index });

const levelOf = ({ role, states }: PageNode): number | undefined => {
  const level = role === 'heading' ? states.find(state => state.startsWith('level ')) : undefined;
  return level === undefined ? undefined : Number(level.replace('level ', ''));
};

const sameKind = (node: PageNode): readonly PageNode[] =>
  findableRole(node) === undefined ? [] : alike(node).nodes.filter(each => levelOf(each) === levelOf(node));

function waysByRole(node: PageNode, like: readonly PageNode[], { orders, answers }: RefineReply): LocatorStep[][] {
  const role = findableRole(node);
  if (role === undefined) return [];
  const level = levelOf(node);
  const own: LocatorStep = level === undefined ? { kind: 'role', role } : { kind: 'role', role, level };
  if (like.length === 1) return [[own]];
  const places = new Map(orders[0]?.map((ref, index) => [ref, index]));
  const placeOf = ({ ref = '' }: PageNode) => places.get(ref) ?? 0;
  // A region is often labelled by the heading in it.
  const scope = nearestScope(node, ({ name }) => node.name === '' || !name.includes(node.name));
  const inside = scope && like.filter(each => isInside(scope.container, each));
  const before = inside?.filter(each => placeOf(each) < placeOf(node)).length ?? 0;
  const scoped = scope && [...scope.steps, own, ...(inside?.length === 1 ? [] : [nth(before)])];
  const anchor = answers[0]?.anchor;
  const anchored = anchor && [outerOf(anchor), own, ...(anchor.nth === undefined ? [] : [nth(anchor.nth)])];
  const counted = [own, nth(placeOf(node))];
  return [scoped, anchored, counted]
    .filter(way => way !== undefined)
    .sort((one, other) => Number(isNumbered(one)) - Number(isNumbered(other)));
}

const isNumbered = (way: readonly LocatorStep[]): boolean => way.some(({ kind }) => kind === 'nth');

const outerOf = ({ css = '', testId }: { css?: string; testId?: string }): LocatorStep =>
  testId === undefined ? { kind: 'selector', selector: css } : { kind: 'testId', text: testId };
