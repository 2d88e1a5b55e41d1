import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import type { CallRecord } from '../../../../model/run/call-record.ts';
import { headerValueFault } from '../../../../model/values/header.ts';
import { readJsonTemplate } from '../../../../model/values/json-template.ts';
import { fitsStatus, statusFault } from '../../../../model/values/status.ts';
import { requestAddress } from '../../../browser/requests/navigation-policy.ts';
import { type ApiAnswer, sendRequest } from '../../page/send-request.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

const MOST_SHOWN = 500;
/** More of a body is not even searched for secrets. */
const MOST_KEPT = 20_000;

export async function request(action: ActionOf<'request'>, context: PerformContext): Promise<Performed> {
  const { method, into, expectBody } = action;
  const url = (await context.text(action.url)).text;
  const sent = await bodyOf(action.body, context);
  const headers = await headersOf(action.headers ?? {}, context);
  const isTyped = Object.keys(headers).some(name => name.toLowerCase() === 'content-type');
  if (sent !== undefined && !isTyped)
    headers['content-type'] = sent.isJson ? 'application/json' : 'text/plain; charset=utf-8';
  const wanted = await statusOf(action.expectStatus, context);
  const isAnswer = (status: number) => wanted !== undefined && fitsStatus(wanted, status);
  const call = { method, url, base: context.base(), headers, body: sent?.text, isAnswer };
  const asked = askedOf(call);
  context.keepCall(asked);
  const answer = await sendRequest(context.session, call, context.limits);
  context.keepCall({ ...asked, ...answeredOf(answer, asked.url) });
  const body = parsedBody(answer);
  if (into !== undefined) context.setVariable(into, { status: answer.status, headers: answer.headers, body });
  const isExpected = wanted === undefined ? answer.status < 400 : isAnswer(answer.status);
  if (!isExpected) return wrongStatus(method, answer, wanted ?? 'below 400');
  return expectBody === undefined ? PASSED : checkBody(expectBody, { answer, body }, context);
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

async function statusOf(template: string | undefined, context: PerformContext): Promise<string | undefined> {
  if (template === undefined) return undefined;
  const { text } = await context.text(template);
  const fault = statusFault(text);
  if (fault === undefined) return text;
  throw new AppError('invalid-project', `${fault}.`, { field: 'expectStatus' });
}

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

async function checkBody(
  expression: string,
  { answer, body }: { answer: ApiAnswer; body: unknown },
  context: PerformContext,
): Promise<Performed> {
  const { status, headers, url, text } = answer;
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const reason = await whyNot(expression, { status, headers, ...members, body }, context);
  if (reason === undefined) return PASSED;
  const message = `Expected the response of ${url} to satisfy “${expression}”, but ${reason}`;
  return { state: 'failed', error: { message, expected: expression, actual: shown(text) }, isMissing: false };
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
