/** Waits for requests of the page, as checks that stand behind what sends them. */
import { ACTION_KINDS, isActionType } from '../../model/actions/index.ts';
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { turnTo } from './codegen-elements.ts';
import { pageOf } from './codegen-objects.ts';
import { callOf, isFunctionNode, keptNode, type Node, plainValue, type Reader } from './codegen-reader.ts';
import { statusesIn, statusSubject } from './codegen-responses.ts';
import { numberOf, patternOf, resolved, stringOf, timeLimit, written } from './codegen-values.ts';

/** Of `url`, `method` and `status`, those that are known. */
type SentFields = Readonly<Record<string, string>>;

/** `await page.waitForResponse('/api/orders')`; undefined where what is waited for cannot be read. */
export function sentRequest(reader: Reader, node: Node, name = 'response'): { value: Node } | undefined {
  const call = callOf(plainValue(node));
  if (call === undefined || !/^waitFor(?:Response|Request)$/.test(call.name)) return undefined;
  const page = pageOf(reader, call.owner);
  const check = page === undefined ? undefined : requestCheck(reader, call.args);
  if (page === undefined || check === undefined) return undefined;
  turnTo(reader, page);
  reader.actions.push(check);
  const of = call.name === 'waitForRequest' ? 'request' : 'response';
  return { value: keptNode(reader, { response: { request: { into: reader.names.fresh(name), check, of } } }) };
}

/** Of what such a wait is given: a pattern, or a function that compares address, method and status. */
export function requestCheck(reader: Reader, [wanted, options]: readonly Node[]): ActionDraft | undefined {
  if (wanted === undefined) return undefined;
  const fields = fieldsOf(reader, resolved(reader, wanted));
  return fields && { type: 'expectRequest', url: '**', ...fields, ...timeLimit(options) };
}

function fieldsOf(reader: Reader, wanted: Node): SentFields | undefined {
  const compared = comparedBy(wanted);
  if (compared !== undefined) return comparedFields(reader, compared.body, compared.name);
  const url = isFunctionNode(wanted) ? undefined : patternOf(reader, wanted, true);
  return url === undefined ? undefined : { url };
}

/** Of a condition about a request or its answer, which has that name; undefined where it says more. */
export const comparedFields = (reader: Reader, condition: Node, name: string): SentFields | undefined =>
  joined(partsOf(plainValue(condition)).map(part => fieldIn(reader, part, name)));

/** `response => …`, also with a body that only returns. */
function comparedBy(node: Node): { name: string; body: Node } | undefined {
  const [parameter] = isFunctionNode(node) ? node.params : [];
  if (!isFunctionNode(node) || parameter?.type !== 'Identifier') return undefined;
  const [only, more] = node.body.type === 'BlockStatement' ? node.body.body : [node.body];
  const body = only?.type === 'ReturnStatement' ? only.argument : only;
  return body && more === undefined ? { name: parameter.name, body } : undefined;
}

const partsOf = (node: Node): Node[] =>
  node.type === 'LogicalExpression' && node.operator === '&&'
    ? [...partsOf(plainValue(node.left)), ...partsOf(plainValue(node.right))]
    : [node];

/** Undefined where a part is unknown, or two are about the same. */
function joined(parts: readonly (SentFields | undefined)[]): SentFields | undefined {
  const fields = new Map<string, string>();
  for (const part of parts) {
    if (part === undefined || Object.keys(part).some(name => fields.has(name))) return undefined;
    for (const [name, text] of Object.entries(part)) fields.set(name, text);
  }
  return Object.fromEntries(fields);
}

/** What is read of the request or its answer, e.g. `url` of `response.request().url()`. */
function readOf(node: Node, name: string): string | undefined {
  const call = callOf(plainValue(node));
  if (call === undefined || call.args.length > 0) return undefined;
  const owner = callOf(call.owner)?.name === 'request' ? callOf(call.owner)?.owner : call.owner;
  return owner?.type === 'Identifier' && owner.name === name ? call.name : undefined;
}

function fieldIn(reader: Reader, node: Node, name: string): SentFields | undefined {
  if (node.type === 'BinaryExpression' && /^={2,3}$/.test(node.operator)) {
    const of = readOf(node.left, name);
    if (of === 'status') return statusField(numberOf(reader, node.right));
    const text = stringOf(reader, node.right);
    if (text === undefined || text.includes('\uE000')) return undefined;
    if (of === 'method') return { method: text };
    return of === 'url' ? { url: globText(text) } : undefined;
  }
  if (readOf(node, name) === 'ok') return { status: '2xx' };
  return addressField(reader, node, name);
}

const statusField = (status: number | undefined): SentFields | undefined =>
  status === undefined ? undefined : { status: String(status) };

const AROUND: Readonly<Record<string, (text: string) => string>> = {
  includes: text => `**${text}**`,
  endsWith: text => `**${text}`,
  startsWith: text => `${text}**`,
};

function testedField(
  reader: Reader,
  pattern: Node,
  { first, name }: { first: Node; name: string },
): SentFields | undefined {
  if (readOf(statusSubject(first), name) === 'status') {
    const status = pattern.type === 'RegExpLiteral' ? statusesIn(pattern.pattern) : undefined;
    return status === undefined ? undefined : { status };
  }
  const url = readOf(first, name) === 'url' ? patternOf(reader, pattern, true) : undefined;
  return url === undefined ? undefined : { url };
}

/** `response.url().includes('/api')`, `/api/.test(response.url())` */
function addressField(reader: Reader, node: Node, name: string): SentFields | undefined {
  const call = callOf(plainValue(node));
  const [first] = call?.args ?? [];
  if (call === undefined || first === undefined) return undefined;
  if (call.name === 'test') return testedField(reader, call.owner, { first, name });
  const around = Object.hasOwn(AROUND, call.name) ? AROUND[call.name] : undefined;
  const text = stringOf(reader, first);
  if (around === undefined || text === undefined || readOf(call.owner, name) !== 'url') return undefined;
  return { url: around(globText(text)) };
}

/** Whether more than one of the actions from there on can have sent requests. */
export const isSentBySeveral = (actions: readonly ActionDraft[], from: number): boolean =>
  actions.slice(from).filter(sends).length > 1;

function sends({ type, disabled }: ActionDraft): boolean {
  if (disabled === true || !isActionType(type)) return false;
  const { block, isQuiet, isLook } = ACTION_KINDS[type];
  return type === 'loop' || (block === 'leaf' && !isQuiet && !isLook);
}

/** In which no sign has a meaning. */
const globText = (text: string): string => written(text.replace(/[*\\]|\{(?!\{)|(?<!\})\}/g, '\\$&'));
