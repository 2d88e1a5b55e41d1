/** What is expected of an answer becomes a part of the call, or of the check of a request. */

import { expressionFor } from '../codegen-json.ts';
import { keyOf } from '../codegen-patterns.ts';
import type { Node, Reader } from '../codegen-reader.ts';
import { numberOf, resolved, stringOf, writtenPattern } from '../codegen-values.ts';
import type { ChaiCheck } from './cypress-chai.ts';
import type { CypressChain, CypressSubject } from './cypress-chain.ts';

type Answer = Extract<CypressSubject, { of: 'response' }>;

const EQUAL = new Set(['eq', 'equal', 'equals', 'eql', 'equalTo', 'strictEqual']);

/** Names of anything but letters are quoted. */
function pathOf(path: readonly string[]): string {
  if (path.length > 1 && path.at(-1) === 'length') return `$count(${pathOf(path.slice(0, -1))})`;
  return path.map(stepOf).join('').replace(/^\./, '');
}

function stepOf(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `.\`${name.replaceAll('`', '')}\``;
}

const OF_CALLS = /^(?:status|body|headers)$/;
const OF_REQUESTS = /^(?:request\.(?:url|method|headers|body)|response\.(?:status|headers|body))$/;

interface AnswerPlace {
  path: readonly string[];
  /** Name of the field that holds conditions. */
  field: 'expectBody' | 'expression';
  isStatus: boolean;
}

/** Undefined for what actions do not know of an answer. */
function placeIn({ action, path }: Answer): AnswerPlace | undefined {
  const [first = '', second, ...rest] = path;
  if (action.type !== 'expectRequest')
    return OF_CALLS.test(first) ? { path, field: 'expectBody', isStatus: path.join() === 'status' } : undefined;
  if (first === 'error') return { path: ['failure', ...path.slice(1)], field: 'expression', isStatus: false };
  const named = second === 'statusCode' ? 'status' : second;
  if (named === undefined || !OF_REQUESTS.test(`${first}.${named}`)) return undefined;
  const isStatus = named === 'status' && rest.length === 0;
  return { path: [first, named, ...rest], field: 'expression', isStatus };
}

/** Undefined once the action expects it. */
export function checkResponse(chain: CypressChain, answer: Answer, check: ChaiCheck): string | undefined {
  const { action } = answer;
  const place = placeIn(answer);
  if (place === undefined) return 'What it compares is nothing that an answer is asked for here.';
  const status = place.isStatus && !check.isNot ? statusesOf(chain.reader, check) : undefined;
  if (status !== undefined) {
    action[place.field === 'expectBody' ? 'expectStatus' : 'status'] = status;
    return undefined;
  }
  const condition = conditionFor(chain.reader, place.path, check);
  if (condition === undefined) return 'This check of an answer is not one of those that are understood.';
  const whole = check.isNot ? `$not(${condition})` : condition;
  const before = action[place.field];
  action[place.field] = typeof before === 'string' ? `${before} and ${whole}` : whole;
  return undefined;
}

/** `eq` of one, `oneOf` of several. */
function statusesOf(reader: Reader, { name, args: [first] }: ChaiCheck): string | undefined {
  const list = name === 'oneOf' && first ? resolved(reader, first) : undefined;
  if (list === undefined) return EQUAL.has(name) ? numberOf(reader, first)?.toString() : undefined;
  const statuses = list.type === 'ArrayExpression' ? list.elements.map(one => numberOf(reader, one)) : [undefined];
  return statuses.includes(undefined) ? undefined : statuses.join(', ');
}

const WORDS: Readonly<Record<string, (path: string) => string>> = {
  exist: path => `$exists(${path})`,
  undefined: path => `$not($exists(${path}))`,
  true: path => `${path} = true`,
  false: path => `${path} = false`,
  null: path => `${path} = null`,
  ok: path => `$boolean(${path})`,
  empty: path => `$not($boolean(${path}))`,
};

const ORDER: Readonly<Record<string, string>> = {
  gt: '>',
  above: '>',
  greaterThan: '>',
  gte: '>=',
  least: '>=',
  lt: '<',
  below: '<',
  lessThan: '<',
  lte: '<=',
  most: '<=',
};

