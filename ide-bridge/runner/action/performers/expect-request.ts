import type { ActionOf } from '../../../../model/actions/index.ts';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import type { ActionFailure } from '../../../../model/run/run.ts';
import { statusFault } from '../../../../model/values/status.ts';
import { addressFit } from '../../page/address-fit.ts';
import { callOf, type ExchangeFacts } from '../../page/exchange-facts.ts';
import type { ExchangeWish } from '../../page/judge-exchange.ts';
import { givenTime } from '../../page/limits.ts';
import { nearestRequests, requestLine } from '../../page/nearest-requests.ts';
import { SoughtRequests } from '../../page/sought-requests.ts';
import { PASSED, type PerformContext, type Performed } from '../perform-context.ts';

type RequestCheck = ActionOf<'expectRequest'>;

export async function expectRequest(action: RequestCheck, context: PerformContext): Promise<Performed> {
  const { count, not = false, into } = action;
  const { session, limits } = context;
  const url = await context.pattern(action.url);
  const wish = await wishOf(action, url, context);
  using sought = new SoughtRequests(session, wish);
  const isMet = await sought.reach(not ? { least: 0, most: 0 } : { least: count ?? 1, most: count }, limits);
  const shown = sought.found ?? sought.nearest;
  if (shown !== undefined) context.keepCall(callOf(shown.facts));
  if (!isMet) {
    const error = failureOf(action, { url, sought, wish }, context);
    return { state: 'failed', error, isMissing: false };
  }
  if (into !== undefined && sought.found !== undefined) context.setVariable(into, sought.found.facts);
  return PASSED;
}

async function wishOf(action: RequestCheck, url: string, context: PerformContext): Promise<ExchangeWish> {
  const { method, maxMs, expression, into } = action;
  const status = action.status === undefined ? undefined : (await context.text(action.status)).text;
  const fault = status === undefined ? undefined : statusFault(status);
  if (fault !== undefined) throw new AppError('invalid-project', `${fault}.`, { field: 'status' });
  return {
    ...{ method, status, maxMs, expression },
    fitsAddress: addressFit(url, context.base()),
    whyNot: facts => whyNot(expression ?? '', facts, context),
    isKept: into !== undefined,
  };
}

/** Requests may differ from each other: one that lacks what the expression reads is another one. */
async function whyNot(
  expression: string,
  { request, response, failure }: ExchangeFacts,
  context: PerformContext,
): Promise<string | undefined> {
  try {
    return (await context.holds(expression, { request, response, failure: failure ?? null }))
      ? undefined
      : 'it does not';
  } catch (error) {
    if (isAppError(error, 'not-found') || isAppError(error, 'invalid-project'))
      return `this cannot be evaluated: ${error.message.replace(/\.$/, '')}`;
    throw error;
  }
}

interface UnmetCheck {
  /** With its values, e.g. `POST “/api/orders”`. */
  subject: string;
  count: number | undefined;
  sought: SoughtRequests;
  /** Of those that were sent, in words. */
  nearest: string | undefined;
}

function failureOf(
  { method, count, not }: RequestCheck,
  { url, sought, wish }: { url: string; sought: SoughtRequests; wish: ExchangeWish },
  { session, limits }: PerformContext,
): ActionFailure {
  const { sent } = session.network;
  const near = nearestRequests(sent, { ...wish, url });
  const unmet = {
    subject: method === undefined ? `“${url}”` : `${method} “${url}”`,
    count,
    sought,
    nearest: near[0]?.line,
  };
  if (not) return unwanted(unmet);
  const open = sought.unanswered && requestLine(sought.unanswered);
  const failure = otherNumber(unmet, open) ?? otherAnswer(unmet) ?? notSent(unmet, open, givenTime(limits));
  return { ...failure, ...(near.length === 0 ? {} : { log: near.map(({ line, time }) => line + time) }) };
}

function unwanted({ subject, sought }: UnmetCheck): ActionFailure {
  const facts = sought.found?.facts;
  const answer = facts?.response ? `, answered with ${facts.response.status}` : '';
  const actual = `${facts?.request.method} ${facts?.request.url}${answer}`;
  return {
    message: `Expected no request ${subject}, but there was one: ${actual}.`,
    expected: 'no such request',
    actual,
  };
}

/** One that is to be there once is told of as if no number was asked for, unless there were more. */
function otherNumber({ subject, count, sought }: UnmetCheck, open: string | undefined): ActionFailure | undefined {
  const { fits, nearest } = sought;
  if (count === undefined || (fits === 0 && (nearest !== undefined || open !== undefined))) return undefined;
  const are = fits === 1 ? 'there was 1' : `there were ${fits}`;
  const other = nearest?.shortfall === undefined ? '' : ` Another one was expected ${nearest.shortfall.predicate}.`;
  return {
    message: `Expected ${count} ${count === 1 ? 'request' : 'requests'} ${subject}, but ${are}.${other}`,
    expected: String(count),
    actual: String(fits),
  };
}

function otherAnswer({ subject, sought }: UnmetCheck): ActionFailure | undefined {
  const shortfall = sought.nearest?.shortfall;
  if (shortfall === undefined) return undefined;
  const { predicate, expected, actual } = shortfall;
  return { message: `Expected the request ${subject} ${predicate}.`, expected, actual };
}

function notSent({ subject, nearest }: UnmetCheck, open: string | undefined, time: string): ActionFailure {
  if (open !== undefined)
    return {
      message: `Expected the request ${subject} to be answered in full within ${time}: ${open}.`,
      expected: 'an answer',
      actual: 'not answered in full',
    };
  const instead = nearest === undefined ? 'No other was sent either.' : `Nearest to it is ${nearest}.`;
  return {
    message: `Expected the request ${subject}, but it was not sent within ${time}. ${instead}`,
    expected: subject,
    actual: 'not sent',
  };
}
