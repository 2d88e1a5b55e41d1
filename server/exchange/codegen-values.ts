import type * as ast from '@babel/types';
import { literal } from '../../model/exchange/test-drafts.ts';
import { quoted } from '../../model/locator/format-locator.ts';
import { asPlainText, escapeTemplateForPattern, isPatternTemplate } from '../../model/values/pattern.ts';
import { fieldOf, methodOf, type PlacedValue, pageOf } from './codegen-objects.ts';
import { bindPattern, isExpression, NOTHING, namesIn, numberNode, optionOf } from './codegen-patterns.ts';
import {
  type CodegenCall,
  callOf,
  type FoundOnPage,
  type FunctionNode,
  homeOf,
  isFunctionNode,
  keptOf,
  type Node,
  plainValue,
  type Reader,
  textOf,
} from './codegen-reader.ts';

/** The value of a name, or of a place in a literal list: `ITEMS[0]`, `user.name`, `ITEMS.slice(1)`. */
export function resolved(reader: Reader, node: Node): Node {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSNonNullExpression')
    return resolved(reader, node.expression);
  if (node.type === 'Identifier') {
    const constant = reader.constants.get(node.name);
    return constant === undefined ? node : resolved(reader, constant);
  }
  if (!COMPUTED.test(node.type)) return node;
  const found = node.type === 'MemberExpression' ? memberOf(reader, node) : undefined;
  if (found !== undefined) return resolved(reader, found);
  return reader.computed(reader, node) ?? node;
}

const COMPUTED =
  /^(?:Optional)?(?:Member|Call)Expression$|^(?:Unary|Binary|Logical|Conditional|Await|Parenthesized|New)Expression$/;

function memberOf(reader: Reader, { object, property, computed }: ast.MemberExpression): Node | undefined {
  const owner = wholeOf(reader, object);
  const name = computed || property.type !== 'Identifier' ? stringOf(reader, property) : property.name;
  if (name === undefined) return undefined;
  if (owner.type === 'ArrayExpression' && name === 'length') return numberNode(owner.elements.length);
  if (owner.type === 'ArrayExpression')
    return /^\d+$/.test(name) ? (owner.elements[Number(name)] ?? undefined) : undefined;
  return optionOf(owner, name);
}

function wholeOf(reader: Reader, object: Node): Node {
  const field = fieldOf(reader, object);
  return field === undefined ? resolved(reader, object) : resolved(field.inner, field.value);
}

/** Placeholder in a text for a value computed when the action is performed. */
export const computedPart = (expression: string): string => `\uE000${expression}\uE001`;

export const variableOf = ({ constants }: Reader, name: string): string | undefined => {
  const value = constants.get(name);
  return value?.type === 'StringLiteral' ? /^\uE000(\w+)\uE001$/.exec(value.value)?.[1] : undefined;
};

export const written = (text: string): string => withComputed(literal(text));
const withComputed = (text: string): string => text.replace(/\uE000(.*?)\uE001/gs, '{{ $1 }}');

export function stringOf(reader: Reader, given: Node | undefined): string | undefined {
  if (given === undefined) return undefined;
  const variable = environmentValue(reader, given);
  if (variable !== undefined) return computedPart(variable);
  const field = fieldOf(reader, given);
  if (field !== undefined) return stringOf(field.inner, field.value);
  const answer = reader.answered(reader, given);
  if (answer !== undefined) return answer;
  const node = resolved(reader, given);
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'NumericLiteral') return String(node.value);
  if (node.type === 'UnaryExpression' && node.operator === '-') return `-${stringOf(reader, node.argument)}`;
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis.flatMap(({ value }, at) => {
      const hole = node.expressions[at];
      return [value.cooked ?? undefined, hole === undefined ? '' : stringOf(reader, hole)];
    });
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (node.type === 'BinaryExpression') return sumOf(reader, node);
  return node === given ? undefined : stringOf(reader, node);
}

