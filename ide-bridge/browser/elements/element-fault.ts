import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { formatFrame, formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { firstLine } from '../requests/page-failure.ts';
import type { AppSession } from '../session/app-session.ts';
import { pageAnswers } from '../session/hanging-page.ts';
import { askPage, noAnswer } from '../session/page-calls.ts';
import { locateNodes } from './element-locators.ts';
import { readLocatorFault } from './locator-fault.ts';
import { pageQuestions } from './page-questions.ts';
import { frameAnswers, readFrames } from './read-frames.ts';

interface FaultQuestion {
  locator: Locator;
  signal: AbortSignal;
  timeoutMs: number;
}

export async function elementFault(session: AppSession, error: unknown, asked: FaultQuestion): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  const { locator, signal, timeoutMs } = asked;
  const text = formatLocator(locator);
  const detail = { field: 'locator', next: 'getPageElements', cause: error };
  const fault = readLocatorFault(error, { locator, subject: text, url: session.page?.url() ?? 'the page' });
  if (fault !== undefined)
    return new AppError('locator-not-found', fault.message, { ...detail, facts: { candidates: fault.candidates } });
  if (/not valid|Unexpected token|Malformed|parsing (?:css )?selector/i.test(error.message))
    return new AppError('invalid-params', `The locator ${text} cannot be used: ${firstLine(error.message)}`, detail);
  if (error.name !== 'TimeoutError') return error;
  if (!(await pageAnswers(session.requirePage(), { signal, timeoutMs }))) return noAnswer(session, timeoutMs);
  const frame = await missingFrame(session, locator, { signal, timeoutMs }).catch(() => undefined);
  const none = `No visible element matches ${text}.`;
  return new AppError('locator-not-found', frame === undefined ? none : `${none} ${frame}`, detail);
}

const MOST_SHOWN = 5;

interface AskLimits {
  signal: AbortSignal;
  timeoutMs: number;
}

/** Names the missing frame of a locator, and those that are there. Errors: as `askPage`. */
export async function missingFrame(
  session: AppSession,
  locator: Locator,
  limits: AskLimits,
): Promise<string | undefined> {
  const page = session.requirePage();
  const { silentFrames } = session;
  const owners = locator.steps.flatMap(({ kind }, index) =>
    kind === 'contentFrame' ? [{ steps: locator.steps.slice(0, index) }] : [],
  );
  return await askPage(session, limits, async signal => {
    for (const owner of owners) {
      const element = session.locate(owner, page);
      if ((await element.count()) > 0) {
        const frame = await (await element.first().elementHandle())?.contentFrame();
        if (!frame || (await frameAnswers(frame, { silentFrames, signal }))) continue;
        return `${formatFrame(owner)} did not answer, so nothing is found in it.`;
      }
      return `No frame matches ${formatFrame(owner)}; ${await framesThere(session, page, { ...limits, signal })}.`;
    }
    return undefined;
  });
}

async function framesThere(session: AppSession, page: Page, limits: AskLimits): Promise<string> {
  const questions = pageQuestions(session, page, limits);
  const { frames } = await readFrames(questions, { boxes: false });
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
