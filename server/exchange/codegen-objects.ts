/** Objects of classes of the file: what their fields and methods are. */
import {
  callOf,
  type FunctionNode,
  type Instance,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';
import { actorOf } from './codegen-windows.ts';

/** Where a value is written, with the names that count there. */
export interface PlacedValue {
  inner: Reader;
  value: Node;
}

export function instanceOf(reader: Reader, node: Node): Instance | undefined {
  if (node.type === 'Identifier') return reader.instances.get(node.name) ?? keptOf(reader, node)?.instance;
  if (node.type === 'ThisExpression') return reader.instances.get('this');
  const { owner, name } = memberOf(reader, node) ?? {};
  if (owner === undefined || name === undefined) return undefined;
  return owner.reader.instances.get(`this.${name}`) ?? fieldInstance(owner, name);
}

function fieldInstance({ reader, fields }: Instance, name: string): Instance | undefined {
  const value = fields.get(name);
  return value?.type === 'Identifier' ? instanceOf(reader, value) : undefined;
}

function memberOf(reader: Reader, node: Node): { owner: Instance; name: string } | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const owner = instanceOf(reader, node.object);
  const { property } = node;
  return owner && property.type === 'Identifier' ? { owner, name: property.name } : undefined;
}

/** `login.error`, also where a getter returns it. */
export function fieldOf(reader: Reader, node: Node): PlacedValue | undefined {
  const { owner, name } = memberOf(reader, node) ?? {};
  const value = name === undefined ? undefined : owner?.fields.get(name);
  return owner === undefined || value === undefined ? undefined : { inner: owner.reader, value };
}

/** `login.signIn(…)`, with the reader in which `this` is its owner. */
export function methodOf(reader: Reader, callee: Node): { called: FunctionNode; owner: Instance } | undefined {
  const { owner, name } = memberOf(reader, callee) ?? {};
  const called = name === undefined ? undefined : owner?.methods.get(name);
  return owner === undefined || called === undefined ? undefined : { called, owner };
}

/** The number of the tab that a name or a field stands for. */
export function pageOf(reader: Reader, node: Node): number | undefined {
  if (node.type === 'Identifier') return reader.pages.get(node.name) ?? keptOf(reader, node)?.page;
  const field = fieldOf(reader, node);
  return field && pageOf(field.inner, field.value);
}

/** The actor whose context a name, a field or `page.context()` stands for. */
export function contextOf(reader: Reader, given: Node): number | undefined {
  const node = plainValue(given);
  if (node.type === 'Identifier') {
    const value = reader.constants.get(node.name);
    // The fixture.
    if (value === undefined && node.name === 'context') return 0;
    return keptOf(reader, value ?? node)?.context;
  }
  const call = callOf(node);
  if (call?.name === 'context') {
    const page = pageOf(reader, call.owner);
    return page === undefined ? undefined : actorOf(reader, page);
  }
  const field = fieldOf(reader, node);
  return field && contextOf(field.inner, field.value);
}

/** Whether it stands for a page or for the context that all its pages are in. */
export const isOfWindow = (reader: Reader, node: Node): boolean =>
  pageOf(reader, node) !== undefined || isContext(reader, node);

/** Names tell it, too: of what is not read, nothing else is known. */
export const isContext = (reader: Reader, node: Node): boolean =>
  contextOf(reader, node) !== undefined || /^(?:\w*[cC]ontext|\w+\.context\(\))$/.test(textOf(reader, node));
