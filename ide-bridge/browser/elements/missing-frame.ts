import type { Page } from 'playwright';
import { formatFrame } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import type { AppSession } from '../session/app-session.ts';
import { askPage } from '../session/page-calls.ts';
import { locateNodes } from './element-locators.ts';
import { frameAnswers } from './frame-answers.ts';
import { pageQuestions } from './page-questions.ts';
import { readFrames } from './read-frames.ts';

type Element = ReturnType<Page['locator']>;

const MOST_SHOWN = 5;

interface Limits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Says which frame of a locator is not there, and which are; undefined when each is there. Errors: as `askPage`. */
export async function missingFrame(session: AppSession, locator: Locator, limits: Limits): Promise<string | undefined> {
  const page = session.requirePage();
  const owners = locator.steps.flatMap(({ kind }, index) =>
    kind === 'contentFrame' ? [{ steps: locator.steps.slice(0, index) }] : [],
  );
  return await askPage(session, limits, async signal => {
    for (const owner of owners) {
      const element = session.locate(owner, page);
      if ((await element.count()) > 0) {
        if (await contentAnswers(element, signal)) continue;
        return `${formatFrame(owner)} did not answer, so nothing is found in it.`;
      }
      return `No frame fits ${formatFrame(owner)}; ${await framesThere(session, page, { ...limits, signal })}.`;
    }
    return undefined;
  });
}

async function contentAnswers(element: Element, signal: AbortSignal): Promise<boolean> {
  const handle = await element.first().elementHandle();
  const frame = await handle?.contentFrame();
  return !frame || frameAnswers(frame, signal);
}

async function framesThere(session: AppSession, page: Page, limits: Limits): Promise<string> {
  const questions = pageQuestions(session, page, limits);
  const { frames } = await readFrames(page, questions, { signal: limits.signal, boxes: false });
  const owners = frames.flatMap(({ owner }) => owner ?? []);
  const locators = await locateNodes(owners, questions);
  return listed(owners.flatMap(owner => locators.get(owner) ?? []));
}

function listed(frames: readonly string[]): string {
  if (frames.length === 0) return 'the page has no frames';
  const shown = frames.slice(0, MOST_SHOWN).map(text => formatFrame(parseLocator(text)));
  const more = frames.length - shown.length;
  return `the page has ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
