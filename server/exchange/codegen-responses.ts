/** What a request got, and places in it. */
import { optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  type RequestDraft,
  type ResponsePart,
} from './codegen-reader.ts';
import { computedPart, stringOf } from './codegen-values.ts';

/** `await response.json()`, `body.items[0].name` */
export function responsePart(reader: Reader, given: Node): ResponsePart | undefined {
  const node = plainValue(given);
  const kept = keptOf(reader, node)?.response;
  if (kept !== undefined) return kept;
  if (node.type === 'Identifier') {
    const constant = reader.constants.get(node.name);
    return constant === undefined || constant === node ? undefined : responsePart(reader, constant);
  }
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') return placeIn(reader, node);
  // What stands for nothing there is taken as not needed.
  if (node.type === 'LogicalExpression' && node.operator !== '&&') return responsePart(reader, node.left);
  const call = callOf(node);
  return call && placeOfCall(reader, call);
}

const PLACES: Readonly<Record<string, string>> = { json: 'body', headers: 'headers' };
const PLACES_OF_CHECKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  response: { json: 'response.body', headers: 'response.headers', url: 'request.url' },
  request: { postDataJSON: 'request.body', headers: 'request.headers', url: 'request.url', method: 'request.method' },
};

/** `response.json()`, `response.request().headers()` */
function placeOfCall(reader: Reader, { owner: given, name }: CodegenCall): ResponsePart | undefined {
  if (!/^(?:json|headers|postDataJSON|url|method)$/.test(name)) return undefined;
  const around = callOf(plainValue(given));
  const isOfRequest = around?.name === 'request';
  const owner = responsePart(reader, isOfRequest ? around.owner : given);
  if (owner === undefined || owner.path !== undefined) return undefined;
  const { check, of = 'response' } = owner.request;
  const places = check === undefined ? PLACES : PLACES_OF_CHECKS[isOfRequest ? 'request' : of];
  const path = check === undefined && isOfRequest ? undefined : places?.[name];
  return path === undefined ? undefined : { request: owner.request, path };
}

interface PlaceNode {
  object: Node;
  property: Node;
  computed: boolean;
}

function placeIn(reader: Reader, { object, property, computed }: PlaceNode): ResponsePart | undefined {
  const owner = responsePart(reader, object);
  if (owner === undefined) return keptInPart(reader, object, property);
  if (owner.path === undefined) return undefined;
  const key = !computed && property.type === 'Identifier' ? property.name : stringOf(reader, property);
  if (key === undefined || key.includes('\uE000')) return undefined;
  const path = key === 'length' ? `$count(${owner.path})` : placeBelow(owner.path, key);
  return { ...owner, path };
}

/** `state.answer`, where the code has stored it there. */
function keptInPart(reader: Reader, object: Node, property: Node): ResponsePart | undefined {
  const whole = object.type === 'Identifier' ? reader.constants.get(object.name) : undefined;
  const part = property.type === 'Identifier' ? optionOf(whole, property.name) : undefined;
  return part && keptOf(reader, part)?.response;
}

export const placeBelow = (path: string, key: string): string => {
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  const name = /^[A-Za-z_]\w*$/.test(key) ? key : `\`${key.replaceAll('`', '')}\``;
  return path === '' ? name : `${path}.${name}`;
};

export function answered(reader: Reader, node: Node): string | undefined {
  if (
    !/^(?:Identifier|(?:Optional)?MemberExpression|LogicalExpression|CallExpression|AwaitExpression)$/.test(node.type)
  )
    return undefined;
  const { request, path } = responsePart(reader, node) ?? {};
  if (request === undefined || path === undefined) return undefined;
  if (request.check !== undefined) request.check.into = request.into;
  const [, count = '', rest = ''] = /^(\$count\()?(.*)$/s.exec(path) ?? [];
  return computedPart(`${count}${request.into}${/^[[)]|^$/.test(rest) ? '' : '.'}${rest}`);
}

export function expectSuccess(reader: Reader, node: Node): boolean {
  const call = callOf(plainValue(node));
  const part = call?.name === 'ok' ? responsePart(reader, call.owner) : undefined;
  if (part === undefined || part.path !== undefined) return false;
  expectStatus(part.request, '2xx');
  return true;
}

export function expectStatus(request: RequestDraft, status: string): void {
  if (request.check === undefined) request.expectStatus = status;
  else request.check.status = status;
}

/** `String(response.status())`, as exported code compares several. */
export const statusSubject = (node: Node): Node => {
  const [only] = node.type === 'CallExpression' ? node.arguments : [];
  const isText = node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'String';
  return isText && only !== undefined ? plainValue(only) : node;
};

/** `^(?:2\d\d|404)$` */
export function statusesIn(pattern: string): string | undefined {
  const choices = /^\^\(\?:([\d|\\d]+)\)\$$/
    .exec(pattern)?.[1]
    ?.split('|')
    .map(one => one.replaceAll('\\d', 'x'));
  return choices?.every(one => /^[1-5](?:\d\d|xx)$/.test(one)) ? choices.join(', ') : undefined;
}
