import { type Node, type ParseError, parseTree } from 'jsonc-parser';

/** A value in JSON as it was written: numbers keep all their digits, and names that come twice are there twice. */
export interface JsonNode {
  /** `$`, and the positions on the way to it: `$.0.2`. */
  path: string;
  /** As JSON; undefined for the outermost value and in lists. */
  name: string | undefined;
  /** Of a single value as JSON; `{` or `[` otherwise. */
  text: string;
  type: 'text' | 'number' | 'word' | 'object' | 'list';
  children: readonly JsonNode[];
}

/** Deeper ones nobody reads as a tree. */
const MOST_DEPTH = 100;

/** Undefined for what is no JSON, is a single value, or is nested too deep. */
export function readJson(text: string): JsonNode | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const errors: ParseError[] = [];
  const root = parsedTree(text, errors);
  if (root === undefined || errors.length > 0) return undefined;
  return toNode(root, text, { path: ROOT, depth: 0 });
}

const ROOT = '$';

function parsedTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Where {
  path: string;
  depth: number;
  name?: string | undefined;
}

function toNode(node: Node, text: string, { path, depth, name }: Where): JsonNode | undefined {
  const { children = [] } = node;
  if (node.type !== 'object' && node.type !== 'array')
    return { path, name, text: leafText(node, text), type: LEAVES[node.type] ?? 'word', children: [] };
  if (depth >= MOST_DEPTH) return undefined;
  const parts: JsonNode[] = [];
  for (const [index, child] of children.entries()) {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    const where = { path: `${path}.${index}`, depth: depth + 1, name: key && leafText(key, text) };
    const part = value && toNode(value, text, where);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const isList = node.type === 'array';
  return { path, name, text: isList ? '[' : '{', type: isList ? 'list' : 'object', children: parts };
}

const LEAVES: Readonly<Record<string, JsonNode['type']>> = { string: 'text', number: 'number' };

/** Texts with as few escapes as JSON needs. */
const leafText = ({ type, value, offset, length }: Node, text: string): string =>
  type === 'string' ? JSON.stringify(value) : text.slice(offset, offset + length);

/** Paths of the nodes whose name or own text has what is sought, ignoring case, in the order of the text. */
export function findInJson(node: JsonNode, sought: string): string[] {
  const lower = sought.toLowerCase();
  const isFound = ({ name = '', text, children }: JsonNode) =>
    name.toLowerCase().includes(lower) || (children.length === 0 && text.toLowerCase().includes(lower));
  const walk = (each: JsonNode): string[] => [...(isFound(each) ? [each.path] : []), ...each.children.flatMap(walk)];
  return walk(node);
}
