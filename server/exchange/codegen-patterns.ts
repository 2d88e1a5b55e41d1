/** Names and what they are bound to, also where patterns take values apart. */
import type * as ast from '@babel/types';
import { keptOf, type Node, type Reader } from './codegen-reader.ts';

export const isExpression = (node: Node): node is ast.Expression => /Expression$|Literal$|^Identifier$/.test(node.type);

export const namesIn = (pattern: Node): string[] =>
  pattern.type === 'Identifier' ? [pattern.name] : inPattern(pattern, undefined).flatMap(({ part }) => namesIn(part));

export const textNode = (value: string): ast.StringLiteral => ({ type: 'StringLiteral', value });

export const numberNode = (value: number): ast.NumericLiteral => ({ type: 'NumericLiteral', value });

export const NOTHING: ast.Identifier = { type: 'Identifier', name: 'undefined' };

/** Undefined for what is not known. */
export function bind(reader: Reader, name: string, value: Node | undefined): void {
  for (const names of [reader.constants, reader.functions, reader.instances, reader.pages]) names.delete(name);
  const kept = value && keptOf(reader, value);
  if (kept?.page !== undefined) reader.pages.set(name, kept.page);
  else if (kept?.instance !== undefined) reader.instances.set(name, kept.instance);
  else if (value !== undefined && (value.type !== 'Identifier' || value.name !== name))
    reader.constants.set(name, value);
}

/** `{ name, value = '' }` and `[label, value]` take apart what is spelled out. */
export function bindPattern(reader: Reader, pattern: Node, value: Node | undefined): void {
  if (pattern.type === 'Identifier') bind(reader, pattern.name, value);
  else if (pattern.type === 'AssignmentPattern')
    bindPattern(reader, pattern.left, isMissing(value) ? reader.settled(reader, pattern.right) : value);
  else
    for (const { part, item } of inPattern(pattern, value))
      bindPattern(reader, part, item ? reader.settled(reader, item) : undefined);
}

const isMissing = (value: Node | undefined): boolean =>
  value === undefined || (value.type === 'Identifier' && value.name === 'undefined');

interface PatternPart {
  part: Node;
  item: Node | null | undefined;
}

function inPattern(pattern: Node, value: Node | undefined): PatternPart[] {
  if (pattern.type === 'AssignmentPattern') return [{ part: pattern.left, item: value }];
  if (pattern.type === 'ArrayPattern') {
    const items = value?.type === 'ArrayExpression' ? value.elements : [];
    return pattern.elements.flatMap((part, at): PatternPart[] => {
      if (part?.type === 'RestElement')
        return [{ part: part.argument, item: value && { type: 'ArrayExpression', elements: items.slice(at) } }];
      return part === null ? [] : [{ part, item: items[at] }];
    });
  }
  const properties = pattern.type === 'ObjectPattern' ? pattern.properties : [];
  return properties.flatMap(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    if (part.type === 'RestElement') return [{ part: part.argument, item: restOf(value, properties) }];
    return part.type !== 'ObjectProperty' || key === undefined
      ? []
      : [{ part: part.value, item: optionOf(value, key) ?? partOfKept(value, key) }];
  });
}

/** `{ name }` of what has no literal is read as `.name` of it. */
const partOfKept = (value: Node | undefined, key: string): Node | undefined =>
  value?.type === 'Identifier' && value.name.startsWith('#')
    ? { type: 'MemberExpression', object: value, property: { type: 'Identifier', name: key }, computed: false }
    : undefined;

function restOf(value: Node | undefined, taken: ast.ObjectPattern['properties']): Node | undefined {
  if (value?.type !== 'ObjectExpression') return undefined;
  const keys = taken.map(part => (part.type === 'ObjectProperty' ? keyOf(part) : undefined));
  return {
    ...value,
    properties: value.properties.filter(one => one.type !== 'ObjectProperty' || !keys.includes(keyOf(one))),
  };
}

export function keyOf({ key, computed }: ast.ObjectProperty): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

export function optionOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'ObjectExpression') return undefined;
  // Of several values of a name the last one counts.
  const found = node.properties.findLast(one => one.type === 'ObjectProperty' && keyOf(one) === name);
  return found?.type === 'ObjectProperty' ? found.value : undefined;
}
