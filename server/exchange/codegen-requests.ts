/** Calls of an interface, and checks of what they return: the checks become part of the request. */
import type * as ast from '@babel/types';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { polledBy } from './codegen-calls.ts';
import { conditionFor } from './codegen-conditions.ts';
import { bodyOf } from './codegen-json.ts';
import { pageOf } from './codegen-objects.ts';
import { keyOf, optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  type RequestDefaults,
  type RequestDraft,
  type ResponsePart,
  textOf,
} from './codegen-reader.ts';
import { expectStatus, responsePart, statusesIn, statusSubject } from './codegen-responses.ts';
import { numberOf, resolved, stringOf, written } from './codegen-values.ts';

const METHODS: Readonly<Record<string, string>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  head: 'HEAD',
  fetch: 'GET',
};

/** Playwright takes any answer, as long as nothing is checked. */
const ANY_STATUS = '1xx, 2xx, 3xx, 4xx, 5xx';

function requestsOf(reader: Reader, owner: Node): RequestDefaults | undefined {
  const settled = reader.settled(reader, owner);
  const kept = settled && keptOf(reader, settled)?.requests;
  if (kept !== undefined) return kept;
  if (owner.type !== 'MemberExpression' || owner.property.type !== 'Identifier' || owner.property.name !== 'request')
    return undefined;
  const call = callOf(owner.object);
  const page = call?.name === 'context' ? call.owner : owner.object;
  return pageOf(reader, page) !== undefined || (page.type === 'Identifier' && page.name === 'context') ? {} : undefined;
}

/** `await request.newContext({ baseURL, extraHTTPHeaders })` */
function newRequests(reader: Reader, { owner, name, args: [given] }: CodegenCall): { value: Node } | undefined {
  if (name !== 'newContext' || !/^(?:\w+\.)?(?:\w*[rR]equest)$/.test(textOf(reader, owner))) return undefined;
  const options = given && resolved(reader, given);
  const headers = optionOf(options, 'extraHTTPHeaders');
  const base = optionOf(options, 'baseURL');
  const requests = { base: base && stringOf(reader, base), headers: headers && reader.settled(reader, headers) };
  return { value: keptNode(reader, { requests }) };
}

/** An address that begins with `/` is one of the same server. */
function absolute(base: string | undefined, address: string): string {
  if (base === undefined || base === '' || /^(?:\w+:\/\/|\uE000)/.test(address)) return address;
  if (!address.startsWith('/')) return base.slice(0, base.lastIndexOf('/') + 1) + address;
  const origin = /^\w+:\/\/[^/]+/.exec(base)?.[0] ?? base.replace(/\/$/, '');
  return origin + address;
}

/** `await request.post('/users', { data: { name: 'Ann' } })` */
export function requested(reader: Reader, node: Node, name = 'response'): { value: Node } | undefined {
  const call = callOf(plainValue(node));
  const opened = call && newRequests(reader, call);
  const method = call && Object.hasOwn(METHODS, call.name) ? METHODS[call.name] : undefined;
  if (opened !== undefined || call === undefined || method === undefined) return opened;
  const defaults = requestsOf(reader, call.owner);
  if (defaults === undefined) return undefined;
  const [address, given] = call.args;
  const options = given && resolved(reader, given);
  const url = addressOf(reader, absolute(defaults.base, stringOf(reader, address) ?? ''), options);
  const fields = optionFields(reader, options ?? NO_OPTIONS, defaults);
  if (address === undefined || stringOf(reader, address) === undefined) return undefined;
  if (url === undefined || fields === undefined) return undefined;
  const chosen = call.name === 'fetch' ? stringOf(reader, optionOf(options, 'method')) : undefined;
  const request: RequestDraft & ActionDraft = {
    ...{ type: 'request', method: (chosen ?? method).toUpperCase(), url, ...fields },
    ...{ expectStatus: ANY_STATUS, into: reader.names.fresh(name) },
  };
  reader.actions.push(request);
  return { value: keptNode(reader, { response: { request } }) };
}

