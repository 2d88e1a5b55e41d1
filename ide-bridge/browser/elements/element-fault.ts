import { AppError } from '../../../model/errors/errors.ts';
import { formatLocator } from '../../../model/locator/format-locator.ts';
import type { Locator } from '../../../model/locator/locator.ts';
import { firstLine } from '../requests/page-failure.ts';
import type { AppSession } from '../session/app-session.ts';
import { pageAnswers } from '../session/hanging-page.ts';
import { noAnswer } from '../session/page-calls.ts';
import { readLocatorFault } from './locator-fault.ts';
import { missingFrame } from './missing-frame.ts';

interface Asked {
  locator: Locator;
  signal: AbortSignal;
  /** How long the page may take to say more. */
  timeoutMs: number;
}

/**
 * The error of a locator that did not lead to one visible element, from that of Playwright; others are returned as
 * they are. A page that does not answer says nothing about its elements: `timeout`.
 */
export async function elementFault(session: AppSession, error: unknown, asked: Asked): Promise<unknown> {
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
  const none = `No visible element fits ${text}.`;
  return new AppError('locator-not-found', frame === undefined ? none : `${none} ${frame}`, detail);
}
