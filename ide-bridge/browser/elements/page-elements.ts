import type { Frame, Page } from 'playwright';
import { formatFrame } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { CallOptions, ElementListing, ElementQuery, PageElement } from '../../../model/protocol/app-window.ts';
import type { AppSession } from '../session/app-session.ts';
import { ANSWER_LIMIT_MS, askPage } from '../session/page-calls.ts';
import { chooseElements, cutRuns, isBlocked, shownName, shownOptions, shownValue } from './choose-elements.ts';
import { elementFault } from './element-fault.ts';
import { locateNodes } from './element-locators.ts';
import { pageQuestions } from './page-questions.ts';
import { type PageNode, placeOf } from './page-tree.ts';
import { readFrames } from './read-frames.ts';

const MAX_SHOWN_CHARACTERS = 120;

/** About 3,000 tokens of a model. */
const DEFAULT_BYTES = 10_000;

/**
 * In document order, each with a locator that finds it alone. Errors: see `AppWindow`; `locator-not-found` when
 * `within` finds none or several.
 */
export async function pageElements(
  session: AppSession,
  query: ElementQuery,
  options: CallOptions,
): Promise<ElementListing> {
  const page = session.requirePage();
  const timeoutMs = options.timeoutMs ?? ANSWER_LIMIT_MS;
  return await askPage(session, { ...options, timeoutMs }, async signal => {
    const questions = pageQuestions(session, page, { signal, timeoutMs });
    const wanted = await framesOf(session, page, query.within);
    const { frames, silent, leftOut } = await readFrames(questions, { boxes: query.boxes, wanted });
    const refsInside = (locator: Locator) =>
      questions.refsInside(locator).catch(async error => {
        throw await elementFault(session, error, { locator, signal, timeoutMs: timeoutMs / 3 });
      });
    const within = query.within && (await refsInside(query.within));
    const { nodes, fitting, runs } = chooseElements(frames, { ...query, within });
    const locators = await locateNodes([...nodes, ...silent, ...(leftOut ? [leftOut.first] : [])], questions);
    const ranked = nodes.flatMap(node => toElement(node, locators.get(node), query.boxes));
    const shown = new Map(query.limit === undefined ? firstThatFit(ranked) : ranked);
    const silentFrames = silent.flatMap(node => frameText(locators.get(node)));
    const elements = fitting.flatMap(node => shown.get(node) ?? []);
    const frameCount = leftOut && { leftOutFrames: { first: locators.get(leftOut.first), count: leftOut.count } };
    return { elements, total: fitting.length, runs: cutRuns(runs, [...shown.keys()]), silentFrames, ...frameCount };
  });
}

/** If the locator finds none or several, a later check reports it. */
async function framesOf(session: AppSession, page: Page, within: Locator | undefined): Promise<Frame[]> {
  if (within === undefined) return [];
  try {
    const [element] = await session.locate(within, page).elementHandles();
    const places = await Promise.all([element?.contentFrame(), element?.ownerFrame()]);
    return places.flatMap(frame => frame ?? []);
  } catch {
    return [];
  }
}

const frameText = (locator: string | undefined): string[] =>
  locator === undefined ? [] : [formatFrame(parseLocator(locator))];

type ElementEntry = [node: PageNode, element: PageElement];

function firstThatFit(entries: readonly ElementEntry[]): ElementEntry[] {
  let bytes = 0;
  const end = entries.findIndex(([, element], index) => {
    bytes += Buffer.byteLength(JSON.stringify(element)) + 1;
    return index > 0 && bytes > DEFAULT_BYTES;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}

export function toElement(node: PageNode, locator: string | undefined, boxes: boolean): ElementEntry[] {
  if (locator === undefined) return [];
  const value = shownValue(node);
  const states = [...node.states, ...(isBlocked(node) ? ['blocked'] : []), ...(node.isDraggable ? ['draggable'] : [])];
  const { options, optionCount } = shownOptions(node);
  const box = boxes ? placeOf(node) : undefined;
  const element = {
    ...(node.ref === undefined ? {} : { ref: node.ref }),
    role: node.role,
    name: cut(shownName(node)),
    ...(states.length > 0 ? { state: states } : {}),
    ...(value === undefined ? {} : { value: cut(value) }),
    ...(options === undefined ? {} : { options: options.map(cut) }),
    ...(optionCount === undefined ? {} : { optionCount }),
    locator,
    ...(box ? { box } : {}),
  };
  return [[node, element]];
}

const cut = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…` : text;
