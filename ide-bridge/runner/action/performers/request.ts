import { setTimeout as pause } from 'node:timers/promises';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import { counted } from '../../../../model/names/counted.ts';
import type { CallRecord } from '../../../../model/run/call-record.ts';
import { headerValueFault } from '../../../../model/values/header.ts';
import { readJsonTemplate } from '../../../../model/values/json-template.ts';
import { fitsStatus } from '../../../../model/values/status.ts';
import { startClock } from '../../../browser/limits/within-limit.ts';
import { requestAddress } from '../../../browser/requests/navigation-policy.ts';
import { givenTime, type Limits } from '../../page/limits.ts';
import { type ApiAnswer, sendRequest } from '../../page/send-request.ts';
import { expectedStatus } from '../expected-status.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

const MOST_SHOWN = 500;
/** More of a body is not even searched for secrets. */
const MOST_KEPT = 20_000;

export async function request(action: ActionOf<'request'>, context: PerformContext): Promise<Performed> {
  const { into, expectBody } = action;
  const call = await callOf(action, context);
  const asked = action.repeatUntil === undefined ? await askOnce(call, context) : await askUntil(action, call, context);
  if ('state' in asked) return asked;
  const { answer, body } = asked;
  if (into !== undefined) context.setVariable(into, { status: answer.status, headers: answer.headers, body });
  if (!call.isExpected(answer.status)) return wrongStatus(call.method, answer, call.expected);
  return expectBody === undefined ? PASSED : checkBody(expectBody, asked, context);
}

interface PreparedCall extends AskedCall {
  isAnswer(status: number): boolean;
  isExpected(status: number): boolean;
  /** In words. */
  expected: string;
}

/** Computed once, so that what is sent again is the same. */
async function callOf(action: ActionOf<'request'>, context: PerformContext): Promise<PreparedCall> {
  const url = (await context.text(action.url)).text;
  const sent = await bodyOf(action.body, context);
  const headers = await headersOf(action.headers ?? {}, context);
  const isTyped = Object.keys(headers).some(name => name.toLowerCase() === 'content-type');
  if (sent !== undefined && !isTyped)
    headers['content-type'] = sent.isJson ? 'application/json' : 'text/plain; charset=utf-8';
  const wanted = await expectedStatus(action.expectStatus, context);
  const isAnswer = (status: number) => wanted !== undefined && fitsStatus(wanted, status);
  return {
    ...{ method: action.method, url, base: context.base(), headers, body: sent?.text, isAnswer },
    isExpected: status => (wanted === undefined ? status < 400 : isAnswer(status)),
    expected: wanted ?? 'below 400',
  };
}

interface AnsweredCall {
  answer: ApiAnswer;
  body: unknown;
}

/** `kept`: what the record of the call says besides. */
async function ask(
  call: PreparedCall,
  context: PerformContext,
  limits: Limits,
  kept: Partial<CallRecord>,
): Promise<AnsweredCall> {
  const asked = { ...askedOf(call), ...kept };
  context.keepCall(asked);
  const answer = await sendRequest(context.session, call, limits);
  context.keepCall({ ...asked, ...answeredOf(answer, asked.url) });
  return { answer, body: parsedBody(answer) };
}

const askOnce = (call: PreparedCall, context: PerformContext): Promise<AnsweredCall> =>
  ask(call, context, context.limits, {});

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 2_000;
const GROWTH = 1.5;
const MOST_EARLIER = 5;
/** A call with less time than that would hardly be answered. */
const LEAST_CALL_MS = 100;

type EarlierAnswers = NonNullable<CallRecord['earlier']>;

/** An answer of another status, and none at all, are as good as a condition that is not met yet. */
async function askUntil(
  { repeatUntil = '', everyMs }: Pick<ActionOf<'request'>, 'repeatUntil' | 'everyMs'>,
  call: PreparedCall,
  context: PerformContext,
): Promise<AnsweredCall | Performed> {
  const { limits } = context;
  const remaining = startClock(limits.timeoutMs);
  const earlier: EarlierAnswers = [];
  let pauseMs = everyMs ?? FIRST_PAUSE_MS;
  for (let calls = 1; ; calls++) {
    const own = { wholeMs: limits.timeoutMs, ...limits, timeoutMs: remaining() };
    const tried = await attempt(repeatUntil, call, context, () =>
      ask(call, context, own, calls === 1 ? {} : { calls, earlier: [...earlier] }),
    );
    if ('answer' in tried) return tried;
    if (remaining() <= pauseMs + LEAST_CALL_MS)
      return neverTrue({ repeatUntil, call, calls, ...tellingOf(tried, earlier) }, limits);
    earlier.push(tried.last);
    if (earlier.length > MOST_EARLIER) earlier.shift();
    await pause(pauseMs, undefined, { signal: limits.signal });
    if (everyMs === undefined) pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH);
  }
}

/** `why`: where the answer says too little. */
interface VainCall {
  /** It ended because the time was over. */
  isLate?: boolean;
  last: EarlierAnswers[number];
  why?: string | undefined;
}

