/** `cy.intercept`: what it answers becomes a mock, and what it only watches can be waited for. */
import type * as ast from '@babel/types';
import { type ActionDraft, leftOut } from '../../../model/exchange/test-drafts.ts';
import { isExpression, textNode } from '../codegen-patterns.ts';
import { type FunctionNode, isFunctionNode, type Node, type Reader } from '../codegen-reader.ts';
import { isSentBySeveral } from '../codegen-sent-requests.ts';
import { partsOf } from '../codegen-storage.ts';
import { numberOf, resolved, stringOf } from '../codegen-values.ts';
import { act } from './cypress-actions.ts';
import { watchedAddress } from './cypress-addresses.ts';
import { answerOf, handlerAnswer } from './cypress-answers.ts';
import type { ChaiCheck } from './cypress-chai.ts';
import {
  COMPUTED,
  type CypressChain,
  type CypressCommand,
  type CypressSubject,
  type WatchedRequests,
} from './cypress-chain.ts';
import { METHOD } from './cypress-requests.ts';

interface Interception {
  requests: WatchedRequests;
  times: { times?: string };
}

interface InterceptParts {
  method?: Node | undefined;
  url?: Node | undefined;
  matcher?: Node | undefined;
  answer?: Node | undefined;
}

/** `(url, answer)`, `(method, url, answer)`, `(matcher, answer)` and `(url, matcher, answer)`. */
function partsIn(reader: Reader, [first, second, third]: readonly Node[]): InterceptParts {
  const matcher = first && resolved(reader, first);
  if (matcher?.type === 'ObjectExpression') return { matcher, answer: second };
  if (second !== undefined && METHOD.test(stringOf(reader, first) ?? ''))
    return { method: first, url: second, answer: third };
  const more = third && second && resolved(reader, second);
  return more?.type === 'ObjectExpression'
    ? { url: first, matcher: more, answer: third }
    : { url: first, answer: second };
}

/** What a matcher has besides the address. */
const OTHER_PARTS = new Set(['method', 'times', 'middleware', 'matchUrlAgainstPath']);

/** Undefined for a method that is none, or is computed by the code. */
function methodOf(reader: Reader, node: Node | undefined): { method?: string } | undefined {
  const method = node === undefined ? '*' : stringOf(reader, node);
  if (method === '*') return {};
  return method !== undefined && METHOD.test(method) ? { method: method.toUpperCase() } : undefined;
}

function interception(reader: Reader, { method, url, matcher }: InterceptParts): Interception | { reason: string } {
  const parts = matcher === undefined ? new Map<string, Node>() : partsOf(reader, matcher);
  if (parts === undefined) return { reason: COMPUTED };
  const addressed = new Map([...parts].filter(([name]) => !OTHER_PARTS.has(name)));
  if (url !== undefined) addressed.set('url', url);
  const address = watchedAddress(reader, addressed);
  if ('reason' in address) return address;
  const sent = methodOf(reader, method ?? parts.get('method'));
  const times = parts.get('times');
  const count = times && numberOf(reader, times);
  if (sent === undefined || (times !== undefined && count === undefined)) return { reason: COMPUTED };
  return { requests: { ...address, ...sent }, times: count === undefined ? {} : { times: String(count) } };
}

function named({ functions }: Reader, node: Node): FunctionNode | undefined {
  if (isFunctionNode(node)) return node;
  return node.type === 'Identifier' ? functions.get(node.name) : undefined;
}

export const intercept: CypressCommand = (chain, args) => intercepted(chain, partsIn(chain.reader, args));

/** What answers without being understood is left out, while its name stays known. */
function intercepted(chain: CypressChain, parts: InterceptParts): undefined {
  const { reader } = chain;
  const found = interception(reader, parts);
  chain.subject =
    'reason' in found
      ? { of: 'unknown', reason: `Which requests are meant is not known. ${found.reason}` }
      : { of: 'intercepted', requests: found.requests, since: reader.actions.length };
  if (parts.answer === undefined) return undefined;
  const called = named(reader, parts.answer);
  const answer = called === undefined ? answerOf(chain, parts.answer) : handlerAnswer(chain, called);
  if ('reason' in answer) return leave(chain, answer.reason);
  if (Object.keys(answer.fields).length === 0) return undefined;
  if ('reason' in found) return leave(chain, found.reason);
  return act(chain, { type: 'mock', ...found.requests, ...answer.fields, ...found.times });
}

function leave({ reader, text }: CypressChain, reason: string): undefined {
  reader.actions.push(leftOut(text, reason));
  return undefined;
}

/** As it was before there was `intercept`: `cy.route('GET', '/users', 'fixture:users.json')`. */
export const route: CypressCommand = (chain, args) => {
  const { reader } = chain;
  const [first] = args;
  const options = first && partsOf(reader, first);
  if (options === undefined) {
    const parts = partsIn(reader, args);
    return intercepted(chain, { ...parts, answer: parts.answer && oldAnswer(reader, { response: parts.answer }) });
  }
  const [response, status] = [options.get('response'), options.get('status')];
  const given = { response, status, delay: options.get('delay'), headers: options.get('headers') };
  const answer = response === undefined && status === undefined ? undefined : oldAnswer(reader, given);
  return intercepted(chain, { method: options.get('method'), url: options.get('url'), answer });
};

type OldAnswer = Readonly<Partial<Record<'response' | 'status' | 'delay' | 'headers', Node | undefined>>>;

function oldAnswer(reader: Reader, { response, status, delay, headers }: OldAnswer): Node {
  if (isFunctionNode(response)) return response;
  const fixture = /^(?:fixture|fx):(.*)$/.exec(stringOf(reader, response) ?? '')?.[1];
  const body = fixture === undefined ? { body: response } : { fixture: textNode(fixture) };
  const parts = Object.entries({ ...body, statusCode: status, delay, headers });
  return {
    type: 'ObjectExpression',
    properties: parts.flatMap(([name, value]): ast.ObjectProperty[] =>
      value !== undefined && isExpression(value)
        ? [{ type: 'ObjectProperty', key: textNode(name), value, computed: false, shorthand: false }]
        : [],
    ),
  };
}

/** `cy.wait('@users')`: undefined for a name that is none of requests. */
export function awaitRequests(chain: CypressChain, alias: string): ActionDraft | undefined {
  const watched = chain.state.aliases.get(alias);
  if (watched?.of !== 'intercepted') return undefined;
  const check: ActionDraft = { type: 'expectRequest', ...watched.requests };
  act(chain, check);
  watched.waited = chain.reader.actions.at(-1);
  return watched.waited;
}

const COUNTS_ALL =
  'It counts the requests since the test began: “Check request” counts those since the last action that does something.';

type Intercepted = Extract<CypressSubject, { of: 'intercepted' }>;

/** `cy.get('@users.all').should('have.length', 2)`, where one action at most can have sent them. */
export function countedRequests(
  { reader }: CypressChain,
  { requests, since }: Intercepted,
  { name, isNot, args }: ChaiCheck,
): ActionDraft[] | string {
  const count = /^length(?:Of)?$/.test(name) ? numberOf(reader, args[0]) : undefined;
  const isNone = (/^(?:null|exist)$/.test(name) && isNot === (name === 'exist')) || count === 0;
  if (!isNone && (count === undefined || isNot)) return 'Of requests, their number alone is compared.';
  if (isSentBySeveral(reader.actions, since)) return COUNTS_ALL;
  return [{ type: 'expectRequest', ...requests, ...(isNone ? { not: true } : { count }) }];
}
