import { setTimeout as pause } from 'node:timers/promises';
import { Script } from 'node:vm';
import type { Page } from 'playwright';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { pageExpression as wrap } from '../../../model/values/page-script.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import type { Expectation, Mismatch } from './expectation.ts';
import { explainActionError, plainSentence } from './explain-action-error.ts';
import { givenTime, type Limits } from './limits.ts';

/** Only compiled here, never run. Errors: `invalid-params`. */
const pageExpression = (code: string): string => wrap(code, source => new Script(source));

/** Has its own limit, since a script ignores signals; stays on its page when others open. */
export async function runScript(session: AppSession, code: string, limits: Limits): Promise<unknown> {
  const page = session.requirePage();
  const expression = pageExpression(code);
  const late = () =>
    new AppError('timeout', `The script was still running after ${givenTime(limits)}.`, { field: 'code' });
  try {
    return await withinLimit(() => page.evaluate(expression), { ...limits, late });
  } catch (error) {
    throw explainActionError(error, { subject: 'the script', url: page.url(), ...limits });
  }
}

const PAUSES_MS = [0, 20, 50, 100];
/** Extra time for the first answer, so that a short limit still allows one look. */
const FIRST_ANSWER_MS = 1_000;

/** Repeats page JavaScript, at least once, until it is truthy (or falsy for `not`). */
export async function retryScript(
  page: Page,
  { expected = '', not, once = false }: Expectation,
  limits: Limits,
): Promise<Mismatch | undefined> {
  const code = pageExpression(expected);
  const end = performance.now() + limits.timeoutMs;
  const left = () => end - performance.now();
  let seen: string | undefined;
  for (let attempt = 0; attempt === 0 || (left() > 0 && !once); attempt++) {
    const timeoutMs = attempt === 0 ? limits.timeoutMs + FIRST_ANSWER_MS : Math.max(1, left());
    const look = await lookOnce(page, code, { ...limits, timeoutMs });
    if (look.truthy === !not) return undefined;
    seen = look.seen ?? seen;
    const wait = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0;
    await pause(Math.max(0, Math.min(wait, left())), undefined, { signal: limits.signal });
  }
  const wish = not ? 'falsy' : 'truthy';
  return {
    message: `The script did not become ${wish} within ${givenTime(limits)}; ${seen === undefined ? 'it did not end' : `last it gave ${seen}`}.`,
    expected: wish,
    actual: seen ?? 'no answer',
    log: [],
    isMissing: false,
  };
}

/** A script that throws or does not end is neither truthy nor falsy. */
async function lookOnce(page: Page, code: string, limits: Limits): Promise<{ truthy?: boolean; seen?: string }> {
  const late = () => new AppError('timeout', 'The script did not end in time.');
  try {
    const value = await withinLimit(() => page.evaluate(code), { ...limits, late });
    return { truthy: Boolean(value), seen: JSON.stringify(value) ?? String(value) };
  } catch (error) {
    if (isAppError(error, 'timeout')) return {};
    if (limits.signal.aborted || page.isClosed()) throw error;
    return { seen: error instanceof Error ? plainSentence(error.message).replace(/\.$/, '') : String(error) };
  }
}
