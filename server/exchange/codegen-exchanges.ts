/** Requests and answers that exported code keeps as a whole, and what it computes of them. */
import { computeCall } from './codegen-computed-here.ts';
import { optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  keptNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  type ResponsePart,
  textOf,
} from './codegen-reader.ts';
import { addCondition, isPlain } from './codegen-requests.ts';
import { responsePart } from './codegen-responses.ts';
import { numberOf } from './codegen-values.ts';

/** `await exchangeOf(response)`, or `{ status: response.status(), headers: response.headers(), body: … }`. */
export function wholeExchange(reader: Reader, given: Node): { value: Node } | undefined {
  const node = plainValue(given);
  const response = node.type === 'ObjectExpression' ? answerObject(node) : givenToExchange(reader, node);
  const { request, path } = (response && responsePart(reader, response)) ?? {};
  if (request === undefined || path !== undefined) return undefined;
  return { value: keptNode(reader, { response: { request, path: '' } }) };
}

function givenToExchange(reader: Reader, node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'exchangeOf')
    return undefined;
  const called = reader.functions.get('exchangeOf');
  return called !== undefined && textOf(reader, called).includes('response.request()') ? node.arguments[0] : undefined;
}

function answerObject(node: Node): Node | undefined {
  const [status, headers, body] = ['status', 'headers', 'body'].map(name => optionOf(node, name));
  const call = status && callOf(plainValue(status));
  return headers && body && call?.name === 'status' ? call.owner : undefined;
}

/** Keeps it under the name of the variable that the code stores it in. */
export function keepExchange(reader: Reader, value: Node, name: string): void {
  const { request, path } = keptOf(reader, value)?.response ?? {};
  if (request === undefined || path !== '') return;
  request.into = reader.names.fresh(name);
  if (request.check !== undefined) request.check.into = request.into;
}

/** `expect(await compute('status = 200', { ...answer })).toBeTruthy()`, and how long the answer took. */
export function exchangeCheck(reader: Reader, { owner, name, args: [given] }: CodegenCall): boolean {
  if (owner.type !== 'CallExpression' || textOf(reader, owner.callee) !== 'expect') return false;
  const [subject] = owner.arguments;
  if (subject === undefined) return false;
  if (name === 'toBeLessThanOrEqual' || name === 'toBeLessThan') return timeCheck(reader, subject, given);
  const call = name === 'toBeTruthy' ? computeCall(reader, subject) : undefined;
  const part = call && exchangeIn(reader, call.names);
  if (call === undefined || part === undefined || !isPlain(reader, part)) return false;
  addCondition(part.request, call.source);
  return true;
}

/** What a condition is computed of. */
function exchangeIn(reader: Reader, names: Node | undefined): ResponsePart | undefined {
  const parts = names?.type === 'ObjectExpression' ? names.properties : [];
  for (const part of parts) {
    const value = part.type === 'SpreadElement' ? part.argument : undefined;
    const named = part.type === 'ObjectProperty' ? part.value : value;
    const found = named && responsePart(reader, named);
    if (found?.path === '' || /^(?:request|response)$/.test(found?.path ?? '')) return found;
  }
  return undefined;
}

/** `expect(response.request().timing().responseEnd).toBeLessThanOrEqual(500)` */
function timeCheck(reader: Reader, subject: Node, most: Node | undefined): boolean {
  const node = plainValue(subject);
  const timing = node.type === 'MemberExpression' ? callOf(node.object) : undefined;
  const request = timing?.name === 'timing' ? callOf(timing.owner) : undefined;
  const response = request?.name === 'request' ? request.owner : timing?.owner;
  const part = response && responsePart(reader, response);
  const maxMs = numberOf(reader, most);
  if (node.type !== 'MemberExpression' || textOf(reader, node.property) !== 'responseEnd') return false;
  if (part?.request.check === undefined || maxMs === undefined || !isPlain(reader, part)) return false;
  part.request.check.maxMs = Math.round(maxMs);
  return true;
}

/** `await response.finished()`: checks of the answer wait for it anyway. */
export const isAnswerAwaited = (reader: Reader, { owner, name }: CodegenCall): boolean =>
  name === 'finished' && responsePart(reader, owner) !== undefined;
