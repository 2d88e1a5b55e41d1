import { literalLocator } from '../../../model/locator/format-locator.ts';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import type { WantedElement } from '../in-page/page-facts-types.ts';
import type { PageQuestions } from './page-questions.ts';
import type { PageFrame, PageNode } from './page-tree.ts';
import { isNumbered, waysTo } from './rank-locators.ts';
import { alike, findableRole, isCounting, roleStep, sameNamed } from './role-locators.ts';
import { isPassing, type ScopedPlan, scopedPlans } from './scoped-locators.ts';

const MOST_OTHERS = 4;

/** The ways to nodes, each the best first. */
type Ways = Map<PageNode, LocatorStep[][]>;

/** Finds a durable locator for each node that leads to it alone; nodes without one are left out. */
export async function locateNodes(nodes: readonly PageNode[], ask: PageQuestions): Promise<Map<PageNode, string>> {
  const ways: Ways = new Map();
  const owners = new Set(nodes.flatMap(ownersOf));
  const unclear: PageNode[] = [...owners];
  for (const node of new Set(nodes)) {
    if (owners.has(node)) continue;
    const step = roleStep(node);
    if (node.ref !== undefined && (step === undefined || isPassing(node) || isCounting(node))) unclear.push(node);
    else if (step !== undefined) ways.set(node, [[step]]);
  }
  await Promise.all(framesOf(unclear).map(frame => refineFrame(frame, unclear, { ask, ways })));
  return new Map(
    [...ways.keys()].flatMap(node => {
      const [best] = textsOf(node, ways);
      return best === undefined ? [] : [[node, best] as const];
    }),
  );
}

/** All that is known to lead to a node alone, the best first: independent of each other, and a few only. */
export async function locateInAllWays(node: PageNode, ask: PageQuestions): Promise<string[]> {
  const ways: Ways = new Map();
  const asked = [node, ...ownersOf(node)];
  await Promise.all(framesOf(asked).map(frame => refineFrame(frame, asked, { ask, ways, whole: node })));
  const [best, ...others] = ways.get(node) ?? [];
  if (best === undefined) return [];
  // A number says nothing that another way does not say better.
  ways.set(node, [best, ...others.filter(way => !isNumbered(way)).slice(0, MOST_OTHERS)]);
  return textsOf(node, ways);
}

function textsOf(node: PageNode, ways: Ways): string[] {
  const outer = framePath(node.frame, ways);
  const own = outer === undefined ? [] : (ways.get(node) ?? []);
  const texts = own.map(way => literalLocator({ steps: [...(outer ?? []), ...way] } satisfies Locator));
  return [...new Set(texts)];
}

/** The iframes around a node. */
function ownersOf({ frame }: PageNode): PageNode[] {
  return frame.owner === undefined ? [] : [frame.owner, ...ownersOf(frame.owner)];
}

const framesOf = (nodes: readonly PageNode[]): PageFrame[] => [...new Set(nodes.map(({ frame }) => frame))];

function framePath(frame: PageFrame, ways: Ways): LocatorStep[] | undefined {
  if (frame.owner === undefined) return [];
  const [own] = ways.get(frame.owner) ?? [];
  const outer = framePath(frame.owner.frame, ways);
  return own && outer && [...outer, ...own, { kind: 'contentFrame' }];
}

interface Refining {
  ask: PageQuestions;
  /** What was found; added to. */
  ways: Ways;
  /** The one of which everything is wanted. */
  whole?: PageNode;
}

/** Asks once for all unclear nodes of a frame. */
async function refineFrame(
  frame: PageFrame,
  unclear: readonly PageNode[],
  { ask, ways, whole }: Refining,
): Promise<void> {
  const groups = new Groups();
  const inquiries = unclear
    .filter(node => node.frame === frame)
    .map(node => ({
      node,
      plans: node.role === 'iframe' || (isTold(node) && node !== whole) ? [] : scopedPlans(node),
      group: groups.add(sameNamed(node)),
    }));
  const wanted = inquiries.map(({ node, plans, group }) => ({
    ...toWanted(node, plans, groups),
    ...(group === undefined ? {} : { like: group }),
    ...(node === whole ? { kinds: ALL_KINDS, isWhole: true as const } : {}),
  }));
  const request = { kind: 'refine', testIdAttribute: ask.testIdAttribute, wanted, groups: groups.refs } as const;
  const reply = await ask.refine(frame, request);
  const places = reply?.orders.map(refs => new Map(refs.map((ref, index) => [ref, index]))) ?? [];
  for (const [index, { node, plans, group }] of inquiries.entries()) {
    const answer = reply?.answers[index];
    const found = answer === undefined ? [] : waysTo({ node, plans, answer, places: places[group ?? -1] });
    if (found.length > 0) ways.set(node, found);
  }
}

function toWanted(node: PageNode, plans: readonly ScopedPlan[], groups: Groups): WantedElement {
  const scopes = plans.flatMap(plan => {
    if (plan.kind === 'ready') return [];
    const peers = findableRole(plan.container) ? groups.add(alike(plan.container).nodes) : undefined;
    return {
      ref: plan.container.ref ?? '',
      keys: plan.keys.map(key => groups.add(sameNamed(key)) ?? -1),
      texts: peers === undefined ? [] : plan.texts,
      peers: peers ?? -1,
    };
  });
  return {
    ref: node.ref ?? '',
    isFrame: node.role === 'iframe',
    kinds: kindsOf(node),
    isTold: isTold(node),
    scopes,
  };
}

/** What the page knows the nodes by; a set with a node that it does not know would prove nothing. */
function wholeRefs(nodes: readonly PageNode[]): string[] | undefined {
  const refs = nodes.flatMap(({ ref }) => ref ?? []);
  return refs.length === nodes.length ? refs : undefined;
}

/** Sets of nodes that the page is told of once. */
class Groups {
  readonly refs: string[][] = [];
  readonly #indexes = new Map<readonly PageNode[], number | undefined>();

  add(nodes: readonly PageNode[]): number | undefined {
    if (this.#indexes.has(nodes)) return this.#indexes.get(nodes);
    const refs = wholeRefs(nodes);
    const index = refs && this.refs.push(refs) - 1;
    this.#indexes.set(nodes, index);
    return index;
  }
}

const ALL_KINDS: WantedElement['kinds'] = ['testId', 'label', 'placeholder', 'altText', 'title', 'text'];

/** Its text does not tell it from others where the name, which is the text, already failed. */
function kindsOf(node: PageNode): WantedElement['kinds'] {
  if (isTold(node)) return ['testId'];
  const isByText = findableRole(node) === undefined || node.role === 'paragraph';
  return ['testId', 'label', 'placeholder', 'altText', 'title', ...(isByText ? ['text' as const] : [])];
}

/** A name that counts something is told by its role all the same, so that only what never changes is better. */
const isTold = (node: PageNode): boolean => isCounting(node) && !isPassing(node) && roleStep(node) !== undefined;