function pairsOf(reader: Reader, node: Node | undefined): [string, string][] | undefined {
  if (node === undefined) return [];
  const whole = reader.settled(reader, node);
  if (whole?.type !== 'ObjectExpression') return undefined;
  const pairs = whole.properties.map((one): [string, string] | undefined => {
    const key = one.type === 'ObjectProperty' ? keyOf(one) : undefined;
    const text = one.type === 'ObjectProperty' ? textOrTruth(reader, one.value) : undefined;
    return key === undefined || text === undefined ? undefined : [key, text];
  });
  const known = pairs.flatMap(pair => (pair === undefined ? [] : [pair]));
  return known.length === pairs.length ? known : undefined;
}

function textOrTruth(reader: Reader, node: Node): string | undefined {
  const value = resolved(reader, node);
  return value.type === 'BooleanLiteral' ? String(value.value) : stringOf(reader, node);
}

/** What is computed stays as it is; everything else is spelled as addresses are. */
const encoded = (pairs: readonly [string, string][]): string =>
  pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodedText(text)}`).join('&');

const encodedText = (text: string): string =>
  text
    .split(/(\uE000[^\uE001]*\uE001)/)
    .map(part => (part.startsWith('\uE000') ? part : encodeURIComponent(part)))
    .join('');

function addressOf(reader: Reader, text: string, options: Node | undefined): string | undefined {
  const query = pairsOf(reader, optionOf(options, 'params'));
  if (query === undefined) return undefined;
  const joint = text.includes('?') ? '&' : '?';
  return written(query.length === 0 ? text || '/' : `${text}${joint}${encoded(query)}`);
}

const NO_OPTIONS: ast.ObjectExpression = { type: 'ObjectExpression', properties: [] };

function optionFields(reader: Reader, options: Node, defaults: RequestDefaults): object | undefined {
  const always = pairsOf(reader, defaults.headers);
  if (always === undefined || options.type !== 'ObjectExpression' || optionOf(options, 'multipart') !== undefined)
    return undefined;
  const headers = pairsOf(reader, optionOf(options, 'headers'));
  const form = pairsOf(reader, optionOf(options, 'form'));
  const data = optionOf(options, 'data');
  const body = data && bodyOf(reader, data);
  if (headers === undefined || form === undefined || (data !== undefined && body === undefined)) return undefined;
  const isForm = form.length > 0;
  const sent = [...always, ...headers];
  const all = isForm ? [...sent, ['Content-Type', 'application/x-www-form-urlencoded'] as const] : sent;
  const text = isForm ? written(encoded(form)) : body;
  return {
    ...(all.length === 0 ? {} : { headers: Object.fromEntries(all.map(([key, value]) => [key, written(value)])) }),
    ...(text === undefined ? {} : { body: text }),
  };
}

/** `expect(response.status()).toBe(201)`, `expect(body.name).toBe('x')` */
export function responseCheck(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  const isNot =
    owner.type === 'MemberExpression' && owner.property.type === 'Identifier' && owner.property.name === 'not';
  const checked = isNot ? owner.object : owner;
  const given = checked.type === 'CallExpression' ? subjectOf(reader, checked) : undefined;
  return given !== undefined && answerChecked(reader, plainValue(given), { name, args, isNot });
}

/** `given` is what is checked. */
export function answerChecked(
  reader: Reader,
  given: Node,
  { name, args, isNot }: ResponseMatcher & { isNot: boolean },
): boolean {
  if (name === 'toBe' && takesDefault(reader, given)) return true;
  const subject = answeredNow(reader, statusSubject(given), name);
  const status = statusCheck(reader, subject, { name, args, isNot });
  if (status !== undefined) return status;
  const part = responsePart(reader, subject);
  if (part?.path === undefined || part.isValue || !isPlain(reader, part)) return false;
  const condition = conditionFor(reader, part.path, { name, args });
  if (condition === undefined) return false;
  addCondition(part.request, isNot ? `$not(${condition})` : condition);
  return true;
}

function subjectOf(reader: Reader, { callee, arguments: [first] }: ast.CallExpression): Node | undefined {
  const name = textOf(reader, callee).replace(/\s/g, '');
  if (name === 'expect.poll') return first && polledBy(first);
  return name === 'expect' ? first : undefined;
}

/** `(await request.get('/health')).status()`: the request is made for the check. */
function answeredNow(reader: Reader, node: Node, matcher: string): Node {
  if (matcher === 'toBeOK') return requested(reader, node)?.value ?? node;
  const call = callOf(node);
  if (call === undefined || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return node;
  const made = requested(reader, call.owner);
  if (made === undefined) return node;
  const object = { type: 'Identifier', name: keptName(made.value) } as const;
  return { ...node, callee: { ...node.callee, object } };
}

const keptName = (node: Node): string => (node.type === 'Identifier' ? node.name : '');

/** `expect(response.ok() || response.status() < 400).toBe(true)`, as exported code has it: what a call expects anyway. */
function takesDefault(reader: Reader, node: Node): boolean {
  if (node.type !== 'LogicalExpression' || !/\.ok\(\) \|\| [\w.]+\.status\(\) < 400$/.test(textOf(reader, node)))
    return false;
  const call = callOf(plainValue(node.left));
  const part = call && responsePart(reader, call.owner);
  if (part === undefined || part.path !== undefined) return false;
  delete part.request.expectStatus;
  return true;
}

export const isPlain = ({ actions }: Reader, { request }: ResponsePart): boolean =>
  endsInSameBlock(
    actions,
    actions.findIndex(one => one === request.check || one.into === request.into),
  );

export const isInSameBlock = ({ actions }: Reader, action: ActionDraft): boolean =>
  endsInSameBlock(actions, actions.indexOf(action));

/** A check inside of a branch belongs to an action only if that is inside too. */
function endsInSameBlock(actions: readonly ActionDraft[], at: number): boolean {
  let depth = 0;
  for (const { type } of actions.slice(at + 1)) {
    if (type === 'if' || type === 'loop') depth += 1;
    if (type === 'else' && depth === 0) return false;
    if (type === 'end') depth -= 1;
  }
  return depth <= 0;
}

export function addCondition(request: RequestDraft, condition: string): void {
  const { expectBody, check } = request;
  const known = check === undefined ? expectBody : check.expression;
  const all = typeof known === 'string' ? `${asOperand(known)} and ${asOperand(condition)}` : condition;
  if (check === undefined) request.expectBody = all;
  else check.expression = all;
}

/** In brackets where something in it binds less than “and”. */
function asOperand(condition: string): string {
  let open = condition.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  for (let before = ''; before !== open; ) {
    before = open;
    open = open.replace(/\([^()]*\)/g, '');
  }
  return /\bor\b|[?;]|:=/.test(open) ? `(${condition})` : condition;
}

interface ResponseMatcher {
  name: string;
  args: readonly Node[];
}

function statusCheck(
  reader: Reader,
  subject: Node,
  { name, args, isNot }: ResponseMatcher & { isNot: boolean },
): boolean | undefined {
  const call = callOf(subject);
  const isOk = call?.name === 'ok';
  const part = responsePart(reader, isOk || call?.name === 'status' ? call.owner : subject);
  if (part === undefined || part.path !== undefined || (call !== undefined && !isOk && call.name !== 'status'))
    return undefined;
  const wanted = wantedStatus(reader, { name, args }, call?.name);
  if (wanted === undefined || isNot || !isPlain(reader, part)) return false;
  expectStatus(part.request, wanted);
  return true;
}

/** `read`: `status` or `ok`; nothing for the response itself. */
export function wantedStatus(
  reader: Reader,
  { name, args: [first] }: ResponseMatcher,
  read?: string,
): string | undefined {
  if (read === undefined) return name === 'toBeOK' ? '2xx' : undefined;
  const value = first && resolved(reader, first);
  if (read === 'ok')
    return name === 'toBeTruthy' || (value?.type === 'BooleanLiteral' && value.value) ? '2xx' : undefined;
  if (name === 'toMatch') return value?.type === 'RegExpLiteral' ? statusesIn(value.pattern) : undefined;
  const status = numberOf(reader, first);
  return status !== undefined && /^to(?:Be|Equal|StrictEqual)$/.test(name) ? String(status) : undefined;
}
