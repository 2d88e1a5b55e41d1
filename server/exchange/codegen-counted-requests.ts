/** Requests that code collects while pages send them, as checks of their number. */
import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { checkSubject } from './codegen-calls.ts';
import { turnTo } from './codegen-elements.ts';
import { pageOf } from './codegen-objects.ts';
import { bind } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  isFunctionNode,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
  type WatchedList,
} from './codegen-reader.ts';
import { comparedFields, isSentBySeveral } from './codegen-sent-requests.ts';
import { withReason } from './codegen-settle.ts';
import { numberOf, resolved } from './codegen-values.ts';

/** `page.on('request', request => { if (request.url().includes('/api')) sent.push(request.url()); })` */
export function watchedCall(reader: Reader, { owner, name, args: [event, handler] }: CodegenCall): boolean {
  const page = pageOf(reader, owner);
  const isOfRequests = event?.type === 'StringLiteral' && /^(?:request|response|requestfinished)$/.test(event.value);
  const found = page !== undefined && name === 'on' && isOfRequests ? collecting(handler) : undefined;
  const list = found && emptyList(reader, found.deed);
  if (page === undefined || found === undefined || list === undefined) return false;
  const compared = found.test === undefined ? {} : parameterFields(reader, found.test, found.parameter);
  if (compared === undefined) return false;
  const watched: WatchedList = { page, fields: { url: '**', ...compared }, since: reader.actions.length };
  bind(reader, list, keptNode(reader, { watched }));
  return true;
}

const parameterFields = (reader: Reader, test: Node, parameter: Node | undefined) =>
  parameter?.type === 'Identifier' ? comparedFields(reader, test, parameter.name) : undefined;

interface CollectingStep {
  parameter: Node | undefined;
  test?: Node | undefined;
  deed: Node;
}

/** A handler that does one thing, always or under a condition. */
export function collecting(handler: Node | undefined): CollectingStep | undefined {
  const step = isFunctionNode(handler) ? onlyStep(handler.body) : undefined;
  if (step === undefined || !isFunctionNode(handler)) return undefined;
  const [parameter] = handler.params;
  if (step.type === 'IfStatement') {
    const deed = step.alternate ? undefined : onlyStep(step.consequent);
    return deed && { parameter, test: step.test, deed };
  }
  return step.type === 'LogicalExpression' && step.operator === '&&'
    ? { parameter, test: step.left, deed: plainValue(step.right) }
    : { parameter, deed: step };
}

/** Undefined for a body of several steps. */
function onlyStep(body: Node): Node | undefined {
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  if (only === undefined || more !== undefined) return undefined;
  return only.type === 'ExpressionStatement' ? plainValue(only.expression) : plainValue(only);
}

/** The name of a list to which something is added. */
export function listAdded(deed: Node): string | undefined {
  const call = callOf(deed);
  return call?.name === 'push' && call.owner.type === 'Identifier' ? call.owner.name : undefined;
}

/** The name of a list that was empty, or of a number that was 0. */
function emptyList(reader: Reader, deed: Node): string | undefined {
  const list = listAdded(deed);
  if (list !== undefined) {
    const known = resolved(reader, { type: 'Identifier', name: list });
    return known.type === 'ArrayExpression' && known.elements.length === 0 ? list : undefined;
  }
  const isRaised = deed.type === 'UpdateExpression' && deed.operator === '++';
  const target = isRaised ? deed.argument : undefined;
  return target?.type === 'Identifier' && numberOf(reader, target) === 0 ? target.name : undefined;
}

/** `sent`, `sent.length`: what is kept of the list. */
export function keptList(reader: Reader, given: Node): ReturnType<typeof keptOf> {
  const node = plainValue(given);
  if (node.type === 'MemberExpression')
    return textOf(reader, node.property) === 'length' ? keptList(reader, node.object) : undefined;
  return keptOf(reader, resolved(reader, node));
}

const COUNTS_ALL =
  'It counts requests over several actions: “Check request” counts those since the last action that does something.';
const AT_LEAST = 'Requests are counted exactly, or there is one at least.';

/** `expect(sent).toHaveLength(2)`, where one action at most can have sent them. */
export function countCheck(reader: Reader, call: CodegenCall): boolean {
  const { owner, name, args } = call;
  const { subject, fields = {} } = checkSubject(reader, owner) ?? {};
  const watched = subject && keptList(reader, subject)?.watched;
  const wanted = watched && wantedNumber(reader, { name, args });
  if (watched === undefined || wanted === undefined) return false;
  const { actions } = reader;
  if (isSentBySeveral(actions, watched.since)) {
    withReason(reader, COUNTS_ALL);
    return false;
  }
  turnTo(reader, watched.page);
  const check: ActionDraft = { type: 'expectRequest', ...watched.fields, ...fields };
  if (wanted.isLeast) {
    watched.awaited = wanted.count === 1 ? check : leftOut(callText(reader, call), AT_LEAST);
    actions.push(watched.awaited);
  } else {
    dropWaits(actions, watched);
    actions.push({ ...check, ...(wanted.count === 0 ? { not: true } : { count: wanted.count }) });
  }
  return true;
}

const callText = (reader: Reader, { owner, name, args }: CodegenCall): string =>
  `${textOf(reader, owner)}.${name}(${args.map(one => textOf(reader, one)).join(', ')})`;

/** Exported code waits until they are there, and then until nothing is loading, as the check itself does. */
function dropWaits(actions: ActionDraft[], { awaited }: WatchedList): void {
  const last = actions.at(-1);
  if (last?.type === 'wait' && last.until === 'idle') actions.pop();
  if (awaited !== undefined && actions.at(-1) === awaited) actions.pop();
}

interface WantedNumber {
  count: number;
  isLeast?: true;
}

/** Of a matcher that compares a length. */
export function wantedNumber(
  reader: Reader,
  { name, args: [first] }: Pick<CodegenCall, 'name' | 'args'>,
): WantedNumber | undefined {
  const isEqual = /^to(?:Be|Equal|StrictEqual|HaveLength)$/.test(name);
  const list = first && resolved(reader, first);
  if (isEqual && list?.type === 'ArrayExpression') return list.elements.length === 0 ? { count: 0 } : undefined;
  const count = numberOf(reader, first);
  if (count === undefined || !Number.isInteger(count) || count < 0) return undefined;
  if (isEqual) return { count };
  if (name === 'toBeGreaterThan') return { count: count + 1, isLeast: true };
  return name === 'toBeGreaterThanOrEqual' && count > 0 ? { count, isLeast: true } : undefined;
}
