import { literalLocator } from '../../../model/locator/format-locator.ts';
import type { Locator, LocatorStep } from '../../../model/locator/locator.ts';
import type {
  AnchorAnswer,
  CardAnswer,
  DirectFact,
  RefineAnswer,
  WantedElement,
} from '../../page/facts/page-facts-types.ts';
import type { PageQuestions } from './page-questions.ts';
import { isInside, type PageFrame, type PageNode } from './page-tree.ts';
import {
  alike,
  exactStep,
  findableRole,
  hasName,
  isCounting,
  MAX_NAME_CHARACTERS,
  roleStep,
  sameNamed,
} from './role-locators.ts';
import { answeredSteps, isPassing, nearestScope, type ScopedPlan, scopedPlans } from './scoped-locators.ts';
import { waysBesideText } from './ways-beside-text.ts';

const MOST_OTHERS = 4;

type WaysByNode = Map<PageNode, LocatorStep[][]>;

export async function locateNodes(nodes: readonly PageNode[], ask: PageQuestions): Promise<Map<PageNode, string>> {
  const ways: WaysByNode = new Map();
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

interface AllWays {
  /** Locators that find it alone, best first: independent of each other, and only a few. */
  alone: string[];
  /** Its role and name, whether or not others have the same. */
  plain: string[];
  /** Locators that do not use its text, so that they find it whatever the text becomes; best first. */
  besideText: string[];
}

export async function locateInAllWays(node: PageNode, ask: PageQuestions): Promise<AllWays> {
  const ways: WaysByNode = new Map();
  const asked = [node, ...ownersOf(node)];
  const [beside] = await Promise.all([
    waysBesideText(node, ask),
    ...framesOf(asked).map(frame => refineFrame(frame, asked, { ask, ways, whole: node })),
  ]);
  const [best, ...others] = ways.get(node) ?? [];
  if (best === undefined) return { alone: [], plain: [], besideText: [] };
  // Another way says whatever a number would.
  ways.set(node, [best, ...others.filter(way => !isNumbered(way)).slice(0, MOST_OTHERS)]);
  const alone = textsOf(node, ways);
  const textsFor = (found: LocatorStep[][]) => textsOf(node, new Map([...ways, [node, found]]));
  return { alone, plain: textsFor(plainWays(node)), besideText: textsFor(beside) };
}

function plainWays(node: PageNode): LocatorStep[][] {
  const role = findableRole(node);
  if (role === undefined || node.name.length > MAX_NAME_CHARACTERS) return [];
  return [[hasName(node) ? { kind: 'role', role, name: node.name } : { kind: 'role', role }]];
}

function textsOf(node: PageNode, ways: WaysByNode): string[] {
  const outer = framePath(node.frame, ways);
  const own = outer === undefined ? [] : (ways.get(node) ?? []);
  const texts = own.map(way => literalLocator({ steps: [...(outer ?? []), ...way] } satisfies Locator));
  return [...new Set(texts)];
}

function ownersOf({ frame }: PageNode): PageNode[] {
  return frame.owner === undefined ? [] : [frame.owner, ...ownersOf(frame.owner)];
}

const framesOf = (nodes: readonly PageNode[]): PageFrame[] => [...new Set(nodes.map(({ frame }) => frame))];

function framePath(frame: PageFrame, ways: WaysByNode): LocatorStep[] | undefined {
  if (frame.owner === undefined) return [];
  const [own] = ways.get(frame.owner) ?? [];
  const outer = framePath(frame.owner.frame, ways);
  return own && outer && [...outer, ...own, { kind: 'contentFrame' }];
}

interface Refining {
  ask: PageQuestions;
  ways: WaysByNode;
  whole?: PageNode;
}

async function refineFrame(
  frame: PageFrame,
  unclear: readonly PageNode[],
  { ask, ways, whole }: Refining,
): Promise<void> {
  const groups = new NodeGroups();
  const inquiries = unclear
    .filter(node => node.frame === frame)
    .map(node => ({
      node,
      plans: node.role === 'iframe' || (isByRole(node) && node !== whole) ? [] : scopedPlans(node),
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

function toWanted(node: PageNode, plans: readonly ScopedPlan[], groups: NodeGroups): WantedElement {
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
    isByRole: isByRole(node),
    scopes,
  };
}

/** Undefined with a node that the page does not know: an incomplete set would prove nothing. */
function wholeRefs(nodes: readonly PageNode[]): string[] | undefined {
  const refs = nodes.flatMap(({ ref }) => ref ?? []);
  return refs.length === nodes.length ? refs : undefined;
}

class NodeGroups {
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

/** Where the name is the text, the text fails as the name did. */
function kindsOf(node: PageNode): WantedElement['kinds'] {
  if (isByRole(node)) return ['testId'];
  const isByText = findableRole(node) === undefined || node.role === 'paragraph';
  return ['testId', 'label', 'placeholder', 'altText', 'title', ...(isByText ? ['text' as const] : [])];
}

/** An element whose name is a count is still found by its role, so only what never changes is better. */
const isByRole = (node: PageNode): boolean => isCounting(node) && !isPassing(node) && roleStep(node) !== undefined;

interface KnownNode {
  node: PageNode;
  plans: readonly ScopedPlan[];
  answer: RefineAnswer;
  /** Index of each element among those with its role and name, by reference, in locator order. */
  places: ReadonlyMap<string, number> | undefined;
}

type MaybeWay = LocatorStep[] | undefined;

/**
 * Locators that find the element alone now, the most lasting first: role and name, or what is written for it (test id,
 * label, placeholder, text, id); then its surroundings; then marks of its kind; numbers last.
 */
function waysTo({ node, plans, answer, places }: KnownNode): LocatorStep[][] {
  const own = alone(node);
  const isByRole = own !== undefined && node.role !== 'iframe' && !isPassing(node) && !isCounting(node);
  const anchor = answer.anchor && anchored(node, plans, answer.anchor);
  const ways: MaybeWay[] = [
    ...(isByRole ? [own] : []),
    direct(answer),
    ...(answer.directs ?? []).map(direct),
    scoped(plans, answer),
    ...(hasName(node) ? [own] : []),
    answer.mark && direct(answer.mark),
    own,
    answer.anchor?.nth === undefined ? anchor : undefined,
    answer.card && inCard(node, answer.card),
    anchor,
    countedWithin(node, places),
    counted(node, places),
    answer.last && direct(answer.last),
  ];
  return ways.filter(way => way !== undefined);
}

const isNumbered = (way: readonly LocatorStep[]): boolean => way.some(({ kind }) => kind === 'nth');

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

/** Inside a container with an id or test id: by the text of its row or the like, else by its number there. */
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

function inCard(node: PageNode, { css, hasText, part }: CardAnswer): LocatorStep[] | undefined {
  const role = findableRole(node);
  if (role === undefined || node.name.length > MAX_NAME_CHARACTERS) return undefined;
  const whole = exactStep(node, role);
  const own = isNameOfNoOther(node) ? { ...whole, exact: undefined } : whole;
  const innermost: LocatorStep[] =
    part === undefined
      ? []
      : [
          { kind: 'has', locator: { steps: [{ kind: 'selector', selector: part }] } },
          { kind: 'nth', index: -1 },
        ];
  return [{ kind: 'selector', selector: css }, { kind: 'hasText', text: hasText }, ...innermost, own];
}

function isNameOfNoOther(node: PageNode): boolean {
  const name = node.name.toLowerCase();
  return alike(node).nodes.every(other => other.name === node.name || !other.name.toLowerCase().includes(name));
}

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

/** The last resort: its number among those with the same role and name. */
function counted(node: PageNode, places: ReadonlyMap<string, number> | undefined): LocatorStep[] | undefined {
  const role = findableRole(node);
  const index = places?.get(node.ref ?? '');
  if (role === undefined || index === undefined || node.name.length > MAX_NAME_CHARACTERS) return undefined;
  return [exactStep(node, role), { kind: 'nth', index }];
}
