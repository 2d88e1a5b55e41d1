/** What expressions come to that need nothing of a page: computed here, and never by running their code. */
import type * as ast from '@babel/types';
import { wrongText } from '../../model/exchange/test-drafts.ts';
import { computedHere } from './codegen-computed-here.ts';
import { spend } from './codegen-limits.ts';
import { fieldOf, pageOf } from './codegen-objects.ts';
import { bindPattern, isExpression, keyOf, numberNode, textNode } from './codegen-patterns.ts';
import { BINARY, listMethod, MOST_LENGTH, objectMethod, textMethod } from './codegen-pure.ts';
import { type FunctionNode, type Node, Opaque, type Reader, someNode, textOf } from './codegen-reader.ts';
import { calledIn, readerInside, resolved } from './codegen-values.ts';

/** Marks a text of which a part is known only when the test runs. */
const isOpen = (value: unknown): boolean =>
  value instanceof Opaque || (typeof value === 'string' && value.includes('\uE000'));

interface Known {
  value: unknown;
}

const known = (value: unknown): Known => ({ value });

function size(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Undefined where a part of it is known only when the code runs. */
function computedValue(reader: Reader, given: Node): Known | undefined {
  spend(reader, 1);
  const node = given.type === 'Identifier' ? resolved(reader, given) : given;
  const read = READERS[node.type];
  const found = read?.(reader, node);
  if (found !== undefined && size(found.value) > MOST_LENGTH)
    throw wrongText(`A value of the code comes to more than ${MOST_LENGTH} characters or entries.`);
  return found;
}

const inside = (reader: Reader, node: ast.TSAsExpression | ast.ParenthesizedExpression | ast.TSNonNullExpression) =>
  computedValue(reader, node.expression);

/** As a method, it may take the one type of node that its place in the record is for. */
type ValueReader = { read(reader: Reader, node: Node): Known | undefined }['read'];

const CONSTANTS: Readonly<Record<string, unknown>> = { undefined, NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY };

const READERS_BY_TYPE = {
  StringLiteral: (_reader: Reader, { value }: ast.StringLiteral) => known(value),
  NumericLiteral: (_reader: Reader, { value }: ast.NumericLiteral) => known(value),
  BooleanLiteral: (_reader: Reader, { value }: ast.BooleanLiteral) => known(value),
  NullLiteral: () => known(null),
  RegExpLiteral: (_reader: Reader, node: ast.RegExpLiteral) => known(new Opaque(node)),
  Identifier: (reader: Reader, node: ast.Identifier) => {
    if (Object.hasOwn(CONSTANTS, node.name)) return known(CONSTANTS[node.name]);
    const kept = node.name.startsWith('#') ? node : reader.settled(reader, node);
    return kept === undefined ? undefined : known(new Opaque(kept));
  },
  AwaitExpression: (reader: Reader, { argument }: ast.AwaitExpression) => computedValue(reader, argument),
  ParenthesizedExpression: inside,
  TSAsExpression: inside,
  TSNonNullExpression: inside,
  TSSatisfiesExpression: (reader: Reader, { expression }: ast.TSSatisfiesExpression) =>
    computedValue(reader, expression),
  ArrayExpression: listValue,
  ObjectExpression: objectValue,
  TemplateLiteral: templateValue,
  UnaryExpression: unaryValue,
  BinaryExpression: binaryValue,
  LogicalExpression: logicalValue,
  ConditionalExpression: (reader: Reader, { test, consequent, alternate }: ast.ConditionalExpression) => {
    const decided = plain(computedValue(reader, test));
    return decided && partOf(reader, decided.value ? consequent : alternate);
  },
  MemberExpression: memberValue,
  OptionalMemberExpression: memberValue,
  CallExpression: callValue,
  OptionalCallExpression: callValue,
  NewExpression: newValue,
} as const;

const READERS: Readonly<Record<string, ValueReader | undefined>> = READERS_BY_TYPE;

const plain = (found: Known | undefined): Known | undefined =>
  found === undefined || isOpen(found.value) ? undefined : found;

/** A part of a list may also be what has no literal, such as a locator. */
function partOf(reader: Reader, node: Node): Known | undefined {
  const found = computedValue(reader, node);
  if (found !== undefined) return found;
  // What can be computed was tried, and each further try would double the work.
  const kept = reader.settled({ ...reader, computed: () => undefined }, node);
  return kept === undefined ? undefined : known(asValue(kept));
}

const asValue = (node: Node): unknown => (node.type === 'StringLiteral' ? node.value : new Opaque(node));

function listValue(reader: Reader, { elements }: ast.ArrayExpression): Known | undefined {
  const items: unknown[] = [];
  for (const one of elements) {
    const found = one === null ? known(undefined) : partOf(reader, one.type === 'SpreadElement' ? one.argument : one);
    if (found === undefined) return undefined;
    if (one?.type !== 'SpreadElement') items.push(found.value);
    else if (Array.isArray(found.value)) items.push(...found.value);
    else return undefined;
  }
  return known(items);
}

function objectValue(reader: Reader, { properties }: ast.ObjectExpression): Known | undefined {
  const made = new Map<string, unknown>();
  for (const one of properties) {
    const found = propertyValue(reader, one);
    if (found === undefined) return undefined;
    for (const [key, value] of found) made.set(key, value);
  }
  return known(Object.fromEntries(made));
}

function propertyValue(
  reader: Reader,
  one: ast.ObjectExpression['properties'][number],
): [string, unknown][] | undefined {
  if (one.type === 'ObjectMethod') return undefined;
  if (one.type === 'SpreadElement') {
    const spread = plain(computedValue(reader, one.argument))?.value;
    return typeof spread === 'object' && spread !== null ? Object.entries(spread) : undefined;
  }
  const key = one.computed ? plain(computedValue(reader, one.key))?.value : keyOf(one);
  const found = partOf(reader, one.value);
  return key === undefined || found === undefined ? undefined : [[String(key), found.value]];
}

function templateValue(reader: Reader, { quasis, expressions }: ast.TemplateLiteral): Known | undefined {
  let text = '';
  for (const [at, { value }] of quasis.entries()) {
    const hole = expressions[at];
    const found = hole === undefined ? known('') : partOf(reader, hole);
    if (found === undefined || !isSimple(found.value)) return undefined;
    text += `${value.cooked ?? ''}${String(found.value)}`;
  }
  return known(text);
}

const isSimple = (value: unknown): boolean => value === null || typeof value !== 'object';

function unaryValue(reader: Reader, { operator, argument }: ast.UnaryExpression): Known | undefined {
  const value = plain(computedValue(reader, argument));
  if (value === undefined) return undefined;
  if (operator === '!') return known(!value.value);
  if (operator === 'typeof') return known(typeof value.value);
  if (!isSimple(value.value)) return undefined;
  if (operator === '-') return known(-Number(value.value));
  return operator === '+' ? known(Number(value.value)) : undefined;
}

function binaryValue(reader: Reader, { operator, left, right }: ast.BinaryExpression): Known | undefined {
  const [one, other] = [partOf(reader, left), partOf(reader, right)];
  if (one === undefined || other === undefined || !isSimple(one.value) || !isSimple(other.value)) return undefined;
  const isJoined = operator === '+' && [one.value, other.value].some(value => typeof value === 'string');
  if (!isJoined && (isOpen(one.value) || isOpen(other.value))) return undefined;
  const compute = Object.hasOwn(BINARY, operator) ? BINARY[operator] : undefined;
  return compute && known(compute(one.value, other.value));
}

function logicalValue(reader: Reader, { operator, left, right }: ast.LogicalExpression): Known | undefined {
  const one = plain(computedValue(reader, left));
  if (one === undefined) return undefined;
  const isDone = { '&&': !one.value, '||': Boolean(one.value), '??': one.value !== null && one.value !== undefined };
  return isDone[operator] ? one : partOf(reader, right);
}

function nameOf(reader: Reader, { property, computed }: ast.MemberExpression | ast.OptionalMemberExpression): unknown {
  if (!computed && property.type === 'Identifier') return property.name;
  const value = plain(computedValue(reader, property))?.value;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function memberValue(reader: Reader, node: ast.MemberExpression | ast.OptionalMemberExpression): Known | undefined {
  if (textOf(reader, node) === 'process.platform') return known('linux');
  const field = fieldOf(reader, node);
  if (field !== undefined) return partOf(field.inner, field.value);
  const name = nameOf(reader, node);
  const owner = computedValue(reader, node.object);
  if (name === undefined || owner === undefined) return undefined;
  const isNothing = owner.value === undefined || owner.value === null;
  if (node.type === 'OptionalMemberExpression' && isNothing) return known(undefined);
  return partNamed(owner.value, String(name));
}

function partNamed(value: unknown, name: string): Known | undefined {
  if (isOpen(value) || value === null || value === undefined) return undefined;
  if (name === 'length' && (typeof value === 'string' || Array.isArray(value))) return known(value.length);
  if (typeof value === 'string') return /^\d+$/.test(name) ? known(value[Number(name)]) : undefined;
  return typeof value === 'object' ? known(new Map<string, unknown>(Object.entries(value)).get(name)) : undefined;
}

function callValue(reader: Reader, node: ast.CallExpression | ast.OptionalCallExpression): Known | undefined {
  const { callee } = node;
  const here = computedHere(reader, node);
  if (here !== undefined) return known(here);
  if (callee.type === 'Identifier') return convert(reader, callee.name, node.arguments) ?? calledValue(reader, node);
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return undefined;
  if (callee.property.type !== 'Identifier') return undefined;
  const { name } = callee.property;
  if (name === 'viewportSize' && pageOf(reader, callee.object) !== undefined)
    return known({ width: 1280, height: 720 });
  if (callee.object.type === 'Identifier' && /^(?:Object|JSON|Math|Array|Number|String)$/.test(callee.object.name))
    return staticValue(reader, `${callee.object.name}.${name}`, node.arguments);
  const owner = plain(computedValue(reader, callee.object));
  if (owner === undefined) return calledValue(reader, node);
  if (Array.isArray(owner.value)) return listCall(reader, { list: owner.value, name, args: node.arguments });
  const args = valuesOf(reader, node.arguments);
  return (args && textMethod(owner.value, name, args)) ?? calledValue(reader, node);
}

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  String: value => String(value),
  Number: value => Number(value),
  Boolean: value => Boolean(value),
  parseInt: value => Number.parseInt(String(value), 10),
  parseFloat: value => Number.parseFloat(String(value)),
  encodeURIComponent: value => encodeURIComponent(String(value)),
};

function convert(reader: Reader, name: string, args: readonly Node[]): Known | undefined {
  const [first] = args;
  const of = Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined;
  if (of === undefined || first === undefined) return undefined;
  const answer = name === 'String' ? reader.answered(reader, first) : undefined;
  if (answer !== undefined) return known(answer);
  const value = computedValue(reader, first);
  if (name === 'String' && typeof value?.value === 'string') return value;
  const read = plain(value);
  return read !== undefined && isSimple(read.value) ? known(of(read.value)) : undefined;
}

function valuesOf(reader: Reader, args: readonly Node[]): unknown[] | undefined {
  const found: unknown[] = [];
  for (const one of args) {
    const value =
      one.type === 'RegExpLiteral'
        ? known({ pattern: one.pattern, flags: one.flags })
        : plain(computedValue(reader, one));
    if (value === undefined) return undefined;
    found.push(value.value);
  }
  return found;
}

function staticValue(reader: Reader, name: string, args: readonly Node[]): Known | undefined {
  const list = name === 'Array.from' ? args : [];
  const [length, make] = list;
  const counted = length === undefined ? undefined : plain(computedValue(reader, length))?.value;
  const count = typeof counted === 'object' && counted !== null && 'length' in counted ? counted.length : undefined;
  if (typeof count === 'number' && count <= MOST_LENGTH && !Array.isArray(counted))
    return make === undefined
      ? undefined
      : listCall(reader, { list: Array.from({ length: count }), name: 'map', args: [make] });
  const values = valuesOf(reader, args);
  if (values === undefined || (name === 'JSON.stringify' && hasOpaque(values))) return undefined;
  return objectMethod(name, values);
}

const hasOpaque = (value: unknown): boolean =>
  value instanceof Opaque || (typeof value === 'object' && value !== null && Object.values(value).some(hasOpaque));

interface ListCall {
  list: readonly unknown[];
  name: string;
  args: readonly Node[];
}

function listCall(reader: Reader, { list, name, args }: ListCall): Known | undefined {
  const [first, ...others] = args;
  if (first?.type !== 'ArrowFunctionExpression' && first?.type !== 'FunctionExpression') {
    const values: unknown[] = [];
    for (const one of args) {
      const found = partOf(reader, one);
      if (found === undefined) return undefined;
      values.push(found.value);
    }
    const isCompared = /^(?:includes|indexOf|sort)$/.test(name);
    return isCompared && [...list, ...values].some(isOpen) ? undefined : listMethod(list, name, values);
  }
  let isKnown = true;
  const each = (...given: unknown[]): unknown => {
    const found = applied(reader, first, given);
    if (found === undefined) isKnown = false;
    return found?.value;
  };
  const start = others[0] === undefined ? undefined : computedValue(reader, others[0]);
  if (others.length > 0 && start === undefined) return undefined;
  const result = listMethod(list, name, start === undefined ? [each] : [each, start.value]);
  return isKnown ? result : undefined;
}

function applied(reader: Reader, called: FunctionNode, given: readonly unknown[]): Known | undefined {
  const inner = readerInside(reader, called, []);
  for (const [at, pattern] of called.params.entries()) {
    const node = nodeOf(given[at]);
    if (node === undefined) return undefined;
    bindPattern(inner, pattern, node);
  }
  return returned(inner, called);
}

/** A function that only names values, and returns one. */
function returned(inner: Reader, { body }: FunctionNode): Known | undefined {
  if (body.type !== 'BlockStatement') return partOf(inner, body);
  for (const statement of body.body) {
    if (statement.type === 'ReturnStatement')
      return statement.argument ? partOf(inner, statement.argument) : known(undefined);
    if (statement.type !== 'VariableDeclaration' || !named(inner, statement)) return undefined;
  }
  return known(undefined);
}

const named = (inner: Reader, { kind, declarations }: ast.VariableDeclaration): boolean =>
  kind === 'const' &&
  declarations.every(({ id, init }) => {
    const found = init ? computedValue(inner, init) : undefined;
    const node = found && nodeOf(found.value);
    if (node !== undefined) bindPattern(inner, id, node);
    return node !== undefined;
  });

function calledValue(reader: Reader, node: ast.CallExpression | ast.OptionalCallExpression): Known | undefined {
  const { called, inner } = calledIn(reader, node) ?? {};
  if (called === undefined || inner === undefined) return undefined;
  return returned(inner, called) ?? quietly(inner, called);
}

/** What a function returns that waits for nothing, and does nothing. */
function quietly(reader: Reader, called: FunctionNode): Known | undefined {
  if (someNode(called.body, ({ type }) => type === 'AwaitExpression')) return undefined;
  const { caller: _caller, ...rest } = reader;
  const inner: Reader = { ...rest, actions: [] };
  const { how, value } = reader.run(inner, called);
  if (inner.actions.some(({ type, disabled }) => type !== 'comment' || disabled === true)) return undefined;
  return how === 'return' && value !== undefined ? partOf(inner, value) : undefined;
}

function newValue(reader: Reader, { callee, arguments: args }: ast.NewExpression): Known | undefined {
  const [first] = args;
  if (callee.type !== 'Identifier' || !/^(?:Set|Array)$/.test(callee.name) || first === undefined) return undefined;
  const value = plain(computedValue(reader, first))?.value;
  return callee.name === 'Set' && Array.isArray(value) ? known([...new Set(value)]) : undefined;
}

/** The literal that a value is written as. */
function nodeOf(value: unknown): Node | undefined {
  if (value instanceof Opaque) return value.node;
  if (typeof value === 'string') return textNode(value);
  if (typeof value === 'number') return numberNode(value);
  if (typeof value === 'boolean') return { type: 'BooleanLiteral', value };
  if (value === null) return { type: 'NullLiteral' };
  if (value === undefined) return { type: 'Identifier', name: 'undefined' };
  if (Array.isArray(value)) return { type: 'ArrayExpression', elements: value.map(expressionFor) };
  return typeof value === 'object' ? objectNode(value) : undefined;
}

const expressionFor = (value: unknown): ast.Expression => {
  const node = nodeOf(value);
  return node !== undefined && isExpression(node) ? node : { type: 'Identifier', name: 'undefined' };
};

const objectNode = (value: object): ast.ObjectExpression => ({
  type: 'ObjectExpression',
  properties: Object.entries(value).map(([key, part]) => ({
    type: 'ObjectProperty',
    key: textNode(key),
    value: expressionFor(part),
    computed: false,
    shorthand: false,
  })),
});

export function computed(reader: Reader, node: Node): Node | undefined {
  const found = computedValue(reader, node);
  return found === undefined ? undefined : nodeOf(found.value);
}
