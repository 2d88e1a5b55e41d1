/** Values that code gives, as JSON. */
import { keyOf } from './codegen-patterns.ts';
import type { Node, Reader } from './codegen-reader.ts';
import { fieldText, stringOf, written } from './codegen-values.ts';

/** What is sent: a text, or JSON; undefined where it cannot be read. */
export function bodyOf(reader: Reader, data: Node): string | undefined {
  return fieldText(reader, data) ?? withWritten(jsonOf(reader, data));
}

const withWritten = (json: string | undefined): string | undefined => json && written(json);

/** The value as JSON, in which \uE000 marks what is computed. */
function jsonOf(reader: Reader, given: Node): string | undefined {
  const node = reader.settled(reader, given) ?? given;
  if (node.type === 'NumericLiteral' || node.type === 'BooleanLiteral') return String(node.value);
  if (node.type === 'NullLiteral') return 'null';
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map(one => (one === null ? 'null' : jsonOf(reader, one)));
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`;
  }
  if (node.type === 'ObjectExpression') return objectJson(reader, node.properties);
  const text = stringOf(reader, given);
  return text === undefined ? undefined : JSON.stringify(text);
}

function objectJson(reader: Reader, properties: readonly Node[]): string | undefined {
  const parts = properties.map(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    if (part.type !== 'ObjectProperty' || key === undefined) return undefined;
    if (part.value.type === 'Identifier' && part.value.name === 'undefined') return '';
    const value = jsonOf(reader, part.value);
    return value === undefined ? undefined : `${JSON.stringify(key)}:${value}`;
  });
  return parts.includes(undefined) ? undefined : `{${parts.filter(Boolean).join(',')}}`;
}

/** The value in an expression; undefined where a part of it is computed. */
export function expressionFor(reader: Reader, node: Node): string | undefined {
  const json = jsonOf(reader, node);
  if (json === undefined || !json.includes('\uE000')) return json;
  const only = /^"\uE000(\w+)\uE001"$/.exec(json)?.[1];
  return only === undefined ? undefined : `var.${only}`;
}
