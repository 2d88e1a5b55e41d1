import { keyOf, optionOf } from './codegen-patterns.ts';
import { childrenOf, isNode, type Node, type Reader } from './codegen-reader.ts';
import { resolved, stringOf } from './codegen-values.ts';

/** `length => rows.length === length` with 3: `(length => rows.length === length)(3)`. */
export function pageCode(reader: Reader, code: Node | undefined, given: Node | undefined): string | undefined {
  if (code?.type !== 'ArrowFunctionExpression' && code?.type !== 'FunctionExpression') return undefined;
  const argument = given === undefined || isOptions(given) ? '' : jsonOf(reader, given);
  return argument === undefined ? undefined : `(${withoutTypes(reader, code)})(${argument})`;
}

/** Many write the options of a wait where its argument belongs. */
const isOptions = (given: Node): boolean =>
  optionOf(given, 'timeout') !== undefined || optionOf(given, 'polling') !== undefined;

function jsonOf(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, given);
  if (node.type === 'NumericLiteral' || node.type === 'BooleanLiteral') return String(node.value);
  if (node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined')) return 'null';
  if (node.type === 'ArrayExpression') {
    const items = node.elements.map(one => (one === null ? 'null' : jsonOf(reader, one)));
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
  }
  if (node.type === 'ObjectExpression') {
    const parts = node.properties.map(part => {
      const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
      const value = part.type === 'ObjectProperty' ? jsonOf(reader, part.value) : undefined;
      return key === undefined || value === undefined ? undefined : `${JSON.stringify(key)}: ${value}`;
    });
    return parts.includes(undefined) ? undefined : `{ ${parts.join(', ')} }`;
  }
  const text = stringOf(reader, node);
  // Scripts compute nothing; \uE000 marks what is computed.
  return text === undefined || text.includes('\uE000') ? undefined : JSON.stringify(text);
}

function typesIn(node: Node): { from: number; to: number }[] {
  const [start, end] = [node.start ?? 0, node.end ?? 0];
  if (/^TS(?:TypeAnnotation|TypeParameter\w+)$/.test(node.type)) return [{ from: start, to: end }];
  const inside = childrenOf(node).flatMap(typesIn);
  if (/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type) && 'expression' in node && isNode(node.expression))
    return [...inside, { from: node.expression.end ?? end, to: end }];
  return inside;
}

function withoutTypes({ source }: Reader, node: Node): string {
  let code = '';
  let at = node.start ?? 0;
  for (const { from, to } of typesIn(node).sort((one, other) => one.from - other.from)) {
    code += source.slice(at, from);
    at = to;
  }
  return code + source.slice(at, node.end ?? at);
}
