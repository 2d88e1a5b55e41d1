import type { Request } from 'playwright';
import { fitsStatus } from '../../../model/values/status.ts';
import type { NetworkActivity } from '../../browser/logs/network-activity.ts';
import type { AddressFit } from './address-fit.ts';
import { type ExchangeFacts, exchangeFacts, msOf } from './exchange-facts.ts';

/** What a request and its answer must be. */
export interface ExchangeWish {
  fitsAddress: AddressFit;
  method: string | undefined;
  status: string | undefined;
  maxMs: number | undefined;
  expression: string | undefined;
  /** Why the expression does not hold; undefined where it does. */
  whyNot(facts: ExchangeFacts): Promise<string | undefined>;
  /** Whether all of it is wanted, with the body of the answer. */
  isKept: boolean;
}

/** `predicate` goes on after “Expected … ”. */
interface ExchangeShortfall {
  predicate: string;
  expected: string;
  actual: string;
}

export interface JudgedExchange {
  facts: ExchangeFacts;
  /** None where it fits. */
  shortfall?: ExchangeShortfall | undefined;
}

interface JudgedRequest {
  request: Request;
  wish: ExchangeWish;
  network: Pick<NetworkActivity, 'sent' | 'bodies'>;
  /** Resolves once that is so, and when nobody waits for it any more. */
  until(condition: () => boolean): Promise<void>;
  /** One after the other, where others are judged as well. */
  inTurn<Result>(read: () => Promise<Result>): Promise<Result>;
}

export const isSought = (request: Request, { method, fitsAddress }: ExchangeWish): boolean =>
  (method === undefined || request.method() === method) && fitsAddress(request.url());

/** Judges a request that is sought as soon as enough is known of it. Errors: those of the expression. */
export async function judgeExchange(judged: JudgedRequest): Promise<JudgedExchange> {
  const { request, wish, network, until, inTurn } = judged;
  const { maxMs, expression } = wish;
  const { sent, bodies } = network;
  const { wantsAnswer, wantsBody } = wantedOf(wish);
  const facts = (hasBody = false) => exchangeFacts(request, bodies, hasBody);
  if (wantsAnswer) await until(() => request.existingResponse() !== null || sent.hasEnded(request));
  const early = statusShortfall(request, wish);
  if (early !== undefined) return { facts: await facts(), shortfall: early };
  if (maxMs !== undefined || wantsBody) await until(() => sent.hasEnded(request));
  const late = timeShortfall(request, wish);
  if (late !== undefined) return { facts: await facts(), shortfall: late };
  if (expression === undefined && !wantsBody) return { facts: await facts() };
  return inTurn(async () => {
    const all = await facts(wantsBody);
    return {
      facts: all,
      shortfall: expression === undefined ? undefined : await expressionShortfall(expression, all, wish),
    };
  });
}

/** What an expression says of the request alone is known before there is an answer. */
function wantedOf({ status, maxMs, expression = '', isKept }: ExchangeWish) {
  const asked = expression.replace(/\brequest\.\w+/g, '');
  const wantsBody = isKept || /\bbody\b|\*/.test(asked);
  const isAsked = wantsBody || /\b(?:response|failure)\b/.test(asked);
  return { wantsBody, wantsAnswer: isAsked || status !== undefined || maxMs !== undefined };
}

const failureOf = (request: Request): string => request.failure()?.errorText ?? 'there was no answer';

function statusShortfall(request: Request, { status, maxMs }: ExchangeWish): ExchangeShortfall | undefined {
  const response = request.existingResponse();
  const wanted = status === undefined ? `an answer within ${maxMs} ms` : status;
  if (response === null) {
    if (status === undefined && maxMs === undefined) return undefined;
    const predicate = status === undefined ? 'to be answered' : `to be answered with the status ${status}`;
    return { predicate: `${predicate}, but it failed: ${failureOf(request)}`, expected: wanted, actual: 'failed' };
  }
  const actual = response.status();
  if (status === undefined || fitsStatus(status, actual)) return undefined;
  return {
    predicate: `to be answered with the status ${status}, but it is ${actual}`,
    expected: status,
    actual: String(actual),
  };
}

function timeShortfall(request: Request, { maxMs }: ExchangeWish): ExchangeShortfall | undefined {
  const took = msOf(request);
  if (maxMs === undefined || (request.failure() === null && (took === undefined || took <= maxMs))) return undefined;
  const end = request.failure() === null ? `it took ${took} ms` : `it was cut off: ${failureOf(request)}`;
  return {
    predicate: `to be answered within ${maxMs} ms, but ${end}`,
    expected: `${maxMs} ms at most`,
    actual: request.failure() === null ? `${took} ms` : 'failed',
  };
}

async function expressionShortfall(
  expression: string,
  facts: ExchangeFacts,
  { whyNot }: ExchangeWish,
): Promise<ExchangeShortfall | undefined> {
  const reason = await whyNot(facts);
  if (reason === undefined) return undefined;
  const parts = partsIn(expression, facts);
  const noBody = facts.response?.noBody;
  const body = noBody === undefined ? '' : `; its body cannot be had, since ${noBody}`;
  return {
    predicate: `to satisfy “${expression}”, but ${[reason, ...parts].join(', ')}${body}`,
    expected: expression,
    actual: parts.length === 0 ? 'false' : parts.join(', '),
  };
}

const PART = /\b(?:request|response)(?:\.(?:[A-Za-z_]\w*|"[^"]*"|`[^`]*`)|\[\d+\])+/g;
const STEP = /\.(?:([A-Za-z_]\w*)|"([^"]*)"|`([^`]*)`)|\[(\d+)\]/g;
const MOST_PARTS = 3;
const MOST_SHOWN = 200;

/** `response.body.total is 5` for the parts that an expression names. */
function partsIn(expression: string, facts: ExchangeFacts): string[] {
  const parts = [...new Set(expression.match(PART) ?? [])].slice(0, MOST_PARTS);
  return parts.flatMap(part => {
    const found = lookAt(part, facts);
    if (found === undefined) return [];
    if (!found.isThere) return [`${part} is not there`];
    const text = JSON.stringify(found.value);
    const shown = typeof found.value === 'string' ? `“${found.value}”` : text;
    return text.length > MOST_SHOWN ? [] : [`${part} is ${shown}`];
  });
}

/** Undefined for a part of each item of a list. */
function lookAt(part: string, facts: ExchangeFacts): { isThere: boolean; value?: unknown } | undefined {
  let value: unknown = part.startsWith('request') ? facts.request : facts.response;
  for (const [, name, quoted, ticked, index] of part.matchAll(STEP)) {
    const key = name ?? quoted ?? ticked ?? index ?? '';
    if (Array.isArray(value) && index === undefined) return undefined;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return { isThere: false };
    value = Reflect.get(value, key);
  }
  return { isThere: true, value };
}
