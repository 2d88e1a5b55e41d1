import type { Page } from 'playwright';
import type { Locator } from '../../../model/locator/locator.ts';
import { factsSelector } from '../in-page/page-facts.ts';
import type { FactsRequest, RefineReply, RefineRequest, SurveyRow } from '../in-page/page-facts-types.ts';
import { DEFAULT_TEST_ID_ATTRIBUTE } from '../in-page/test-id-attribute.ts';
import type { AppSession } from '../session/app-session.ts';
import { listeningElements } from './listening-elements.ts';
import type { PageFrame, PageNode } from './page-tree.ts';

/** What can be asked about the elements of the last snapshot of a page. */
export interface PageQuestions {
  testIdAttribute: string;
  /** Of the document in an iframe, else of the page itself. Empty when the frame has gone. */
  survey(owner: PageNode | undefined, boxes: boolean): Promise<SurveyRow[]>;
  /** Undefined when the frame has gone. */
  refine(frame: PageFrame, request: RefineRequest): Promise<RefineReply | undefined>;
  /** References of an element and everything inside it. Errors: Playwright's, for other than one element. */
  refsInside(locator: Locator): Promise<ReadonlySet<string>>;
}

/** Part of the time of a call that one frame inside the page, or an element to come, may take. */
const SHARE = 1 / 3;

/** The page itself may take until the signal. */
export function pageQuestions(
  session: AppSession,
  page: Page,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): PageQuestions {
  const limit = { signal, timeout: timeoutMs * SHARE };
  return {
    testIdAttribute: session.testIdAttribute ?? DEFAULT_TEST_ID_ATTRIBUTE,
    survey: async (owner, boxes) => {
      const listening = owner === undefined ? await listeningElements(page) : undefined;
      return JSON.parse((await askFrame(page, owner, { kind: 'survey', boxes, listening }, limit)) ?? '[]');
    },
    refine: async (frame, request) => {
      const reply = await askFrame(page, frame.owner, request, limit);
      return reply === undefined ? undefined : JSON.parse(reply);
    },
    refsInside: async locator => {
      const inside = session.locate(locator, page).locator(factsSelector({ kind: 'survey', boxes: false }));
      const reply = await inside.textContent(limit);
      const rows: SurveyRow[] = JSON.parse(reply ?? '[]');
      return new Set(rows.map(([ref]) => ref));
    },
  };
}

/** The text of the script's reply; a frame inside the page may go, or be stuck, without harm to the rest. */
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