async function attempt(
  condition: string,
  call: PreparedCall,
  context: PerformContext,
  send: () => Promise<AnsweredCall>,
): Promise<AnsweredCall | VainCall> {
  try {
    const asked = await send();
    const { status, text } = asked.answer;
    const last = { status, text: shown(text) };
    if (!call.isExpected(status)) return { last, why: `The status is not ${call.expected}.` };
    const reason = await whyNot(condition, namesOf(asked), context);
    return reason === undefined ? asked : { last, why: reason };
  } catch (error) {
    if (!isAppError(error, 'page-error') && !isAppError(error, 'timeout')) throw error;
    return { last: { text: error.message }, isLate: error.kind === 'timeout' };
  }
}

/** A last call that had hardly any time left says less than the one before it. */
function tellingOf(tried: VainCall, earlier: EarlierAnswers): VainCall {
  const before = earlier.at(-1);
  return tried.isLate && before !== undefined ? { last: before } : tried;
}

interface NeverTrue extends VainCall {
  repeatUntil: string;
  call: PreparedCall;
  calls: number;
}

function neverTrue({ repeatUntil, call, calls, last, why }: NeverTrue, limits: Limits): Performed {
  const { status, text } = last;
  const answered = status === undefined ? `The last one: ${text}` : `The last answer has the status ${status}.`;
  const message = `Expected ${call.method} ${askedOf(call).url} to satisfy “${repeatUntil}” within ${givenTime(limits)}, but it did not in ${counted(calls, 'call')}. ${answered}`;
  const actual = status === undefined ? 'no answer' : `${status} ${text}`.trim();
  const error = { message, expected: repeatUntil, actual, ...(why === undefined ? {} : { log: [why] }) };
  return { state: 'failed', error, isMissing: false };
}

type AskedCall = Pick<Parameters<typeof sendRequest>[1], 'method' | 'url' | 'base' | 'headers'> & {
  body: string | undefined;
};

const askedOf = ({ method, url, base, headers, body }: AskedCall): CallRecord => ({
  method,
  url: requestAddress(url, base).href,
  ...(Object.keys(headers).length === 0 ? {} : { requestHeaders: { ...headers } }),
  ...(body === undefined ? {} : { requestBody: beginning(body) }),
});

const answeredOf = ({ url, status, headers, text }: ApiAnswer, asked: string): Partial<CallRecord> => ({
  ...(url === asked ? {} : { answeredBy: url }),
  status,
  headers: { ...headers },
  ...(text === '' ? {} : { body: isBinary(text) ? `(${text.length} characters that are no text)` : beginning(text) }),
});

const beginning = (text: string): string => (text.length > MOST_KEPT ? `${text.slice(0, MOST_KEPT)}…` : text);

const isBinary = (text: string): boolean => /[\0\uFFFD]/.test(text.slice(0, MOST_KEPT));

/** Errors: `invalid-project`, at the header. */
export async function headersOf(
  templates: Readonly<Record<string, string>>,
  context: PerformContext,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const { text } = await context.text(template);
    const fault = headerValueFault(text);
    if (fault !== undefined)
      throw new AppError('invalid-project', `The header ${name}: ${fault}.`, { field: `headers.${name}` });
    headers[name] = text;
  }
  return headers;
}

/** Values go into the texts of JSON, so that no quote in them can break out; else into the whole. */
export async function bodyOf(template: string | undefined, context: PerformContext) {
  if (template === undefined) return undefined;
  const json = readJsonTemplate(template);
  if (json !== undefined) return { text: JSON.stringify(await filled(json, context)), isJson: true };
  const { text } = await context.text(template);
  return { text, isJson: readJsonTemplate(text) !== undefined };
}

async function filled(value: unknown, context: PerformContext): Promise<unknown> {
  if (typeof value === 'string') return value.includes('{{') ? (await context.value(value)).value : value;
  if (typeof value !== 'object' || value === null) return value;
  const parts: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) parts.push([name, await filled(part, context)]);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function parsedBody({ headers, text }: ApiAnswer): unknown {
  if (!/[/+]json\b/i.test(headers['content-type'] ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const shown = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);

function wrongStatus(method: string, { url, status, text }: ApiAnswer, expected: string): Performed {
  const message = `Expected ${method} ${url} to answer with the status ${expected}, but it is ${status}.`;
  const error = { message, expected, actual: String(status), ...(text === '' ? {} : { log: [shown(text)] }) };
  return { state: 'failed', error, isMissing: false };
}

async function checkBody(expression: string, asked: AnsweredCall, context: PerformContext): Promise<Performed> {
  const { url, text } = asked.answer;
  const reason = await whyNot(expression, namesOf(asked), context);
  if (reason === undefined) return PASSED;
  const message = `Expected the response of ${url} to satisfy “${expression}”, but ${reason}`;
  return { state: 'failed', error: { message, expected: expression, actual: shown(text) }, isMissing: false };
}

/** What an expression about an answer reads. */
function namesOf({ answer: { status, headers }, body }: AnsweredCall): Readonly<Record<string, unknown>> {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { status, headers, ...members, body };
}

/** A missing part of the answer counts as false. */
async function whyNot(
  expression: string,
  names: Readonly<Record<string, unknown>>,
  context: PerformContext,
): Promise<string | undefined> {
  try {
    return (await context.holds(expression, names)) ? undefined : 'it does not.';
  } catch (error) {
    if (isAppError(error, 'not-found')) return `this cannot be evaluated: ${error.message}`;
    throw error;
  }
}