const TYPES = /^(?:array|object|string|number|boolean|null)$/;

interface ComparedPlace {
  names: readonly string[];
  path: string;
}

function conditionFor(reader: Reader, names: readonly string[], { name, args }: ChaiCheck): string | undefined {
  const [first, second] = args;
  const path = pathOf(names);
  if (Object.hasOwn(WORDS, name)) return WORDS[name]?.(path);
  if (first === undefined) return undefined;
  if (name === 'property') return propertyCondition(reader, names, [first, second]);
  if (/^(?:(?:all|any|include|contain)\.)*keys?$/.test(name)) return keysCondition(reader, names, args);
  if (name === 'match') return matchCondition(reader, path, first);
  const type = name === '' ? stringOf(reader, first) : undefined;
  if (type !== undefined) return TYPES.test(type) ? `$type(${path}) = "${type}"` : undefined;
  return comparedCondition(reader, { names, path }, { name, first });
}

function comparedCondition(
  reader: Reader,
  { names, path }: ComparedPlace,
  { name, first }: { name: string; first: Node },
): string | undefined {
  const value = expressionFor(reader, first);
  if (value === undefined) return undefined;
  if (EQUAL.has(name)) return `${path} = ${value}`;
  if (name === 'oneOf') return `${path} in ${value}`;
  if (/^(?:include|contain)s?$/.test(name)) return includedCondition(reader, { names, path }, { node: first, value });
  const [, counted, order = ''] = /^(length(?:Of)?)?\.?(\w*)$/.exec(name) ?? [];
  const size = counted === undefined ? path : `$count(${path})`;
  if (counted !== undefined && order === '') return `${size} = ${value}`;
  return Object.hasOwn(ORDER, order) ? `${size} ${ORDER[order]} ${value}` : undefined;
}

/** An object is included with its fields, a text in a text, and what else there is in a list. */
function includedCondition(
  reader: Reader,
  { names, path }: ComparedPlace,
  { node, value }: { node: Node; value: string },
): string | undefined {
  const object = resolved(reader, node);
  if (object.type !== 'ObjectExpression')
    return value.startsWith('"')
      ? `($type(${path}) = "string" ? $contains(${path}, ${value}) : ${value} in ${path})`
      : `${value} in ${path}`;
  const parts = object.properties.map(part => {
    const key = part.type === 'ObjectProperty' ? keyOf(part) : undefined;
    const wanted = part.type === 'ObjectProperty' ? expressionFor(reader, part.value) : undefined;
    return key === undefined || wanted === undefined ? undefined : `${pathOf([...names, key])} = ${wanted}`;
  });
  return parts.includes(undefined) || parts.length === 0 ? undefined : parts.join(' and ');
}

/** Expressions know two flags. */
function matchCondition(reader: Reader, path: string, node: Node): string | undefined {
  const pattern = writtenPattern(reader, node);
  return pattern !== undefined && /\/[im]*$/.test(pattern) && !pattern.includes('{{')
    ? `$contains(${path}, ${pattern})`
    : undefined;
}

function propertyCondition(
  reader: Reader,
  names: readonly string[],
  [first, second]: readonly [Node, Node | undefined],
): string | undefined {
  const key = stringOf(reader, first);
  if (key === undefined || key.includes('\uE000')) return undefined;
  const field = pathOf([...names, key]);
  const value = second && expressionFor(reader, second);
  if (second === undefined) return `$exists(${field})`;
  return value === undefined ? undefined : `${field} = ${value}`;
}

function keysCondition(reader: Reader, names: readonly string[], args: readonly Node[]): string | undefined {
  const keys = args.flatMap(one => {
    const list = resolved(reader, one);
    const nodes: readonly (Node | null)[] = list.type === 'ArrayExpression' ? list.elements : [list];
    return nodes.map(node => stringOf(reader, node ?? undefined));
  });
  const known = keys.flatMap(key => key ?? []);
  if (known.length === 0 || known.length < keys.length) return undefined;
  return known.map(key => `$exists(${pathOf([...names, key])})`).join(' and ');
}