function sumOf(reader: Reader, node: ast.BinaryExpression): string | undefined {
  const number = numberOf(reader, node);
  if (number !== undefined || node.operator !== '+') return number?.toString();
  const [left, right] = [stringOf(reader, node.left), stringOf(reader, node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

const ARITHMETIC: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
};

export function numberOf(reader: Reader, given: Node | null | undefined): number | undefined {
  if (!given) return undefined;
  const node = resolved(reader, given);
  if (node.type === 'NumericLiteral') return node.value;
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [numberOf(reader, node.left), numberOf(reader, node.right)];
  return left === undefined || right === undefined ? undefined : ARITHMETIC[node.operator]?.(left, right);
}

function environmentName(node: Node): string | undefined {
  if (node.type === 'TSNonNullExpression') return environmentName(node.expression);
  if (node.type === 'LogicalExpression') return environmentName(node.left);
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return undefined;
  const { object, property } = node;
  const isEnvironment =
    object.type === 'MemberExpression' && object.property.type === 'Identifier' && object.property.name === 'env';
  return isEnvironment ? property.name : undefined;
}

/** Exported code keeps its variables in `env`. */
function environmentValue(reader: Reader, node: Node): string | undefined {
  const name = environmentName(node);
  if (name === undefined) {
    const isExported =
      node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === 'env';
    const kept = isExported ? environmentName(resolved(reader, node)) : undefined;
    return kept === undefined ? undefined : `env.${kept}`;
  }
  const otherwise = node.type === 'LogicalExpression' ? stringOf(reader, node.right) : undefined;
  return otherwise === undefined || otherwise === '' || otherwise.includes('\uE000')
    ? `env.${name}`
    : `env.${name} ?? ${JSON.stringify(otherwise)}`;
}

export function fieldText(reader: Reader, node: Node | undefined): string | undefined {
  const text = stringOf(reader, node);
  return text === undefined ? undefined : written(text);
}

export function writtenPattern(reader: Reader, node: Node | undefined): string | undefined {
  const pattern = node === undefined ? undefined : resolved(reader, node);
  if (pattern?.type === 'RegExpLiteral') return `/${pattern.pattern}/${pattern.flags}`;
  if (pattern?.type !== 'NewExpression' || textOf(reader, pattern.callee) !== 'RegExp') return undefined;
  const [source, flags] = pattern.arguments.map(argument => fieldText(reader, argument));
  return source === undefined ? undefined : `/${source.replace(/(?<!\\)\//g, '\\/')}/${flags ?? ''}`;
}

const ORIGIN = '[^\\/]+:\\/\\/[^\\/]+';

/** A text that reads as a regular expression stays a text; a path belongs to any origin. */
export function expectedText(reader: Reader, node: Node | undefined, isUrl: boolean): string | undefined {
  const text = fieldText(reader, node);
  if (text === undefined || !isPatternTemplate(text)) return text;
  return isUrl ? `/^${ORIGIN}${escapeTemplateForPattern(text)}$/` : asPlainText(text);
}

export const patternOf = (reader: Reader, node: Node | undefined, isUrl = false): string | undefined =>
  writtenPattern(reader, node) ?? expectedText(reader, node, isUrl);

const FINDERS = /^(?:getBy\w+|locator|frameLocator|contentFrame|owner|filter|first|last|nth|and|or|describe)$/;

export function locatorOf(reader: Reader, node: Node): FoundOnPage | undefined {
  const kept = keptOf(reader, node);
  if (kept !== undefined) return kept.found;
  if (node.type === 'AwaitExpression') return locatorOf(reader, node.argument);
  const named = resolved(reader, node);
  if (named !== node) return locatorOf(reader, named);
  const returned = returnedBy(reader, node);
  if (returned !== undefined) return locatorOf(returned.inner, returned.value);
  const call = callOf(node);
  if (call?.name === '$') return handleOf(reader, call);
  if (call === undefined || !FINDERS.test(call.name)) return undefined;
  if (call.name === 'describe') return locatorOf(reader, call.owner);
  const args = call.args.map(argument => argumentOf(reader, argument));
  if (args.includes(undefined)) return undefined;
  const step = `${call.name}(${args.join(', ')})`;
  const page = pageOf(reader, call.owner);
  if (page !== undefined) return { page, locator: step };
  const before = locatorOf(reader, call.owner);
  return before === undefined ? undefined : { page: before.page, locator: `${before.locator}.${step}` };
}

/** `page.$('#save')` is the first of those that fit. */
function handleOf(reader: Reader, { owner, args: [selector] }: CodegenCall): FoundOnPage | undefined {
  const [page, text] = [pageOf(reader, owner), stringOf(reader, selector)];
  return page === undefined || text === undefined
    ? undefined
    : { page, locator: `locator(${locatorText(text)}).first()` };
}

export const locatorText = (text: string): string => withComputed(quoted(text).replaceAll('{{', '\\u007b{'));

function argumentOf(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, given);
  const inner = locatorOf(reader, node);
  if (inner !== undefined) return inner.locator;
  const number = numberOf(reader, node);
  if (number !== undefined) return String(number);
  if (node.type === 'RegExpLiteral' || node.type === 'BooleanLiteral') return textOf(reader, node);
  if (node.type === 'UnaryExpression' && node.operator === '-') return textOf(reader, node);
  if (node.type !== 'ObjectExpression') {
    const text = stringOf(reader, node);
    return text === undefined ? undefined : locatorText(text);
  }
  const pairs = node.properties.map(property => {
    if (property.type !== 'ObjectProperty' || property.key.type !== 'Identifier') return undefined;
    const value = argumentOf(reader, property.value);
    return value === undefined ? undefined : `${property.key.name}: ${value}`;
  });
  return pairs.includes(undefined) ? undefined : `{ ${pairs.join(', ')} }`;
}

/** `const row = (name) => page.getByRole('row', { name })`: a call of it is what it returns, as a field is its value. */
export function returnedBy(reader: Reader, node: Node): PlacedValue | undefined {
  const found = calledIn(reader, node);
  if (found === undefined) return fieldOf(reader, node);
  const { body } = found.called;
  const [only, more] = body.type === 'BlockStatement' ? body.body : [body];
  const value = only?.type === 'ReturnStatement' ? only.argument : only;
  return !value || more !== undefined ? undefined : { inner: found.inner, value };
}

/** The function of the files that is called, with what it is given. */
export function calledIn(reader: Reader, node: Node): { called: FunctionNode; inner: Reader } | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return undefined;
  const { callee } = node;
  const method = methodOf(reader, callee);
  const closure = method === undefined ? closureOf(reader, callee) : undefined;
  const called = method?.called ?? closure?.called;
  if (called === undefined || reader.running.includes(called)) return undefined;
  const inner = readerInside(reader, called, node.arguments, closure?.reader);
  if (method !== undefined) inner.instances.set('this', method.owner);
  return { called, inner };
}

