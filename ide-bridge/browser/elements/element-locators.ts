import type { ElementHandle } from 'playwright';
import { writableLocators } from '../../../model/locator/writable-locators.ts';
import type { LocatedElement } from '../../page/facts/page-facts-types.ts';
import { plainStep } from './findable-names.ts';
import type { PageQuestions } from './page-questions.ts';
import type { PageFrame, PageNode } from './page-tree.ts';

type LocatedNodes = ReadonlyMap<PageNode, LocatedElement>;

/** For each node the best locator that finds it alone now; those that none finds are left out. */
export async function locateNodes(nodes: readonly PageNode[], ask: PageQuestions): Promise<Map<PageNode, string>> {
  const located = await locateAll(nodes, ask, false);
  return new Map(
    nodes.flatMap(node => {
      const [best] = textsOf(node, located, ({ alone }) => alone);
      return best === undefined ? [] : [[node, best] as const];
    }),
  );
}

/** Of an element, which may be no node itself; `around` is the node that is it or has it. */
export async function locateInAllWays(
  element: ElementHandle,
  around: PageNode,
  ask: PageQuestions,
): Promise<LocatedElement> {
  const [own, located] = await Promise.all([ask.locateElement(element), locateAll([around], ask, true)]);
  if (own !== undefined && own.alone.length > 0) located.set(around, own);
  return {
    alone: textsOf(around, located, ({ alone }) => alone),
    plain: textsOf(around, located, ({ plain }) => plain),
    besideText: textsOf(around, located, ({ besideText }) => besideText),
  };
}

/** With the iframes around them, each frame in one question. */
async function locateAll(nodes: readonly PageNode[], ask: PageQuestions, isWhole: boolean) {
  const located = new Map<PageNode, LocatedElement>();
  const wanted = [...new Set([...nodes, ...nodes.flatMap(ownersOf)])];
  const locateIn = async (frame: PageFrame) => {
    const own = wanted.filter(node => node.frame === frame && node.ref !== undefined);
    const refs = own.flatMap(({ ref }) => ref ?? []);
    const answers = refs.length === 0 ? [] : await ask.locate(frame, refs, isWhole);
    for (const [at, node] of own.entries()) located.set(node, answers[at] ?? { alone: [], plain: [], besideText: [] });
  };
  await Promise.all([...new Set(wanted.map(({ frame }) => frame))].map(locateIn));
  return located;
}

function ownersOf({ frame }: PageNode): PageNode[] {
  return frame.owner === undefined ? [] : [frame.owner, ...ownersOf(frame.owner)];
}

function textsOf(
  node: PageNode,
  located: LocatedNodes,
  waysOf: (located: LocatedElement) => readonly string[],
): string[] {
  const way = wayInto(node.frame, located);
  const answer = located.get(node);
  // What has no reference, as it takes no clicks, cannot be asked for.
  const own = answer === undefined ? plainStep(node) : waysOf(answer);
  return way === undefined ? [] : writableLocators(own.map(text => `${way}${text}`));
}

function wayInto({ owner }: PageFrame, located: LocatedNodes): string | undefined {
  if (owner === undefined) return '';
  const outer = wayInto(owner.frame, located);
  const [own] = located.get(owner)?.alone ?? [];
  return outer === undefined || own === undefined ? undefined : `${outer}${own}.contentFrame().`;
}
