/** What a request gets that a test mocks: an answer of the test, the real one later or changed, or none. */
import { access } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { APIResponse, Request, Route } from 'playwright';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { shownAddress } from '../../browser/logs/shown-text.ts';
import type { AppSession } from '../../browser/session/app-session.ts';
import { plainSentence } from './explain-action-error.ts';
import type { Limits } from './limits.ts';
import { fetchAnswer } from './send-request.ts';

type AnswerHeaders = Readonly<Record<string, string>>;

type AnswerText = { text: string; isJson: boolean };

export type MockedAnswer =
  | { kind: 'fail'; code: string }
  /** `file`: its path on this machine. */
  | { kind: 'answer'; status: number; headers: AnswerHeaders; body?: AnswerText | undefined; file?: string | undefined }
  /** `expression` is for people. */
  | { kind: 'change'; expression: string; status: number | undefined; headers: AnswerHeaders; compute: Compute }
  | { kind: 'real' };

type Compute = (names: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<unknown>;

interface Answering {
  session: AppSession;
  delayMs: number | undefined;
  answer: MockedAnswer;
  /** For the real answer. */
  timeoutMs: number;
}

/** More JSON is not computed with. */
const MOST_CHANGED_BYTES = 5_000_000;

/**
 * Ends the route; once the signal aborts, the request goes to its server. Resolves with what could not be done, as a
 * sentence. Never rejects.
 */
export async function answerMocked(
  route: Route,
  answering: Answering,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { delayMs } = answering;
  try {
    if (delayMs !== undefined) await pause(delayMs, undefined, { signal });
    return await answered(route, answering, signal);
  } catch (error) {
    if (signal.aborted) {
      await route.continue().catch(() => {});
      return undefined;
    }
    await route.abort(isAppError(error, 'timeout') ? 'timedout' : 'failed').catch(() => {});
    return faultOf(error, route.request());
  }
}

const nameOf = (request: Request): string => `${request.method()} ${shownAddress(request.url())}`;

function faultOf(error: unknown, request: Request): string {
  if (isAppError(error)) return error.message;
  const reason = error instanceof Error ? plainSentence(error.message) : String(error);
  return `${nameOf(request)} could not be answered: ${reason}`;
}

async function answered(route: Route, answering: Answering, signal: AbortSignal): Promise<string | undefined> {
  const { answer } = answering;
  switch (answer.kind) {
    case 'fail':
      await route.abort(answer.code);
      return undefined;
    case 'answer':
      if (answer.file !== undefined) await requireFile(answer.file, route.request());
      await route.fulfill(given(answer, route.request()));
      return undefined;
    case 'change':
      return changed(route, { ...answering, answer }, signal);
    case 'real':
      await route.continue();
      return undefined;
  }
}

/** It was there when the mock began. Errors: `not-found`. */
async function requireFile(file: string, request: Request): Promise<void> {
  await access(file).catch((error: unknown) => {
    throw new AppError('not-found', `${nameOf(request)} could not be answered: the file is no longer there.`, {
      cause: error,
    });
  });
}

/** What a browser takes no other type for. */
const TYPES: Readonly<Record<string, string>> = {
  document: 'text/html',
  script: 'text/javascript',
  stylesheet: 'text/css',
};

function given({ status, headers, body, file }: Extract<MockedAnswer, { kind: 'answer' }>, request: Request) {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  // Playwright tells the type of a file by its name.
  if (file !== undefined)
    return { status, headers, path: file, ...(named === undefined ? {} : { contentType: named }) };
  const kind = body?.isJson ? 'application/json' : (TYPES[request.resourceType()] ?? 'text/plain');
  const contentType = named ?? (body === undefined ? undefined : `${kind}; charset=utf-8`);
  return { status, headers, body: body?.text ?? '', ...(contentType === undefined ? {} : { contentType }) };
}

type Changing = Answering & { answer: Extract<MockedAnswer, { kind: 'change' }> };

async function changed(route: Route, { session, timeoutMs, answer }: Changing, signal: AbortSignal) {
  const request = route.request();
  if (isStream(request)) {
    await route.continue();
    return `The answer to ${nameOf(request)} was not changed: it is a stream of events, which has no end.`;
  }
  const response = await realAnswer(session, request, { timeoutMs, signal });
  try {
    const made = await changedBody(request, response, { answer, signal });
    const headers = plainHeaders(response);
    if ('body' in made) {
      const status = answer.status ?? response.status();
      await route.fulfill({ status, headers: { ...headers, ...lowered(answer.headers) }, body: made.body });
      return undefined;
    }
    await route.fulfill({ response, headers });
    return `The answer to ${nameOf(request)} was not changed: ${made.reason}`;
  } finally {
    await response.dispose();
  }
}

const isStream = (request: Request): boolean =>
  request.resourceType() === 'eventsource' || /\btext\/event-stream\b/.test(request.headers().accept ?? '');

/** Redirects are followed, each only where the window may go, since Playwright hands no redirected request to a mock. */
async function realAnswer(session: AppSession, request: Request, limits: Limits): Promise<APIResponse> {
  const { 'content-length': _length, host: _host, ...headers } = request.headers();
  const body = request.postDataBuffer() ?? undefined;
  const call = { method: request.method(), url: request.url(), base: undefined, headers, body, isAnswer: () => false };
  const { response } = await fetchAnswer(session, call, limits);
  return response;
}

/** Playwright has unpacked the body. */
function plainHeaders(response: APIResponse): Record<string, string> {
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    ...headers
  } = response.headers();
  return headers;
}

const lowered = (headers: AnswerHeaders): AnswerHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

type ChangedBody = { body: string } | { reason: string };

/** Errors: `stopped`, where the signal aborts. */
async function changedBody(
  request: Request,
  response: APIResponse,
  { answer, signal }: Pick<Changing, 'answer'> & { signal: AbortSignal },
): Promise<ChangedBody> {
  const bytes = await response.body();
  if (bytes.length > MOST_CHANGED_BYTES)
    return {
      reason: `it has ${inMegabytes(bytes.length)}, and at most ${inMegabytes(MOST_CHANGED_BYTES)} can be changed.`,
    };
  const body = jsonOf(bytes.toString('utf8'));
  const type = response.headers()['content-type'] ?? 'without a type';
  if (body === undefined) return { reason: `it is no JSON (${type}).` };
  const names = { body: body.value, status: response.status(), headers: response.headers(), request: factsOf(request) };
  try {
    const value = await answer.compute(names, signal);
    if (value === undefined) return { reason: `“${answer.expression}” has no value for it.` };
    return { body: JSON.stringify(value) };
  } catch (error) {
    signal.throwIfAborted();
    if (isAppError(error)) return { reason: error.message };
    throw error;
  }
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function factsOf(request: Request): Record<string, unknown> {
  const text = request.postData();
  const body = text === null ? undefined : (jsonOf(text)?.value ?? text);
  return {
    ...{ method: request.method(), url: request.url(), headers: request.headers() },
    ...(body === undefined ? {} : { body }),
  };
}
