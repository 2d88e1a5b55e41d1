import type { ElementHandle, Locator as ElementLocator, Frame, Page } from 'playwright';
import { z } from 'zod';
import type { Locator } from '../../../model/locator/locator.ts';
import { type Listening, listeningElements } from '../../page/elements/listening-elements.ts';
import type { FactsRequest, LocatedElement, SurveyReply, SurveyRow } from '../../page/facts/page-facts-types.ts';
import { inPage } from '../../page/in-page.ts';
import { frameToRead, readTreeAndReply } from '../engine/read-at-once.ts';
import { factsBody, factsSelector, PAGE_FACTS_ENGINE } from '../reading/page-facts.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from '../reading/test-id-attribute.ts';
import type { AppSession } from '../session/app-session.ts';
import { connect } from '../session/page-connection.ts';
import type { PageFrame, PageNode } from './page-tree.ts';

export interface SurveyedPage {
  /** The value of `ariaSnapshotJSON({ mode: 'ai' })`. */
  tree: unknown;
  rows: readonly SurveyRow[];
}

export interface PageQuestions {
  page: Page;
  signal: AbortSignal;
  /** Those that are known not to answer. */
  silentFrames: WeakSet<Frame>;
  /** Snapshot and survey of a page without frames; undefined where these have to be asked for one by one. */
  readAtOnce(boxes: boolean): Promise<SurveyedPage | undefined>;
  /** Rows of the document in an iframe, else of the page. Empty when the frame is gone. */
  survey(owner: PageNode | undefined, boxes: boolean): Promise<readonly SurveyRow[]>;
  /** Of the elements with these references, within their frame. Empty when that is gone. */
  locate(frame: PageFrame, refs: string[], isWhole: boolean): Promise<readonly LocatedElement[]>;
  /** In all ways, within its document. Undefined when it is gone. */
  locateElement(element: ElementHandle): Promise<LocatedElement | undefined>;
  /** Includes everything inside the element. Errors: Playwright's, for other than one element. */
  refsInside(locator: Locator): Promise<ReadonlySet<string>>;
}

/** Share of the time of a call for one frame inside the page, or for an element to appear. */
const SHARE = 1 / 3;

export function pageQuestions(
  session: AppSession,
  page: Page,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): PageQuestions {
  const limit = { signal, timeout: timeoutMs * SHARE };
  return {
    page,
    signal,
    silentFrames: session.silentFrames,
    readAtOnce: async boxes => {
      const frame = frameToRead(page);
      if (frame === undefined) return undefined;
      const asked = readTreeAndReply(frame, PAGE_FACTS_ENGINE, factsBody({ kind: 'survey', boxes }));
      const [read, listening] = await Promise.all([asked, readListening(page)]);
      if (read === undefined) return undefined;
      const { tree, reply }: { tree: unknown; reply: SurveyReply } = JSON.parse(read);
      return { tree, rows: withListeners(reply, listening) };
    },
    survey: async (owner, boxes) => {
      const asked = askFrame(page, owner, { kind: 'survey', boxes }, limit);
      const [reply, listening] = await Promise.all([asked, owner === undefined ? readListening(page) : undefined]);
      return reply === undefined ? [] : withListeners(JSON.parse(reply), listening);
    },
    locate: async (frame, wanted, isWhole) => {
      const { testIdAttribute = DEFAULT_TEST_ID_ATTRIBUTE } = session;
      const reply = await askFrame(page, frame.owner, { kind: 'locate', testIdAttribute, wanted, isWhole }, limit);
      return reply === undefined ? [] : JSON.parse(reply);
    },
    locateElement: async element => {
      const { testIdAttribute = DEFAULT_TEST_ID_ATTRIBUTE } = session;
      const asked = factsSelector({ kind: 'locate', testIdAttribute, wanted: [''], isWhole: true });
      const reply = await element.$(asked).catch(() => null);
      const text = await reply?.textContent().catch(() => null);
      const [located]: LocatedElement[] = JSON.parse(text ?? '[]');
      return located;
    },
    refsInside: async locator => new Set(await refsFrom(session.locate(locator, page), limit)),
  };
}

/** The element's own reference comes first. Errors: Playwright's, for other than one element. */
export async function refsFrom(element: ElementLocator, limit: { signal: AbortSignal; timeout: number }) {
  const reply = await element.locator(factsSelector({ kind: 'survey', boxes: false })).textContent(limit);
  const { rows }: SurveyReply = JSON.parse(reply ?? '{ "rows": [] }');
  return rows.map(([ref]) => ref);
}

/** A frame inside the page may be gone or stuck without harm to the rest. */
async function askFrame(
  page: Page,
  owner: PageNode | undefined,
  request: FactsRequest,
  limit: { signal: AbortSignal; timeout: number },
): Promise<string | undefined> {
  const selector = factsSelector(request);
  if (owner === undefined) return (await page.locator(selector).textContent({ ...limit, timeout: 0 })) ?? undefined;
  if (owner.ref === undefined) return undefined;
  const content = page.getByRef(owner.ref).contentFrame().locator(selector);
  return (await content.textContent(limit).catch(() => undefined)) ?? undefined;
}

/** Positions are wrong once elements came or went. */
function withListeners({ count, rows }: SurveyReply, listening: Listening | undefined): readonly SurveyRow[] {
  if (listening?.count !== count) return rows;
  const places = new Set(listening.indexes);
  for (const row of rows) if (places.has(row[3])) row[2] += 'c';
  return rows;
}

/** On larger pages only elements with a role, a link or a pointer are asked about. */
const MOST_ELEMENTS = 20_000;

const LISTENING = String(inPage(listeningElements, MOST_ELEMENTS));

const Answer = z.object({ result: z.object({ value: z.object({ count: z.number(), indexes: z.array(z.number()) }) }) });

async function readListening(page: Page): Promise<Listening | undefined> {
  try {
    const connection = await connect(page);
    const answer: unknown = await connection.send('Runtime.evaluate', {
      expression: LISTENING,
      includeCommandLineAPI: true,
      returnByValue: true,
    });
    return Answer.safeParse(answer).data?.result.value;
  } catch {
    // A page that is navigating is asked again with the rest.
    return undefined;
  }
}
