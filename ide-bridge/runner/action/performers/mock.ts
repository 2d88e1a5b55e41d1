import { stat } from 'node:fs/promises';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { answeredStatusFault } from '../../../../model/actions/mock.ts';
import { AppError } from '../../../../model/errors/errors.ts';
import { counted } from '../../../../model/names/counted.ts';
import type { ActionFailure } from '../../../../model/run/run.ts';
import { numberFault } from '../../../../model/values/whole-number.ts';
import { withinLimit } from '../../../browser/limits/within-limit.ts';
import type { MockRecord } from '../../../browser/requests/mocked-requests.ts';
import { addressFit } from '../../page/address-fit.ts';
import { answerMocked, type MockedAnswer } from '../../page/answer-mocked.ts';
import { givenTime } from '../../page/limits.ts';
import type { PerformContext, Performed } from '../perform-context.ts';
import { bodyOf, headersOf } from './request.ts';

export async function mock(action: ActionOf<'mock'>, context: PerformContext): Promise<Performed> {
  const { method, delayMs } = action;
  const { session, limits } = context;
  refuseLent(context);
  const shown = await context.pattern(action.url);
  const fits = addressFit(shown, context.base());
  const times = await timesOf(action.times, context);
  const answer = await answerOf(action, context);
  const { timeoutMs } = limits;
  const window = session.context ?? session.requirePage().context();
  const late = () => new AppError('timeout', `The browser did not begin to mock requests within ${givenTime(limits)}.`);
  const begin = () =>
    session.mocks.begin(window, {
      ...{ fits, shown, method, times },
      answer: (route, signal) => answerMocked(route, { session, delayMs, answer, timeoutMs }, signal),
    });
  const record = await withinLimit(begin, { ...limits, late });
  return { state: 'passed', later: { lasts: true, atEnd: () => failureOf(record), note: () => noteOf(record) } };
}

/** Requests of a lent tab belong to the person who lent it. Errors: `page-error`. */
export function refuseLent({ session }: PerformContext): void {
  if (session.isLent)
    throw new AppError(
      'page-error',
      'Requests of a lent tab cannot be mocked: give it back, and the app window is a browser of its own again.',
    );
}

/** Errors: `invalid-project`. */
async function timesOf(template: string | undefined, context: PerformContext): Promise<number | undefined> {
  if (template === undefined) return undefined;
  const { text } = await context.text(template);
  const fault = numberFault('the number of requests', text);
  if (fault !== undefined) throw new AppError('invalid-project', `${fault}.`, { field: 'times' });
  return Number(text);
}

async function answerOf(action: ActionOf<'mock'>, context: PerformContext): Promise<MockedAnswer> {
  const { abort, change, file } = action;
  if (abort !== undefined) return { kind: 'fail', code: abort };
  const status = await statusOf(action.status, context);
  const headers = await headersOf(action.headers ?? {}, context);
  if (change !== undefined) {
    const compute = (names: Readonly<Record<string, unknown>>, signal: AbortSignal) =>
      context.compute(change, names, signal);
    return { kind: 'change', expression: change, status, headers, compute };
  }
  const body = await bodyOf(action.body, context);
  const path = await fileOf(file, context);
  const isReal = [action.status, action.headers, action.body, file].every(field => field === undefined);
  return isReal ? { kind: 'real' } : { kind: 'answer', status: status ?? 200, headers, body, file: path };
}

/** It is read anew for each request. */
const MOST_FILE_BYTES = 50_000_000;

/** Errors: `invalid-project`. */
async function fileOf(template: string | undefined, context: PerformContext): Promise<string | undefined> {
  if (template === undefined) return undefined;
  const path = await context.pathOf((await context.text(template)).text, 'file');
  const { size } = await stat(path);
  if (size <= MOST_FILE_BYTES) return path;
  throw new AppError('invalid-project', `A mock answers with files of at most 50 MB, and this one has ${size} bytes.`, {
    field: 'file',
  });
}

/** Errors: `invalid-project`. */
async function statusOf(template: string | undefined, context: PerformContext): Promise<number | undefined> {
  if (template === undefined) return undefined;
  const { text } = await context.text(template);
  const fault = answeredStatusFault(text);
  if (fault !== undefined) throw new AppError('invalid-project', `${fault}.`, { field: 'status' });
  return Number(text);
}

const UNASKED = 'No request asked for it';

/** What was wrong with an answer, and a mock that was to be asked for and was not. */
function failureOf({ fault, times, answered }: MockRecord): ActionFailure | undefined {
  if (fault !== undefined) return { message: fault };
  return times !== undefined && answered === 0 ? { message: `${UNASKED} before the test ended.` } : undefined;
}

function noteOf({ fault, times, answered, covered, over }: MockRecord): string | undefined {
  const requests = (count: number) => counted(count, 'request');
  const notes = [
    fault,
    answered === 0 && covered === 0 ? `${UNASKED}.` : undefined,
    covered > 0
      ? `A later mock answered ${requests(covered)} that ${covered === 1 ? 'fits' : 'fit'} this one, too.`
      : undefined,
    over > 0 ? `It answered ${requests(over)} that an earlier mock fits, too.` : undefined,
    times !== undefined && answered > 0 && answered < times
      ? `It answered ${answered} of ${requests(times)}.`
      : undefined,
  ].filter(note => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' ');
}

export async function stopMocking({ url }: ActionOf<'stopMocking'>, context: PerformContext): Promise<Performed> {
  const { mocks } = context.session;
  const shown = url === undefined ? undefined : await context.pattern(url);
  if (shown !== undefined && !mocks.shown.includes(shown)) return noSuchMock(shown, mocks.shown);
  const late = () => new AppError('timeout', `The browser did not stop mocking within ${givenTime(context.limits)}.`);
  const ended = await withinLimit(() => mocks.stop(shown), { ...context.limits, late });
  const answered = ended.reduce((sum, record) => sum + record.answered, 0);
  const recorded = url === undefined ? await mocks.recording.finish() : undefined;
  const count =
    ended.length === 0
      ? undefined
      : `${counted(ended.length, 'mock')} ended, after ${counted(answered, 'request')} in all.`;
  const notes = [count, recorded].filter(note => note !== undefined);
  return { state: 'passed', note: notes.length === 0 ? 'Nothing was mocked.' : notes.join(' ') };
}

function noSuchMock(shown: string, others: readonly string[]): Performed {
  const known = others.length === 0 ? 'nothing is mocked' : `what is mocked is ${others.join(', ')}`;
  const message = `“${shown}” is not mocked: ${known}.`;
  const actual = others.length === 0 ? 'none' : others.join(', ');
  return { state: 'failed', error: { message, expected: shown, actual }, isMissing: false };
}
