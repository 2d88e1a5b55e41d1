/** What a request got, and places in it. */
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
  response: { json: 'response.body', headers: 'response.headers' },
  request: { postDataJSON: 'request.body', headers: 'request.headers' },
};

/** `response.json()`, `response.request().headers()` */
function placeOfCall(reader: Reader, { owner: given, name }: CodegenCall): ResponsePart | undefined {
  if (!/^(?:json|headers|postDataJSON)$/.test(name)) return undefined;
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
  if (owner?.path === undefined) return undefined;
  const key = !computed && property.type === 'Identifier' ? property.name : stringOf(reader, property);
  if (key === undefined || key.includes('\uE000')) return undefined;
  const path = key === 'length' ? `$count(${owner.path})` : placeBelow(owner.path, key);
  return { ...owner, path };
}

export const placeBelow = (path: string, key: string): string => {
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  return `${path}.${/^[A-Za-z_]\w*$/.test(key) ? key : `\`${key.replaceAll('`', '')}\``}`;
};

export function answered(reader: Reader, node: Node): string | undefined {
  if (
    !/^(?:Identifier|(?:Optional)?MemberExpression|LogicalExpression|CallExpression|AwaitExpression)$/.test(node.type)
  )
    return undefined;
  const { request, path, isValue } = responsePart(reader, node) ?? {};
  if (request === undefined || path === undefined) return undefined;
  if (request.check !== undefined) request.check.into = request.into;
  return computedPart(path.replace(/^(\$count\()?/, `$1${request.into}${isValue ? '' : '.'}`));
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
