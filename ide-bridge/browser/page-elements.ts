import type { Page } from 'playwright';
import type { CallOptions, ElementListing, ElementQuery, PageElement } from '../../model/protocol/bridge.ts';
import type { AppSession } from './app-session.ts';
import { chooseElements, cutRuns, shownName, shownValue } from './choose-elements.ts';
import { locateNodes } from './element-locators.ts';
import { ANSWER_LIMIT_MS, askPage } from './page-calls.ts';
import type { SurveyRow } from './page-facts-types.ts';
import { type PageQuestions, pageQuestions } from './page-questions.ts';
import { addSurvey, type PageFrame, type PageNode, placeOf, readTree } from './page-tree.ts';

const MAX_SHOWN_CHARACTERS = 120;

/** Of a listing whose size nobody asked for; some 3,000 tokens of a model. */
const DEFAULT_BYTES = 10_000;

/**
 * The elements of the current page that fit the query, in document order, each with a locator that leads to it alone.
 * Errors: see `AppWindow`; `locator-not-found` when `within` leads to no element or to several.
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
    const frames = await readFrames(page, questions, { signal, boxes: query.boxes });
    const { nodes, fitting, runs } = chooseElements(frames, {
      ...query,
      within: query.within && (await questions.refsInside(query.within)),
    });
    const locators = await locateNodes(nodes, questions);
    const ranked = nodes.flatMap(node => toElement(node, locators.get(node), query.boxes));
    const shown = new Map(query.limit === undefined ? firstThatFit(ranked) : ranked);
    const elements = fitting.flatMap(node => shown.get(node) ?? []);
    return { elements, total: fitting.length, runs: cutRuns(runs, [...shown.keys()]) };
  });
}

/**
 * The snapshot with what it leaves out. The main frame is surveyed without waiting for the snapshot to be unpacked; a
 * survey that came too early knows not all of its references, which change with role and name, and is made again.
 */
async function readFrames(
  page: Page,
  questions: PageQuestions,
  { signal, boxes }: { signal: AbortSignal; boxes: boolean },
): Promise<PageFrame[]> {
  const [snapshot, early] = await Promise.all([
    page.ariaSnapshotJSON({ mode: 'ai', signal, timeout: 0 }),
    questions.survey(undefined, boxes),
  ]);
  const frames = readTree(snapshot);
  const survey = async (frame: PageFrame) => {
    const rows =
      frame.owner === undefined && knowsAll(early, frame) ? early : await questions.survey(frame.owner, boxes);
    addSurvey(frame, rows);
  };
  await Promise.all(frames.map(survey));
  return frames;
}

function knowsAll(rows: readonly SurveyRow[], { nodes }: PageFrame): boolean {
  const known = new Set(rows.map(([ref]) => ref));
  return nodes.every(({ ref }) => ref === undefined || known.has(ref));
}

type Entry = [node: PageNode, element: PageElement];

function firstThatFit(entries: readonly Entry[]): Entry[] {
  let bytes = 0;
  const end = entries.findIndex(([, element], index) => {
    bytes += Buffer.byteLength(JSON.stringify(element)) + 1;
    return index > 0 && bytes > DEFAULT_BYTES;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}

function toElement(node: PageNode, locator: string | undefined, boxes: boolean): Entry[] {
  if (locator === undefined) return [];
  const value = shownValue(node);
  const box = boxes ? placeOf(node) : undefined;
  const element = {
    ref: node.ref ?? '',
    role: node.role,
    name: cut(shownName(node)),
    ...(node.states.length > 0 ? { state: [...node.states] } : {}),
    ...(value === undefined ? {} : { value: cut(value) }),
    locator,
    ...(box ? { box } : {}),
  };
  return [[node, element]];
}

const cut = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…` : text;
