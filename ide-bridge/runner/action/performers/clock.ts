import type { Page } from 'playwright';
import { z } from 'zod';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import { durationFault, readDuration } from '../../../../model/values/duration.ts';
import { pointInTimeFault, readPointInTime } from '../../../../model/values/point-in-time.ts';
import { type ClockStep, knownTimezone } from '../../../../model/values/window-clock.ts';
import { withinLimit } from '../../../browser/limits/within-limit.ts';
import type { AppSession } from '../../../browser/session/app-session.ts';
import { changeClock } from '../../../browser/session/window-clock.ts';
import { explainActionError, plainSentence } from '../../page/explain-action-error.ts';
import { givenTime } from '../../page/limits.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

export async function clock(action: ActionOf<'clock'>, context: PerformContext): Promise<Performed> {
  const { session, limits } = context;
  const page = session.requirePage();
  const { timeoutMs, signal } = limits;
  const by = action.by === undefined ? '' : (await context.text(action.by)).text;
  const time = action.time === undefined ? '' : (await context.text(action.time)).text;
  session.spoilWindow('its clock was set');
  const late = () => new AppError('timeout', lateMessage(action.do, by, givenTime(limits)));
  const work = async () => {
    const step = await stepOf(action.do, { time, by, page });
    const timezone = await timezoneOf(session, page);
    await changeClock({ context: page.context(), changes: session.changes }, step, timezone);
  };
  try {
    await withinLimit(work, { timeoutMs, signal, late });
    return PASSED;
  } catch (error) {
    throw explained(error, { ...limits, url: page.url() });
  }
}

interface GivenTimes {
  time: string;
  by: string;
  page: Page;
}

async function stepOf(change: ActionOf<'clock'>['do'], { time, by, page }: GivenTimes): Promise<ClockStep> {
  switch (change) {
    case 'set':
    case 'hold':
    case 'pause':
      return { do: change, atMs: await timeOf(time, page) };
    case 'run':
    case 'skip':
      return { do: change, byMs: durationOf(by) };
    case 'resume':
      return { do: change };
  }
}

const PageTime = z.number().int();

/** Errors: `invalid-project`, `page-error`. */
async function timeOf(text: string, page: Page): Promise<number> {
  const time = readPointInTime(text);
  if (time === undefined) throw new AppError('invalid-project', `${pointInTimeFault(text)}.`, { field: 'time' });
  if (time.kind === 'known') return time.ms;
  // Which zone the page is in, the browser and the settings of the project decide.
  const { data } = PageTime.safeParse(await page.evaluate(`new Date(${JSON.stringify(time.local)}).getTime()`));
  if (data !== undefined) return data;
  throw new AppError('page-error', `${page.url()} has replaced Date by something that cannot read “${text}”.`);
}

const PageTimezone = z.string().max(100);
const TIMEZONE_LIMIT_MS = 500;

/** Only to be shown with the time. Undefined where the page does not answer, or not with a zone. */
async function timezoneOf({ dialogs }: AppSession, page: Page): Promise<string | undefined> {
  if (dialogs.current !== undefined) return undefined;
  const ask = () => page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone');
  const answer = await withinLimit(ask, { timeoutMs: TIMEZONE_LIMIT_MS }).catch(() => undefined);
  return knownTimezone(PageTimezone.safeParse(answer).data);
}

/** Errors: `invalid-project`. */
function durationOf(text: string): number {
  const ms = readDuration(text);
  if (ms !== undefined) return ms;
  throw new AppError('invalid-project', `${durationFault(text)}.`, { field: 'by' });
}

function lateMessage(change: ActionOf<'clock'>['do'], by: string, limit: string): string {
  if (change !== 'run') return `The page did not take the time within ${limit}.`;
  return `The clock had not run on by ${by} within ${limit}: each timer of the page fires as often as it is due. “skip” has each fire once at most.`;
}

function explained(error: unknown, situation: Omit<Parameters<typeof explainActionError>[1], 'subject'>): AppError {
  if (isAppError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  // Playwright hands on what a timer throws.
  if (/^clock\.(?:runFor|fastForward|pauseAt): /.test(message) && !/closed|crashed/i.test(message))
    return new AppError('page-error', `A timer of the page failed: ${plainSentence(message)}`, { cause: error });
  return explainActionError(error, { subject: 'the clock', ...situation });
}
