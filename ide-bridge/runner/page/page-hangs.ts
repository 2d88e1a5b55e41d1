import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { untilHanging } from '../../browser/session/hanging-page.ts';
import { whySilent } from '../../browser/session/silent-page.ts';
import { STUCK } from './failure.ts';
import type { Limits } from './page-port.ts';

/** The engine says by itself what it waited for in vain, if it can. */
const FIRST_WORD_MS = 500;

export const hangingPage = (page: Page | undefined): AppError =>
  new AppError('timeout', `The page ${page?.url() ?? ''} does not answer; ${whySilent()}.`, {
    facts: STUCK,
  });

/**
 * Rejects when the time of an action is over and the page has answered nothing for a while. It is asked meanwhile, so
 * that nobody has to wait for its silence afterwards.
 */
export async function pageHangs(session: AppSession, { timeoutMs, signal }: Limits): Promise<never> {
  const { hangsAfterMs } = session.limits;
  await pause(Math.max(0, timeoutMs + FIRST_WORD_MS - hangsAfterMs), undefined, { signal });
  await untilHanging(session, { signal, hangsAfterMs }, signal);
  throw hangingPage(session.page);
}
