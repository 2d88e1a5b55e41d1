/** What is expected of a place in an answer, as conditions of its action. */
import { expressionFor } from './codegen-json.ts';
import { keyOf, NOTHING } from './codegen-patterns.ts';
import { type CodegenCall, callOf, type Node, type Reader, textOf } from './codegen-reader.ts';
import { placeBelow } from './codegen-responses.ts';
import { resolved, stringOf, writtenPattern } from './codegen-values.ts';

type AnswerMatcher = Pick<CodegenCall, 'name' | 'args'>;

const EQUAL = /^to(?:Be|Equal|StrictEqual)$/;
const ORDER: Readonly<Record<string, string>> = {
  toBeGreaterThan: '>',
  toBeGreaterThanOrEqual: '>=',
  toBeLessThan: '<',
  toBeLessThanOrEqual: '<=',
};

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  toBeDefined: path => `$exists(${path})`,
  toBeUndefined: path => `$not($exists(${path}))`,
  toBeTruthy: path => `$boolean(${path})`,
  toBeFalsy: path => `$not($boolean(${path}))`,
  toBeNull: path => `${path} = null`,
};

/** Of a matcher and a place in an answer; undefined where it has none. */
export function conditionFor(reader: Reader, path: string, { name, args }: AnswerMatcher): string | undefined {
  const [first, second] = args;
  if (Object.hasOwn(WORDS, name)) return WORDS[name]?.(path);
  if (first === undefined) return undefined;
  if (name === 'toHaveProperty') return propertyCondition(reader, path, [first, second]);
  if (name === 'toMatchObject') return matchCondition(reader, path, first);
  if (name === 'toContainEqual') return itemCondition(reader, path, first);
  const wanted = EQUAL.test(name) ? wantedCondition(reader, path, first) : undefined;
  return wanted ?? comparedCondition(path, name, expressionFor(reader, first));
}

function comparedCondition(path: string, name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (EQUAL.test(name)) return `${path} = ${value}`;
  if (name === 'toHaveLength') return `$count(${path}) = ${value}`;
  if (name === 'toContain') return `($type(${path}) = "string" ? $contains(${path}, ${value}) : ${value} in ${path})`;
  return Object.hasOwn(ORDER, name) ? `${path} ${ORDER[name]} ${value}` : undefined;
}

function propertyCondition(
  reader: Reader,
  path: string,
  [first, second]: readonly [Node, Node | undefined],
): string | undefined {
  const key = stringOf(reader, first);
  if (key === undefined || key.includes('\uE000')) return undefined;
  const place = key.split('.').reduce(placeBelow, path);
  const value = second && expressionFor(reader, second);
  if (second === undefined) return `$exists(${place})`;
  return value === undefined ? undefined : `${place} = ${value}`;
}

/** Objects are held with their fields, and what `expect` itself stands for by what it wants. */
function matchCondition(reader: Reader, path: string, given: Node): string | undefined {
  const wanted = wantedCondition(reader, path, given);
  if (wanted !== undefined) return wanted;
  const node = resolved(reader, given);
  if (node.type !== 'ObjectExpression') {
    const value = expressionFor(reader, node);
    return value === undefined ? undefined : `${path} = ${value}`;
  }
  const parts = node.properties.map(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    return part.type === 'ObjectProperty' && key !== undefined
      ? matchCondition(reader, placeBelow(path, key), part.value)
      : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join(' and ') || `$exists(${path})`;
}

type WantedReader = (reader: Reader, path: string, given: Node) => string | undefined;

const TYPES: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  Array: 'array',
  Object: 'object',
};

/** `expect.any(String)`, `expect.objectContaining({ … })` and their like. */
const WANTED: Readonly<Record<string, WantedReader>> = {
  anything: (_reader, path) => `$exists(${path})`,
  any: (reader, path, given) => {
    const name = textOf(reader, given);
    return Object.hasOwn(TYPES, name) ? `$type(${path}) = "${TYPES[name]}"` : undefined;
  },
  objectContaining: matchCondition,
  stringContaining: (reader, path, given) => {
    const text = expressionFor(reader, given);
    return text === undefined ? undefined : `$contains(${path}, ${text})`;
  },
  stringMatching: (reader, path, given) => {
    const pattern = writtenPattern(reader, given);
    return pattern !== undefined && /\/[im]*$/.test(pattern) ? `$contains(${path}, ${pattern})` : undefined;
  },
  arrayContaining: (reader, path, given) => {
    const list = resolved(reader, given);
    const parts =
      list.type === 'ArrayExpression' ? list.elements.map(one => one && itemCondition(reader, path, one)) : [];
    return parts.length === 0 || parts.some(part => !part) ? undefined : parts.join(' and ');
  },
};

function wantedCondition(reader: Reader, path: string, given: Node): string | undefined {
  const call = callOf(given);
  if (call === undefined || textOf(reader, call.owner) !== 'expect' || !Object.hasOwn(WANTED, call.name))
    return undefined;
  return WANTED[call.name]?.(reader, path, call.args[0] ?? NOTHING);
}

/** One of the items is such a value. */
function itemCondition(reader: Reader, path: string, given: Node): string | undefined {
  const isObject =
    wantedCondition(reader, '$', given) === undefined && resolved(reader, given).type !== 'ObjectExpression';
  const value = isObject ? expressionFor(reader, given) : undefined;
  if (value !== undefined) return `${value} in ${path}`;
  const condition = matchCondition(reader, '', given);
  return condition === undefined ? undefined : `$exists(${path}[${condition}])`;
}