export function closureOf(
  reader: Reader,
  callee: Node,
): { called: FunctionNode; reader?: Reader | undefined } | undefined {
  if (isFunctionNode(callee)) return { called: callee };
  if (callee.type === 'Identifier') {
    const called = reader.functions.get(callee.name);
    const constant = reader.constants.get(callee.name);
    if (called !== undefined) return { called };
    return keptOf(reader, constant ?? callee)?.closure;
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return undefined;
  // Objects with functions have names; what calls return would be computed again for each call of a chain.
  if (/CallExpression$/.test(callee.object.type)) return undefined;
  const owner = wholeOf(reader, callee.object);
  const { name } = callee.property;
  const part = owner.type === 'ObjectExpression' ? owner.properties.find(one => isPart(one, name)) : undefined;
  if (part?.type === 'ObjectMethod') return { called: part };
  const value = part?.type === 'ObjectProperty' ? plainValue(part.value) : undefined;
  return value && closureOf(reader, value);
}

const isPart = (one: ast.ObjectExpression['properties'][number], name: string): boolean =>
  (one.type === 'ObjectMethod' || one.type === 'ObjectProperty') &&
  !one.computed &&
  ((one.key.type === 'Identifier' && one.key.name === name) ||
    (one.key.type === 'StringLiteral' && one.key.value === name));

/** The names that count where a function or a class is written. */
export function readerAt(reader: Reader, node: Node): Reader {
  const home = homeOf(reader, node);
  if (home === reader.home) return reader;
  return {
    ...reader,
    home,
    // Only their numbers count, so that new tabs get the next ones.
    pages: new Map([...reader.pages.values()].map(number => [`#${number}`, number])),
    constants: new Map(home.constants),
    functions: new Map(home.functions),
    classes: home.classes,
    instances: new Map(home.instances),
  };
}

export function readerInside(
  reader: Reader,
  called: FunctionNode,
  given: readonly Node[],
  closure: Reader = reader,
): Reader {
  const base = readerAt(closure, called);
  const inner: Reader = {
    ...base,
    actions: reader.actions,
    current: reader.current,
    pages: new Map(base.pages),
    constants: new Map(base.constants),
    functions: new Map(base.functions),
    instances: new Map(base.instances),
    running: [...reader.running, called],
    exit: {},
    own: new Set(),
    ...(base === closure ? { caller: closure } : {}),
  };
  for (const [at, parameter] of called.params.entries()) {
    const plain = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
    const rest = plain.type === 'RestElement' ? plain.argument : undefined;
    if (rest !== undefined) bindPattern(inner, rest, reader.settled(reader, listNode(given.slice(at))));
    else giveParameter(reader, inner, { plain, value: given[at] });
  }
  return inner;
}

const listNode = (nodes: readonly Node[]): ast.ArrayExpression => ({
  type: 'ArrayExpression',
  elements: nodes.flatMap(node => (isExpression(node) ? [node] : [])),
});

function giveParameter(
  reader: Reader,
  inner: Reader,
  { plain, value }: { plain: Node; value: Node | undefined },
): void {
  const pattern = plain.type === 'AssignmentPattern' ? plain.left : plain;
  const otherwise = plain.type === 'AssignmentPattern' ? plain.right : undefined;
  for (const name of namesIn(pattern)) forget(inner, name);
  if (value === undefined || (value.type === 'Identifier' && value.name === 'undefined'))
    bindPattern(inner, pattern, otherwise ? inner.settled(inner, otherwise) : NOTHING);
  else bindPattern(inner, pattern, reader.settled(reader, value));
}

/** A name of the body itself, of which nothing is known yet. */
function forget(reader: Reader, name: string): void {
  reader.own.add(name);
  for (const names of [reader.constants, reader.functions, reader.instances, reader.pages]) names.delete(name);
}

export const timeLimit = (node: Node | undefined): { timeoutMs?: number } => {
  const limit = optionOf(node, 'timeout');
  return limit?.type === 'NumericLiteral' && limit.value > 0 ? { timeoutMs: limit.value } : {};
};

export function clickOptions(reader: Reader, node: Node | undefined): object {
  const modifiers = optionOf(node, 'modifiers');
  return {
    ...(modifiers?.type === 'ArrayExpression'
      ? { modifiers: modifiers.elements.flatMap(one => (one === null ? [] : (stringOf(reader, one) ?? []))) }
      : {}),
    ...placeOption(node, 'position'),
  };
}

export function placeOption(node: Node | undefined, option: string, name = option): object {
  const place = optionOf(node, option);
  const number = (axis: string) => {
    const value = optionOf(place, axis);
    return value?.type === 'NumericLiteral' ? value.value : 0;
  };
  return place === undefined ? {} : { [name]: { x: number('x'), y: number('y') } };
}

export function textsOf(reader: Reader, node: Node | undefined): string[] | undefined {
  const list = node === undefined ? undefined : resolved(reader, node);
  const nodes = list?.type === 'ArrayExpression' ? list.elements : [list ?? null];
  const texts = nodes.map(one =>
    one === null
      ? undefined
      : fieldText(reader, one.type === 'ObjectExpression' ? (optionOf(one, 'label') ?? optionOf(one, 'value')) : one),
  );
  const found = texts.flatMap(text => text ?? []);
  return found.length === texts.length ? found : undefined;
}
